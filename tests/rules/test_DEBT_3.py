"""DEBT-3: money and prestige are never negative: each change is cut at 0 on its own, in order, the rest forgotten."""

from tests.rules.table import every_edition, table


@every_edition
def test_prestige_stops_at_0(edition):
    t = table(edition)
    t.prestige[:] = [0, 1, 2, 0]
    t.fate("wrong_candidate")
    assert t.prestige == [0, 0, 1, 0]


@every_edition
def test_the_rest_is_forgotten(edition):
    # A divorce takes 2 points from one who has 1; a point won afterwards stays.
    t = table(edition)
    t.nobody_has_children()
    t.ally(0, 1)
    t.prestige[:2] = [1, 1]
    t.agent(0, "Luna")
    t.begin("intrigue")
    t.play("divorce", 1)
    assert t.prestige[:2] == [0, 0]
    t.begin("build")
    t.play("build", "Luna")
    assert t.prestige[0] == 1


@every_edition
def test_each_change_on_its_own_in_order(edition):
    # The card's −1 is cut at 0 before the reckoning's +1 comes: one point, not none.
    t = table(edition)
    t.money[0] = 1000
    t.begin("fate")
    t.marks[0] = 0
    t.draw("wrong_candidate")
    assert t.prestige[0] == 1


@every_edition
def test_several_losses_in_a_row(edition):
    t = table(edition)
    t.prestige[0] = 1
    t.money[0] = 200
    t.begin("fate")
    t.marks[0] = 3
    t.draw("wrong_candidate")
    assert t.prestige[0] == 0
    t.money[0] = 1000
    t.reckon()
    assert t.prestige[0] == 1


@every_edition
def test_money_stops_at_0(edition):
    t = table(edition)
    t.horreum(0, "Carthage", "Rhodes", "Alexandria")
    t.fate("shipwreck")
    assert t.money[0] == 0
