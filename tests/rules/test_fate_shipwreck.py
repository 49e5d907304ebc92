"""Shipwreck: each pays $200 for each horreum they have in Carthage, Alexandria, Rhodes."""

from tests.rules.table import every_edition, table


@every_edition
def test_200_for_each(edition):
    t = table(edition)
    t.money[:] = [900] * 4
    t.horreum(0, "Carthage")
    t.horreum(1, "Alexandria", "Rhodes", "Luna")
    t.horreum(2, "Carthage", "Alexandria", "Rhodes")
    t.horreum(3, "Rome", "Luna")
    t.agent(3, "Rhodes")
    t.fate("shipwreck")
    assert t.money == [700, 500, 300, 900]
    assert t.horrea(2) == ["Carthage", "Rhodes", "Alexandria"]  # nothing is lost but money


@every_edition
def test_it_is_a_forced_loss(edition):
    t = table(edition)
    t.horreum(0, "Carthage", "Rhodes")
    t.horreum(1, "Carthage", "Rhodes")
    t.money[:2] = [120, 250]
    t.prestige[:2] = [1, 3]
    t.fate("shipwreck")
    assert (t.money[0], t.prestige[0]) == (0, 0)  # 220 of the 400
    assert (t.money[1], t.prestige[1]) == (50, 1)  # two points sold
