"""MOVE-6: Rome has no holder; agents of different players share it in peace."""

from tests.rules.table import every_edition, table


@every_edition
def test_rome_has_no_holder(edition):
    t = table(edition)
    assert sorted(t.queue("Rome")) == [0, 1, 2, 3]
    assert t.holder("Rome") is None


@every_edition
def test_nobody_has_to_challenge_anyone_in_rome(edition):
    t = table(edition)
    t.begin("intrigue")
    for seat in range(4):
        assert t.to_act == seat
        assert t.why_not("oust", "Rome") == "OUST-1"
        assert t.why_not("end") == "OK"
        t.end()
    assert [t.agents(seat) for seat in range(4)] == [["Rome"]] * 4


@every_edition
def test_nor_after_coming_back_to_it(edition):
    t = table(edition)
    t.play("move", "Rome", "Luna")
    t.begin("move")
    t.play("move", "Luna", "Rome")
    t.begin("intrigue")
    assert t.why_not("oust", "Rome") == "OUST-1"
