"""TRADE-2: informed trade: an agent on Rome, and an agent and a horreum on the market."""

import pytest

from tests.rules.table import every_edition, table

ROME = {"short": 300, "horrea": 240, "forvm": 300}
# One market of every distance, alone there: its value, its informed value in S and F (boost), and in H (full).
MARKETS = [
    ("Luna", 75, 75 + 25, 70, 120),
    ("Carthage", 175, 175 + 25, 130, 180),
    ("Narbo", 50, 50 + 50, 60, 120),
    ("Rhodes", 150, 150 + 50, 120, 180),
    ("Ephesus", 125, 125 + 75, 110, 180),
    ("Hispalis", 100, 100 + 100, 100, 180),
    ("Petra", 25, 25 + 100, 40, 120),
    ("Parthia", 175, 175 + 125, 140, 240),
]


def merchant(edition, *agents, horrea):
    """Seat 0 with these agents and horrea, and nobody else anywhere."""
    t = table(edition)
    t.nobody_has_children()
    t.clear_agents()
    t.agent(0, *agents)
    t.horreum(0, *horrea)
    return t


@pytest.mark.parametrize(("market", "value", "boosted", "value_h", "full"), MARKETS)
def test_with_agents_and_horrea_on_both_ends(market, value, boosted, value_h, full):
    for edition, informed in (("short", boosted), ("horrea", full), ("forvm", boosted)):
        t = merchant(edition, "Rome", market, horrea=["Rome", market])
        assert t.trade()[0] == ROME[edition] + informed, edition


@pytest.mark.parametrize(("market", "value", "boosted", "value_h", "full"), MARKETS)
def test_without_a_horreum_in_rome_only_short_is_informed(market, value, boosted, value_h, full):
    for edition, expected in (("short", boosted), ("horrea", value_h), ("forvm", value)):
        t = merchant(edition, "Rome", market, horrea=[market])
        assert t.trade()[0] == expected, edition


@pytest.mark.parametrize(("market", "value", "boosted", "value_h", "full"), MARKETS)
@pytest.mark.parametrize("only", ["Rome", "market", "elsewhere"])
def test_an_agent_on_one_end_alone_is_not_enough(market, value, boosted, value_h, full, only):
    where = {"Rome": "Rome", "market": market, "elsewhere": "Athens"}[only]
    for edition, expected in (("short", value), ("horrea", value_h), ("forvm", value)):
        t = merchant(edition, where, horrea=["Rome", market])
        assert t.trade()[0] == ROME[edition] + expected, edition


@every_edition
def test_rome_itself_is_never_boosted(edition):
    t = merchant(edition, "Rome", horrea=["Rome"])
    assert t.trade()[0] == ROME[edition]


@pytest.mark.parametrize(("edition", "informed", "other"), [("short", 50, -25), ("forvm", 50, -25)])
def test_the_boost_is_added_to_a_negative_value_too(edition, informed, other):
    # Perge, three links away, pays −25 to each of two owners; the boost is 75.
    t = merchant(edition, "Rome", "Perge", horrea=["Rome", "Perge"])
    t.horreum(1, "Perge")
    assert t.trade()[:2] == [300 + informed, other]


@pytest.mark.parametrize("edition", ["short", "forvm"])
def test_a_boosted_value_may_still_be_negative(edition):
    # Narbo pays −25 to each of four; but Hispalis, four links away, −75: with 100 it is 25.
    t = merchant(edition, "Rome", "Hispalis", "Luna", horrea=["Rome", "Hispalis", "Luna"])
    for seat in (1, 2, 3):
        t.horreum(seat, "Hispalis", "Luna")
    assert t.trade() == [300 + 25 + 25, -75, -75, -75]


@pytest.mark.parametrize(
    ("market", "full", "shares"), [("Parthia", 240, -40), ("Hispalis", 180, -35), ("Luna", 120, -20)]
)
def test_horrea_the_full_value_is_undivided_however_many_share_the_market(market, full, shares):
    t = merchant("horrea", "Rome", market, horrea=["Rome", market])
    for seat in (1, 2, 3):
        t.horreum(seat, market)
        t.money[seat] = 500
    assert t.trade() == [240 + full, shares, shares, shares]


def test_horrea_several_may_be_informed_on_one_market():
    t = merchant("horrea", "Rome", "Luna", horrea=["Rome", "Luna"])
    t.agent(1, "Rome", "Luna")
    t.horreum(1, "Rome", "Luna")
    assert t.trade()[:2] == [120 + 120, 120 + 120]


@pytest.mark.parametrize(("edition", "total"), [("short", 300 + 100 + 100 + 25), ("horrea", 240 + 120 + 120 + 40)])
def test_every_market_with_an_agent_is_informed_and_no_other(edition, total):
    t = merchant(edition, "Rome", "Luna", "Narbo", horrea=["Rome", "Luna", "Narbo", "Petra"])
    assert t.trade()[0] == total


def test_an_intruders_agent_counts():
    t = table("forvm")
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    t.horreum(0, "Rome", "Luna")
    assert t.trade()[0] == 300 + 100


def test_house_rules_may_change_the_conditions_and_sums():
    house = {"trade.informed_needs_rome": False, "trade.boost": [7, 50, 75, 100, 125]}
    t = table("forvm", house=house)
    t.agent(0, "Luna")
    t.horreum(0, "Luna")
    assert t.trade()[0] == 75 + 7
    t = table("short", house={"trade.informed_pays": "full", "trade.full.small": 333})
    t.agent(0, "Luna")
    t.horreum(0, "Luna")
    assert t.trade()[0] == 333
