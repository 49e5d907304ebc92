"""Greedy governor: each pays what their market furthest from Rome would pay them now, if positive."""

import pytest

from tests.rules.table import every_edition, table


def governed(edition, *horrea, agents=()):
    t = table(edition)
    t.nobody_has_children()
    t.clear_agents()
    t.money[:] = [900] * 4
    t.agent(0, *agents)
    t.horreum(0, *horrea)
    return t


@pytest.mark.parametrize(
    ("horrea", "printed", "formula"),
    [
        (["Rome"], 300, 240),
        (["Rome", "Luna"], 75, 70),
        (["Rome", "Carthage", "Narbo"], 50, 60),
        (["Narbo", "Rhodes"], 150, 120),  # equally far: the one that pays most
        (["Rhodes", "Narbo", "Luna"], 150, 120),
        (["Petra", "Hispalis"], 100, 100),
        (["Damascus", "Petra"], 100, 100),
        (["Carthage", "Parthia"], 175, 140),
        ([], 0, 0),
    ],
)
def test_the_furthest_market_decides(horrea, printed, formula):
    for edition, due in (("short", printed), ("horrea", formula), ("forvm", printed)):
        t = governed(edition, *horrea)
        t.fate("greedy_governor")
        assert t.money == [900 - due, 900, 900, 900], edition


@every_edition
def test_boosts_are_included(edition):
    t = governed(edition, "Rome", "Petra", agents=["Rome", "Petra"])
    t.fate("greedy_governor")
    assert t.money[0] == 900 - {"short": 125, "horrea": 120, "forvm": 125}[edition]


@every_edition
def test_a_complete_route_is_included(edition):
    t = governed(edition, "Rome", "Luna", "Marseille", "Lugdunum", "Londinium", "Eburacum")
    t.fate("greedy_governor")
    assert t.money[0] == 900 - {"short": 300, "horrea": 240, "forvm": 300}[edition]


@every_edition
def test_if_it_would_cost_nothing_is_paid(edition):
    t = governed(edition, "Rome", "Petra")
    t.horreum(1, "Petra")
    t.fate("greedy_governor")
    assert t.money == [900] * 4


@every_edition
def test_of_two_equally_far_the_bad_one_does_not_count(edition):
    t = governed(edition, "Petra", "Damascus")
    t.horreum(1, "Petra")
    t.fate("greedy_governor")
    assert t.money == [800, 900, 900, 900]


@every_edition
def test_it_is_a_forced_loss(edition):
    t = governed(edition, "Hispalis")
    t.money[0] = 40
    t.prestige[0] = 2
    t.fate("greedy_governor")
    assert (t.money[0], t.prestige[0]) == (40, 1)
    t = governed(edition, "Hispalis")
    t.money[0] = 40
    t.fate("greedy_governor")
    assert t.money[0] == 0


@every_edition
def test_nobody_receives_it(edition):
    t = governed(edition, "Rome")
    t.fate("greedy_governor")
    assert t.money[1:] == [900, 900, 900]
