"""ALLY-5: in trade, an ally's agent counts as one's own, in Rome too; only agents, and only in trade."""

import pytest

from tests.rules.table import every_edition, table

# What Narbo (small, two links away) pays its one owner when informed, and when not.
INFORMED = {"short": 100, "horrea": 120, "forvm": 100}
TABLE = {"short": 50, "horrea": 60, "forvm": 50}
ROME = {"short": 300, "horrea": 240, "forvm": 300}


def merchant(edition):
    """Seat 0 has horrea in Rome and Narbo; nobody has an agent; 0 and 1 are allied."""
    t = table(edition)
    t.nobody_has_children()
    t.clear_agents()
    t.horreum(0, "Rome", "Narbo")
    t.ally(0, 1)
    return t


@every_edition
@pytest.mark.parametrize("on_rome", [0, 1])
@pytest.mark.parametrize("on_narbo", [0, 1])
def test_an_allys_agent_counts_as_ones_own_on_both_ends(edition, on_rome, on_narbo):
    t = merchant(edition)
    t.agent(on_rome, "Rome")
    t.agent(on_narbo, "Narbo")
    assert t.trade()[0] == ROME[edition] + INFORMED[edition]


@every_edition
@pytest.mark.parametrize(("on_rome", "on_narbo"), [(2, 0), (0, 2), (2, 2)])
def test_strangers_agents_do_not(edition, on_rome, on_narbo):
    t = merchant(edition)
    t.agent(on_rome, "Rome")
    t.agent(on_narbo, "Narbo")
    assert t.trade()[0] == ROME[edition] + TABLE[edition]


@every_edition
def test_an_allys_ally_is_a_stranger(edition):
    t = merchant(edition)
    t.ally(1, 2)
    t.agent(0, "Rome")
    t.agent(2, "Narbo")
    assert t.trade()[0] == ROME[edition] + TABLE[edition]


@every_edition
def test_several_allies_count_together(edition):
    t = merchant(edition)
    t.ally(2, 0)
    t.agent(1, "Rome")
    t.agent(2, "Narbo")
    assert t.trade()[0] == ROME[edition] + INFORMED[edition]


@every_edition
def test_it_works_for_both_allies_at_once(edition):
    t = merchant(edition)
    t.horreum(1, "Rome", "Luna")
    t.agent(0, "Rome")
    t.agent(1, "Narbo", "Luna")
    # Luna, one link away: 75 + 25, or the full 120; Rome is shared by two.
    rome, luna = {"short": (150, 100), "horrea": (120, 120), "forvm": (150, 100)}[edition]
    assert t.trade()[:2] == [rome + INFORMED[edition], rome + luna]


@pytest.mark.parametrize("edition", ["horrea", "forvm"])
def test_an_allys_horreum_does_not_count(edition):
    t = table(edition)
    t.ally(0, 1)
    t.horreum(0, "Narbo")
    t.horreum(1, "Rome")
    t.agent(0, "Narbo")
    assert t.trade()[0] == TABLE[edition]  # no own horreum in Rome


@every_edition
def test_not_for_building_destroying_or_marrying(edition):
    t = merchant(edition)
    t.agent(0, "Puteoli")
    t.agent(1, "Luna")
    t.horreum(2, "Luna")
    t.children(0, sons=1)
    t.money[0] = 500
    t.begin("build")
    assert t.question == ("build", 0)
    assert t.why_not("build", "Luna") == "BUILD-1"
    assert t.why_not("destroy", 2, "Luna") == "DESTROY-1"
    t.begin("intrigue")
    assert t.why_not("wed", "son", "Luna") == "LOCAL-1"


@every_edition
def test_not_for_routes(edition):
    t = merchant(edition)
    t.horreum(0, "Caralis", "Marseille", "Lugdunum", "Londinium", "Eburacum")
    t.horreum(1, "Luna")
    before = t.money[0]
    t.fate("war_on_the_limes")
    expected = 500 if edition == "short" else 0
    # Caralis, Narbo and Marseille are linked, but that way has six links; seat 1's Luna does not make it five.
    assert t.money[0] - before == expected


@every_edition
def test_not_for_fate_cards(edition):
    t = merchant(edition)
    t.agent(1, "Lugdunum", "Parthia")
    t.money[0] = 500
    t.fate("dispatch")
    assert t.trade()[0] == ROME[edition] + TABLE[edition]
    t.money[1] = 0
    t.fate("vow")
    assert t.asks != "offer"


@every_edition
def test_except_where_a_card_asks_what_a_market_would_pay(edition):
    t = merchant(edition)
    t.agent(1, "Rome", "Narbo")
    t.money[0] = 500
    t.fate("greedy_governor")
    assert t.money[0] == 500 - INFORMED[edition]
