"""TRADE-4: a market is boosted once at most, with the higher sum should a house rule set the two apart."""

import pytest

from tests.rules.table import every_edition, table

ROUTE = ("Luna", "Marseille", "Lugdunum", "Londinium", "Eburacum")
REST = {"short": 300 + 375, "horrea": 240 + 340, "forvm": 300 + 375}


def trader(edition, house=None, agents=("Rome", "Eburacum")):
    """Seat 0 has a complete route and, unless told otherwise, agents on both of its ends."""
    t = table(edition, house=house)
    t.nobody_has_children()
    t.clear_agents()
    t.agent(0, *agents)
    t.horreum(0, "Rome", *ROUTE)
    return t


@every_edition
def test_informed_and_at_the_end_of_a_route_it_is_boosted_once(edition):
    exotic = {"short": 175 + 125, "horrea": 240, "forvm": 175 + 125}[edition]
    assert trader(edition).trade()[0] == REST[edition] + exotic


@pytest.mark.parametrize(
    ("edition", "house", "exotic"),
    [
        ("forvm", {"route.pays": "full", "trade.full.exotic": 400}, 400),  # 300 by agents, 400 by the route
        ("forvm", {"route.pays": "full", "trade.full.exotic": 240}, 300),
        ("horrea", {"route.pays": "boost"}, 265),  # 240 by agents, 140 + 125 by the route
        ("horrea", {"trade.informed_pays": "boost"}, 265),
    ],
)
def test_the_higher_sum_counts(edition, house, exotic):
    assert trader(edition, house).trade()[0] == REST[edition] + exotic


@pytest.mark.parametrize(
    ("edition", "house", "exotic"),
    [("forvm", {"route.pays": "full", "trade.full.exotic": 240}, 240), ("horrea", {"route.pays": "boost"}, 265)],
)
def test_without_agents_the_routes_own_sum_counts(edition, house, exotic):
    assert trader(edition, house, agents=()).trade()[0] == REST[edition] + exotic
