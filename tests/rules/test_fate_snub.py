"""Snub: the richest loses 1 prestige; all who tie for richest do."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
@pytest.mark.parametrize(
    ("money", "snubbed"),
    [([200, 300, 100, 299], [1]), ([400, 300, 400, 100], [0, 2]), ([0, 0, 0, 0], [0, 1, 2, 3])],
)
def test_the_richest_lose_1(edition, money, snubbed):
    t = table(edition)
    t.money[:] = money
    t.prestige[:] = [5] * 4
    t.fate("snub")
    assert t.prestige == [4 if seat in snubbed else 5 for seat in range(4)]
    assert t.money == money


def test_three_players_no_empty_seat_is_counted():
    t = table("forvm", players=3)
    t.money[:3] = [0, 0, 0]
    t.prestige[:3] = [5, 5, 5]
    t.fate("snub")
    assert t.prestige[:3] == [4, 4, 4]
