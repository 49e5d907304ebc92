"""ALLY-2: the bargaining: accept, refuse or name another price; three counter-offers in all, then yes or no."""

import pytest

from tests.rules.table import every_edition, table


def bargain(edition, price=100, money=200, prestige=0, **house):
    """Seat 0 has proposed to seat 1 at a price."""
    t = table(edition, house={key.replace("__", "."): value for key, value in house.items()})
    t.children(0, sons=1)
    t.children(1, daughters=1)
    t.money[0] = money
    t.prestige[0] = prestige
    t.begin("intrigue")
    t.play("propose", 1, "son", price)
    return t


@every_edition
def test_the_other_accepts_refuses_or_names_another_price(edition):
    t = bargain(edition)
    assert t.question == ("bargain", 1)
    assert t.kinds() == {"accept", "refuse", "counter"}
    assert t.options("counter") == [0, 25, 50, 75, 125, 150, 175, 200]
    assert t.why_not("counter", 100) == "ALLY-2"  # the one on the table


@every_edition
def test_then_the_proposer_answers_and_so_on_for_three_counter_offers(edition):
    t = bargain(edition)
    t.play("counter", 200)
    assert t.question == ("bargain", 0)
    assert t.why_not("counter", 200) == "ALLY-2"
    t.play("counter", 100)  # a price that was named before
    assert t.question == ("bargain", 1)
    t.play("counter", 175)
    assert t.question == ("bargain", 0)
    assert t.kinds() == {"accept", "refuse"}
    assert t.why_not("counter", 150) == "ALLY-2"
    t.play("accept")
    assert t.allied(0, 1)
    assert (t.money[0], t.money[1]) == (25, 375)


@every_edition
@pytest.mark.parametrize("counters", [(), (150,), (150, 125), (150, 125, 0)])
def test_accepting_closes_at_the_last_price_named(edition, counters):
    t = bargain(edition)
    for price in counters:
        t.play("counter", price)
    t.play("accept")
    last = (100, *counters)[-1]
    assert (t.money[0], t.money[1]) == (200 - last, 200 + last)


@every_edition
@pytest.mark.parametrize("counters", [(), (150,), (150, 125), (150, 125, 0)])
def test_either_may_refuse_at_any_point(edition, counters):
    t = bargain(edition)
    for price in counters:
        t.play("counter", price)
    t.play("refuse")
    assert not t.allied(0, 1)
    assert (t.money[:2], t.prestige[:2]) == ([200, 200], [0, 0])
    assert (t.sons(0), t.daughters(1)) == (1, 1)


@every_edition
def test_a_price_that_the_proposer_could_not_raise_cannot_be_named_by_either(edition):
    t = bargain(edition, price=350, money=180, prestige=2)
    assert max(t.options("counter")) == 375
    assert t.why_not("counter", 400) == "ALLY-2"
    t.play("counter", 375)
    assert max(t.options("counter")) == 350
    assert t.why_not("counter", 400) == "ALLY-2"


@every_edition
def test_the_others_wealth_does_not_matter(edition):
    t = bargain(edition, money=0, price=0)
    t.money[1] = 900
    assert t.options("counter") == []
    assert t.kinds() == {"accept", "refuse"}


@every_edition
def test_no_other_decision_is_taken_meanwhile(edition):
    t = bargain(edition)
    t.agent(1, "Luna")
    assert t.why_not("end") == "ALLY-2"
    assert t.why_not("wed", "daughter", "Luna") == "ALLY-2"
    assert t.why_not("propose", 2, "daughter", 0) == "ALLY-2"


@pytest.mark.parametrize("counters", [0, 1, 2, 5])
def test_a_house_rule_may_change_the_number_of_counter_offers(counters):
    t = bargain("forvm", price__counter_offers=counters)
    for i in range(counters):
        t.play("counter", 50 + 50 * (i % 2))
    assert t.kinds() == {"accept", "refuse"}
    assert t.to_act == (1 if counters % 2 == 0 else 0)


def test_a_house_rule_may_change_steps_and_the_highest_price():
    t = bargain("forvm", price__step=10, price__highest=120)
    assert t.options("counter") == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 110, 120]
