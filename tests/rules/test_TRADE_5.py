"""TRADE-5: the sum is one payment or receipt, promised income included; a flooded market adds nothing but counts."""

import pytest

from tests.rules.table import every_edition, table


def trader(edition):
    t = table(edition)
    t.nobody_has_children()
    t.clear_agents()
    return t


@every_edition
def test_good_and_bad_are_added_up_before_anything_is_paid(edition):
    # With no money and no prestige the bad markets would be forgiven if they were paid on their own.
    t = trader(edition)
    t.money[0] = 0
    t.horreum(0, "Rome", "Petra")
    t.horreum(1, "Petra")
    expected = {"short": 300 - 50, "horrea": 240 - 20, "forvm": 300 - 50}[edition]
    assert t.trade()[0] == expected


@pytest.mark.parametrize(("edition", "short_of"), [("short", 100), ("horrea", 40), ("forvm", 100)])
def test_a_bad_sum_is_one_forced_payment(edition, short_of):
    t = trader(edition)
    t.horreum(0, "Petra", "Memphis")
    t.horreum(1, "Petra", "Memphis")
    t.money[:2] = [30, 500]
    t.prestige[0] = 5
    t.trade()
    # One point is sold and covers the whole of it.
    assert (t.money[0], t.prestige[0]) == (130 - short_of, 4)
    assert t.money[1] == 500 - short_of


@every_edition
def test_promised_income_comes_with_or_without_horrea(edition):
    t = trader(edition)
    t.agent(0, "Ephesus")
    t.agent(1, "Lugdunum")
    t.horreum(1, "Rome")
    t.fate("dispatch")
    assert t.money[:2] == [200, 200]  # not at once
    rome = {"short": 300, "horrea": 240, "forvm": 300}[edition]
    assert t.trade() == [500, 500 + rome, 0, 0]
    assert t.trade() == [0, rome, 0, 0]  # and not again


@every_edition
def test_promises_add_up(edition):
    t = trader(edition)
    t.horreum(0, "Rome", "Alexandria")
    t.agent(0, "Ephesus")
    t.fate("praefectus_annonae")
    t.fate("dispatch")
    horrea = {"short": 425, "horrea": 350, "forvm": 425}[edition]
    assert t.trade()[0] == horrea + 1000
    assert t.trade()[0] == horrea + 500
    assert t.trade()[0] == horrea


@every_edition
def test_a_promise_is_part_of_the_one_sum(edition):
    t = trader(edition)
    t.agent(0, "Ephesus")
    t.horreum(0, "Petra")
    t.horreum(1, "Petra")
    t.money[0] = 0
    t.fate("dispatch")
    assert t.trade()[0] == {"short": 450, "horrea": 480, "forvm": 450}[edition]


@every_edition
def test_a_flooded_market_adds_nothing_once(edition):
    t = trader(edition)
    t.horreum(0, "Rome", "Luna")
    t.fate("floods")
    assert t.flooded(0) == "Rome"
    rome, luna = {"short": (300, 75), "horrea": (240, 70), "forvm": (300, 75)}[edition]
    assert t.trade()[0] == luna
    assert t.flooded(0) is None
    assert t.trade()[0] == luna + rome


@every_edition
def test_a_flooded_horreum_still_counts_among_those_of_its_market(edition):
    t = trader(edition)
    t.horreum(0, "Rome")
    t.fate("floods")
    t.horreum(1, "Rome")
    assert t.trade()[:2] == [0, {"short": 150, "horrea": 120, "forvm": 150}[edition]]


@every_edition
def test_a_flooded_rome_still_lets_trade_be_informed(edition):
    t = trader(edition)
    t.horreum(0, "Rome", "Luna")
    t.agent(0, "Rome", "Luna")
    t.fate("floods")
    assert t.flooded(0) == "Rome"
    assert t.trade()[0] == {"short": 100, "horrea": 120, "forvm": 100}[edition]


@every_edition
def test_a_flooded_market_still_carries_a_route(edition):
    t = trader(edition)
    t.horreum(0, "Rome", "Luna", "Marseille", "Lugdunum", "Londinium", "Eburacum")
    t.fate("floods")
    # Rome (300, 240) and the exotic market (300, 240) tie, and Rome is nearer.
    assert t.flooded(0) == "Rome"
    assert t.trade()[0] == {"short": 675, "horrea": 580, "forvm": 675}[edition]


@every_edition
def test_everyone_has_a_flood_of_their_own(edition):
    t = trader(edition)
    t.horreum(0, "Rome")
    t.horreum(1, "Rome", "Carthage")
    t.fate("floods")
    assert (t.flooded(0), t.flooded(1)) == ("Rome", "Carthage")
    rome = {"short": 150, "horrea": 120, "forvm": 150}[edition]
    assert t.trade()[:2] == [0, rome]
