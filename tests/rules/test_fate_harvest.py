"""Good harvest: each with a horreum in either market named receives $500, once, at once. Five cards."""

import pytest

from tests.rules.table import every_edition, table

HARVESTS = [
    ("harvest_wine", "Narbo", "Marseille", 2),
    ("harvest_oil", "Hispalis", "Toletum", 1),
    ("harvest_luxuries", "Ephesus", "Perge", 1),
    ("harvest_grain", "Alexandria", "Memphis", 1),
]


@every_edition
@pytest.mark.parametrize(("card", "one", "other", "copies"), HARVESTS)
def test_500_once_at_once(edition, card, one, other, copies):
    t = table(edition)
    assert t.cards_left(card) == copies
    t.horreum(0, one)
    t.horreum(1, other)
    t.horreum(2, one, other)
    t.agent(3, one, other)  # an agent alone harvests nothing
    t.horreum(3, "Rome", "Luna")
    t.fate(card)
    assert t.money == [700, 700, 700, 200]
    assert t.asks == "move"
