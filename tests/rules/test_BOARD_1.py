"""BOARD-1: 57 markets, 75 links that go both ways, distances from Rome, two names each."""

from collections import deque

import pytest

from tests.rules.table import every_edition, table


@every_edition
def test_57_markets_and_75_links(edition):
    g = table(edition).g
    assert g.markets == 57
    assert g.first_link[57] == 2 * 75


@every_edition
def test_links_go_both_ways(edition):
    t = table(edition)
    ways = set(zip(t.g.link_from[:150], t.g.link_to[:150], strict=True))
    assert len(ways) == 150
    assert {(b, a) for a, b in ways} == ways
    t.play("move", "Rome", "Luna")
    t.begin("move")
    t.play("move", "Luna", "Rome")


def test_distance_is_the_number_of_links_on_the_shortest_way_from_rome():
    g = table("forvm").g
    distance = {g.rome: 0}
    waiting = deque([g.rome])
    while waiting:
        here = waiting.popleft()
        for a, b in zip(g.link_from[:150], g.link_to[:150], strict=True):
            if a == here and b not in distance:
                distance[b] = distance[a] + 1
                waiting.append(b)
    assert [distance[m] for m in range(57)] == g.distance[:57]


@pytest.mark.parametrize(
    ("market", "distance"),
    [("Rome", 0), ("Carthage", 1), ("Rhodes", 2), ("Alexandria", 3), ("Hispalis", 4), ("Parthia", 5)],
)
def test_distances_of_some_markets(market, distance):
    t = table("forvm")
    assert t.g.distance[t.market(market)] == distance


def test_board_order_is_the_order_of_the_rows():
    names = [market.name for market in table("forvm").rules.board.markets]
    assert names[:8] == ["Rome", "Luna", "Puteoli", "Rimini", "Syracuse", "Caralis", "Carthage", "Marseille"]
    assert names[-2:] == ["Berenice", "Parthia"]


@pytest.mark.parametrize(("printed", "latin"), [("Carthage", "Carthago"), ("Jerusalem", "Hierosolyma")])
def test_either_name_is_understood(printed, latin):
    t = table("forvm")
    assert t.market(printed) == t.market(latin)


@every_edition
def test_agents_walk_along_links_only(edition):
    t = table(edition)
    neighbours = ["Luna", "Puteoli", "Rimini", "Syracuse", "Caralis", "Carthage"]
    assert t.options("move") == [("Rome", name) for name in neighbours]
