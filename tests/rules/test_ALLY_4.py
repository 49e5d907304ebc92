"""ALLY-4: an alliance is dissolved by wish, fate or attack: both lose 2 prestige, and (H, F) the price is repaid."""

import pytest

from tests.rules.table import every_edition, many_intrigues, table


def allies(edition, payer, price, money=(500, 500), prestige=(5, 5)):
    """Seats 0 and 1 are allied, and ``payer`` paid for it; nobody has children."""
    t = table(edition)
    t.nobody_has_children()
    t.ally(payer, 1 - payer, price)
    t.money[:2] = money
    t.prestige[:2] = prestige
    return t


@pytest.mark.parametrize("payer", [0, 1])
def test_short_by_wish_both_lose_2_and_nothing_is_repaid(payer):
    t = allies("short", payer, 300)
    t.begin("intrigue")
    t.play("divorce", 1)
    assert not t.allied(0, 1)
    assert t.prestige[:2] == [3, 3]
    assert t.money[:2] == [500, 500]


@many_intrigues
@pytest.mark.parametrize(("payer", "money"), [(0, [800, 200]), (1, [200, 800])])
def test_elsewhere_who_was_paid_repays_the_price(edition, payer, money):
    t = allies(edition, payer, 300)
    t.begin("intrigue")
    t.play("divorce", 1)
    assert not t.allied(0, 1)
    assert t.prestige[:2] == [3, 3]
    assert t.money[:2] == money


@every_edition
def test_either_may_wish_it_in_their_own_intrigue(edition):
    t = allies(edition, 0, 0)
    t.begin("intrigue")
    assert t.options("divorce") == [1]
    t.end()
    assert t.question == ("intrigue", 1)
    assert t.options("divorce") == [0]
    t.play("divorce", 0)
    assert not t.allied(0, 1)


@every_edition
def test_only_an_alliance_of_ones_own(edition):
    t = allies(edition, 0, 0)
    t.ally(2, 3)
    t.begin("intrigue")
    assert t.why_not("divorce", 2) == "ALLY-4"
    assert t.why_not("divorce", 0) == "ALLY-4"


def test_short_it_is_their_intrigue():
    t = allies("short", 0, 0)
    t.ally(0, 2)
    t.begin("intrigue")
    t.play("divorce", 1)
    assert t.to_act == 2


@every_edition
def test_the_children_stay_used_up(edition):
    t = allies(edition, 0, 100)
    t.begin("intrigue")
    t.play("divorce", 1)
    assert [t.sons(seat) + t.daughters(seat) for seat in (0, 1)] == [0, 0]


@many_intrigues
def test_repaying_follows_debt_2(edition):
    # After the loss of 2 prestige the debtor has $50 and 1 prestige: $150 of the 400 can be raised.
    t = allies(edition, 1, 400, money=(50, 0), prestige=(3, 1))
    t.begin("intrigue")
    t.play("divorce", 1)
    assert (t.money[0], t.prestige[0]) == (0, 0)
    assert (t.money[1], t.prestige[1]) == (150, 0)


@many_intrigues
def test_repaying_with_a_loan_keeps_what_is_over(edition):
    t = allies(edition, 1, 150, money=(0, 0), prestige=(9, 9))
    t.begin("intrigue")
    t.play("divorce", 1)
    assert (t.money[0], t.prestige[0]) == (50, 5)  # two points sold for 200
    assert (t.money[1], t.prestige[1]) == (150, 7)


def challenge_an_ally(edition, payer, price, **position):
    t = allies(edition, payer, price, **position)
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    t.begin("intrigue")
    t.challenge("Luna")
    return t


@every_edition
@pytest.mark.parametrize("pips", [1, 6])
def test_a_challenge_dissolves_it_whatever_the_die_says(edition, pips):
    t = challenge_an_ally(edition, 0, 0)
    assert not t.allied(0, 1)  # before the die
    assert t.prestige[:2] == [3, 3]
    t.roll(pips)
    assert not t.allied(0, 1)


@every_edition
@pytest.mark.parametrize("pips", [1, 6])
def test_an_attack_on_the_allys_horreum_dissolves_it_whatever_the_die_says(edition, pips):
    t = allies(edition, 0, 0)
    t.agent(0, "Luna")
    t.horreum(1, "Luna", "Puteoli")
    t.begin("build")
    t.play("destroy", 1, "Luna")
    assert not t.allied(0, 1)
    assert t.prestige[:2] == [3, 3]
    t.roll(pips)
    assert t.prestige[:2] == [3, 3]


@every_edition
def test_an_attack_on_somebody_elses_does_not(edition):
    t = allies(edition, 0, 0)
    t.agent(2, "Luna")
    t.agent(0, "Luna")
    t.horreum(1, "Rome")
    t.horreum(2, "Rome")
    t.begin("intrigue")
    t.challenge("Luna")
    t.roll(6)
    t.begin("build")
    t.play("destroy", 2, "Rome")
    t.roll(6)
    assert t.allied(0, 1)
    assert t.prestige[:2] == [5, 5]


@many_intrigues
def test_order_cost_then_prestige_then_repayment_then_die(edition):
    # The attacker was paid $300. $250 − 200 = 50; prestige 3 − 2 = 1; 50 and one point repay 150 of the 300.
    t = challenge_an_ally(edition, 1, 300, money=(250, 0), prestige=(3, 2))
    assert (t.money[0], t.prestige[0]) == (0, 0)
    assert (t.money[1], t.prestige[1]) == (150, 0)
    assert t.asks == "the die of a challenge"
    changes = t.story("money", "prestige", "borrowed")
    assert changes[-6:] == [
        ("money", 0, -200),
        ("prestige", 0, -2),
        ("prestige", 1, -2),
        ("borrowed", 0, 1),
        ("money", 0, -150),
        ("money", 1, 150),
    ]


@every_edition
def test_the_loan_for_the_cost_comes_before_the_loss_of_prestige(edition):
    # Two of three points are sold for the cost; the loss then takes the one that is left.
    t = challenge_an_ally(edition, 0, 0, money=(0, 0), prestige=(3, 0))
    assert t.prestige[:2] == [0, 0]
    assert t.asks == "the die of a challenge"


@many_intrigues
def test_the_attacked_repay_too(edition):
    t = challenge_an_ally(edition, 0, 300)
    assert t.money[:2] == [500 - 200 + 300, 500 - 300]


def test_short_an_attack_repays_nothing():
    t = challenge_an_ally("short", 1, 300)
    assert t.money[:2] == [300, 500]


def test_a_house_rule_may_change_the_loss_and_the_repayment():
    t = table("short", house={"alliance.loss": 1, "alliance.repaid": True})
    t.ally(0, 1, 100)
    t.prestige[:2] = [5, 5]
    t.begin("intrigue")
    t.play("divorce", 1)
    assert t.prestige[:2] == [4, 4]
    assert t.money[:2] == [300, 100]
