"""TRADE-1: for each market with one's horreum, its value for the number of horrea there, which may be negative."""

import pytest

from tests.rules.table import every_edition, table


def traders(edition, players=4):
    t = table(edition, players)
    t.nobody_has_children()
    t.clear_agents()
    for seat in range(players):
        t.money[seat] = 500
    return t


@pytest.mark.parametrize(
    ("edition", "sums"),
    [
        # Rome alone; Luna with one; Petra with one; both of the latter.
        ("short", [300 + 25, 25 - 50, -50, 0]),
        ("horrea", [240 + 10, 10 - 20, -20, 0]),
        ("forvm", [300 + 25, 25 - 50, -50, 0]),
    ],
)
def test_values_are_added_up_for_everyone_at_once(edition, sums):
    t = traders(edition)
    t.horreum(0, "Rome", "Luna")
    t.horreum(1, "Luna", "Petra")
    t.horreum(2, "Petra")
    assert t.trade() == sums


@every_edition
def test_nobody_decides_anything(edition):
    t = traders(edition)
    t.agent(0, "Luna")
    t.horreum(0, "Rome")
    t.begin("intrigue")
    assert t.asks == "build"
    assert t.money[0] > 500


@every_edition
def test_an_agent_without_a_horreum_brings_nothing(edition):
    t = traders(edition)
    t.agent(0, "Rome", "Luna", "Parthia")
    assert t.trade() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("edition", "owners", "value"),
    [("short", 4, 75), ("horrea", 4, 60), ("forvm", 3, 100), ("horrea", 3, 80), ("short", 2, 150)],
)
def test_rome_is_shared_like_any_market(edition, owners, value):
    t = traders(edition)
    for seat in range(owners):
        t.horreum(seat, "Rome")
    assert t.trade() == [value] * owners + [0] * (4 - owners)
