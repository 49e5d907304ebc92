"""Local elections: each who is married into any market's aristocracy rolls once: 4 or more, +1 prestige."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
@pytest.mark.parametrize(("pips", "won"), [(1, 0), (3, 0), (4, 1), (6, 1)])
def test_one_roll_however_many_marriages(edition, pips, won):
    t = table(edition)
    t.marry_locally(1, "Luna", "Narbo", "Petra")
    t.fate("local_elections")
    assert t.question == ("the die of an election", 1)
    t.roll(pips)
    assert t.prestige == [0, won, 0, 0]
    assert t.asks == "move"


@every_edition
def test_each_rolls_in_turn(edition):
    t = table(edition, first=2)
    t.marry_locally(0, "Luna")
    t.marry_locally(3, "Narbo")
    t.fate("local_elections")
    assert t.question == ("the die of an election", 3)
    t.roll(5)
    assert t.question == ("the die of an election", 0)
    t.roll(2)
    assert t.prestige == [0, 0, 0, 1]


@every_edition
def test_alliances_and_agents_do_not_count(edition):
    t = table(edition)
    t.ally(0, 1)
    t.agent(0, "Luna")
    t.fate("local_elections")
    assert t.asks == "move"
