"""OUST-2: a challenge costs $200, then a die: 4 or more; 2 or more if married there; 6 against one married there."""

import pytest

from tests.rules.table import every_edition, table


def challenged(edition, house=None, married=None):
    """Seat 0 has challenged seat 1 on Luna; ``married`` is married into its aristocracy."""
    t = table(edition, house=house)
    t.nobody_has_children()
    t.money[0] = 500
    if married is not None:
        t.marry_locally(married, "Luna")
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    t.begin("intrigue")
    t.challenge("Luna")
    return t


@every_edition
def test_it_costs_200_before_the_die_falls(edition):
    t = challenged(edition)
    assert t.money[0] == 300
    assert t.money[1] == 200
    t.roll(1)
    assert t.money[0] == 300


@every_edition
@pytest.mark.parametrize(("married", "needed"), [(None, 4), (0, 2), (1, 6), (2, 4)])
@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_the_roll_that_is_needed(edition, married, needed, pips):
    t = challenged(edition, married=married)
    t.roll(pips)
    assert t.holder("Luna") == (0 if pips >= needed else 1)
    assert t.queue("Luna") == [t.holder("Luna")]


@every_edition
def test_a_marriage_somewhere_else_does_not_help(edition):
    t = table(edition)
    t.nobody_has_children()
    t.marry_locally(0, "Narbo")
    t.marry_locally(1, "Petra")
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    t.begin("intrigue")
    t.challenge("Luna")
    t.roll(4)
    assert t.holder("Luna") == 0


@every_edition
def test_the_cost_may_be_borrowed(edition):
    t = table(edition)
    t.nobody_has_children()
    t.money[0] = 50
    t.prestige[0] = 3
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    t.begin("intrigue")
    t.challenge("Luna")
    assert (t.money[0], t.prestige[0]) == (50, 1)  # two points sold for 200


@pytest.mark.parametrize(("pips", "wins"), [(2, False), (3, True)])
def test_a_house_rule_may_change_cost_and_rolls(pips, wins):
    house = {"oust.cost": 100, "oust.roll": 3}
    t = challenged("forvm", house)
    assert t.money[0] == 400
    t.roll(pips)
    assert (t.holder("Luna") == 0) == wins
    house = {"oust.roll_if_challenger_local": pips, "oust.roll_if_holder_local": 5}
    t = challenged("forvm", house, married=0)
    t.roll(2)
    assert (t.holder("Luna") == 0) == (pips == 2)
    t = challenged("forvm", house, married=1)
    t.roll(5)
    assert t.holder("Luna") == 0
