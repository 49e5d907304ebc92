"""DEBT-4: the ladder of debt: money down to −500, ⌈debt after ÷ 100⌉ − ⌈debt before ÷ 100⌉ points for owing more."""

import pytest

from tests.rules.table import every_edition, table

LADDER = {"loan.kind": "ladder"}


def builder(money, prestige, cost=100, edition="forvm"):
    """Seat 0 may build in Rome, where no milestone is earned."""
    t = table(edition, house={**LADDER, "build.cost": cost})
    t.money[0] = money
    t.prestige[0] = prestige
    t.begin("build")
    return t


@every_edition
@pytest.mark.parametrize(
    ("money", "prestige", "cost", "after"),
    [
        (300, 2, 100, (200, 2)),
        (100, 2, 100, (0, 2)),
        (50, 2, 100, (-50, 1)),  # ⌈0.5⌉ = 1
        (0, 2, 100, (-100, 1)),
        (99, 2, 100, (-1, 1)),
        (0, 2, 101, (-101, 0)),  # ⌈1.01⌉ = 2
        (-50, 2, 100, (-150, 1)),  # ⌈1.5⌉ − ⌈0.5⌉ = 1
        (-50, 2, 50, (-100, 2)),  # ⌈1⌉ − ⌈0.5⌉ = 0
        (-50, 0, 50, (-100, 0)),
        (-50, 9, 200, (-250, 7)),  # 3 − 1
        (-400, 9, 100, (-500, 8)),
        (200, 9, 700, (-500, 4)),
    ],
)
def test_what_owing_more_costs(edition, money, prestige, cost, after):
    t = builder(money, prestige, cost, edition)
    t.play("build", "Rome")
    assert (t.money[0], t.prestige[0]) == after


@pytest.mark.parametrize(
    ("money", "prestige", "cost"),
    [
        (0, 0, 1),  # a point must be there
        (0, 1, 101),
        (50, 1, 200),
        (-50, 0, 51),
        (-100, 0, 1),
        (-400, 14, 101),  # no lower than −500
        (0, 14, 501),
        (-500, 14, 1),
    ],
)
def test_what_cannot_be_raised_cannot_be_chosen(money, prestige, cost):
    t = builder(money, prestige, cost)
    assert t.question != ("build", 0) or "Rome" not in t.options("build")


def test_income_pays_the_debt_off_first_and_prestige_does_not_return():
    t = builder(-150, 2)
    t.nobody_has_children()
    t.horreum(0, "Rome")
    t.trade()
    assert (t.money[0], t.prestige[0]) == (150, 2)


def test_falling_again_costs_again():
    t = builder(50, 3)
    t.play("build", "Rome")
    assert (t.money[0], t.prestige[0]) == (-50, 2)
    t.money[0] += 100  # some income
    t.agent(0, "Luna", "Puteoli")
    t.horreum(0, "Rimini")  # so that neither is the first in its region
    t.begin("build")
    t.play("build", "Luna")
    assert (t.money[0], t.prestige[0]) == (-50, 1)
    t.begin("build")
    t.play("build", "Puteoli")
    assert (t.money[0], t.prestige[0]) == (-150, 0)


def test_part_of_the_debt_may_be_paid_off():
    t = builder(-350, 2)
    t.nobody_has_children()
    t.horreum(0, "Rome")
    t.trade()
    assert (t.money[0], t.prestige[0]) == (-50, 2)


@pytest.mark.parametrize(
    ("money", "prestige", "after"),
    [
        (700, 1, (100, 1)),
        (550, 5, (-50, 4)),
        (50, 1, (-100, 0)),  # as low as prestige allows; the rest is forgiven
        (0, 0, (0, 0)),
        (-150, 0, (-200, 0)),  # the second hundred is paid for
        (-150, 2, (-400, 0)),
        (0, 9, (-500, 4)),  # no lower than −500
        (-500, 9, (-500, 9)),
    ],
)
def test_a_forced_loss_takes_money_as_low_as_prestige_allows(money, prestige, after):
    t = table("forvm", house=LADDER)
    t.horreum(0, "Carthage", "Alexandria", "Rhodes")
    t.money[0] = money
    t.prestige[0] = prestige
    t.fate("shipwreck")  # 3 × $200
    assert (t.money[0], t.prestige[0]) == after


def test_a_price_below_0_may_be_named_if_it_can_be_raised():
    t = table("forvm", house=LADDER)
    t.money[0] = 30
    t.prestige[0] = 2
    t.begin("intrigue")
    assert max(price for _, _, price in t.options("propose")) == 225
    t.play("propose", 1, "son", 225)
    t.play("accept")
    assert (t.money[0], t.prestige[0]) == (-195, 2)  # two points for the debt, two for the alliance
    assert t.money[1] == 425


def test_a_challenge_may_be_paid_from_debt():
    t = table("forvm", house=LADDER)
    t.nobody_has_children()
    t.money[0] = -100
    t.prestige[0] = 2
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    t.begin("intrigue")
    assert t.asks == "the die of a challenge"
    assert (t.money[0], t.prestige[0]) == (-300, 0)


def test_a_house_rule_may_change_rate_and_floor():
    t = table("forvm", house={**LADDER, "loan.rate": 40, "loan.floor": 90, "build.cost": 90})
    t.money[0] = 0
    t.prestige[0] = 3
    t.begin("build")
    t.play("build", "Rome")
    assert (t.money[0], t.prestige[0]) == (-90, 0)  # ⌈90 ÷ 40⌉ = 3
