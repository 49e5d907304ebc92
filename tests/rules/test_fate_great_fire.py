"""Great fire: every horreum in Rome is lost."""

from tests.rules.table import every_edition, table


@every_edition
def test_every_horreum_in_rome_is_lost_and_no_other(edition):
    t = table(edition)
    t.horreum(0, "Rome", "Luna")
    t.horreum(1, "Rome")
    t.horreum(3, "Narbo")
    t.prestige[:] = [5] * 4
    t.fate("great_fire")
    assert [t.horrea(seat) for seat in range(4)] == [["Luna"], [], [], ["Narbo"]]
    assert t.prestige == [5] * 4  # Rome is in no region
    assert t.agents(0) == ["Rome"]


@every_edition
def test_it_can_be_built_again(edition):
    t = table(edition)
    t.horreum(1, "Rome")
    t.fate("great_fire")
    t.begin("build")
    assert t.to_act == 1
    t.play("build", "Rome")
    assert t.horrea(1) == ["Rome"]
