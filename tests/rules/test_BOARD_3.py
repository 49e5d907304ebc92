"""BOARD-3: a market is Rome, small, large or exotic; the exotic ones end the five-step paths."""

from collections import Counter

import pytest

from forvm.engine.definition import EXOTIC, LARGE, ROME, SMALL
from tests.rules.table import every_edition, table


@every_edition
def test_one_rome_and_three_kinds(edition):
    g = table(edition).g
    assert Counter(g.kind[:57]) == {ROME: 1, SMALL: 39, LARGE: 9, EXOTIC: 8}


@pytest.mark.parametrize(
    ("market", "kind"),
    [("Rome", ROME), ("Luna", SMALL), ("Carthage", LARGE), ("Hispalis", LARGE), ("Parthia", EXOTIC)],
)
def test_kinds_of_some_markets(market, kind):
    t = table("horrea")
    assert t.g.kind[t.market(market)] == kind


@every_edition
def test_exotic_markets_are_just_those_five_links_away(edition):
    g = table(edition).g
    assert all((g.kind[m] == EXOTIC) == (g.distance[m] == 5) for m in range(57))


def test_two_exotic_markets_in_each_region():
    g = table("forvm").g
    assert Counter(g.region[m] for m in range(57) if g.kind[m] == EXOTIC) == {0: 2, 1: 2, 2: 2, 3: 2}
