"""DEBT-2: a forced loss beyond all means takes what there is; the rest is forgiven."""

import pytest

from tests.rules.table import every_edition, many_intrigues, table


def wrecked(edition, money, prestige, *markets, house=None):
    """Seat 0 pays $200 for each of these markets."""
    t = table(edition, house=house)
    t.horreum(0, *markets)
    t.money[0] = money
    t.prestige[0] = prestige
    t.fate("shipwreck")
    return t


@every_edition
@pytest.mark.parametrize(
    ("money", "prestige", "after"),
    [
        (250, 3, (50, 3)),
        (200, 0, (0, 0)),
        (30, 3, (30, 1)),  # two points are sold
        (30, 2, (30, 0)),
        (30, 1, (0, 0)),  # 130 of the 200
        (30, 0, (0, 0)),
        (0, 0, (0, 0)),
    ],
)
def test_a_fate_card(edition, money, prestige, after):
    t = wrecked(edition, money, prestige, "Carthage")
    assert (t.money[0], t.prestige[0]) == after


@every_edition
def test_a_bad_trade(edition):
    t = table(edition)
    t.nobody_has_children()
    t.horreum(0, "Petra", "Memphis", "Coptos")
    t.horreum(1, "Petra", "Memphis", "Coptos")
    t.money[0] = 20
    t.trade()  # −150 in S and F, −60 in H
    assert (t.money[0], t.prestige[0]) == (0, 0)


@many_intrigues
def test_a_repaid_price_and_the_payer_gets_no_more_than_there_is(edition):
    t = table(edition)
    t.nobody_has_children()
    t.ally(1, 0, price=900)
    t.money[:2] = [130, 0]
    t.prestige[:2] = [4, 4]
    t.begin("intrigue")
    t.play("divorce", 1)
    assert (t.money[0], t.prestige[0]) == (0, 0)
    assert t.money[1] == 130 + 200


@every_edition
def test_nothing_is_owed_afterwards(edition):
    t = wrecked(edition, 0, 1, "Carthage", "Rhodes")
    assert (t.money[0], t.prestige[0]) == (0, 0)
    t.nobody_has_children()
    assert t.trade()[0] > 200


def test_without_loans_only_the_money_goes():
    t = wrecked("forvm", 150, 3, "Carthage", house={"loan.rate": 0})
    assert (t.money[0], t.prestige[0]) == (0, 3)
