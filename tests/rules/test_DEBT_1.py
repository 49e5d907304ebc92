"""DEBT-1: a loan sells prestige, each point for $100, just as many as it takes; what is over stays."""

import pytest

from tests.rules.table import every_edition, table


def builder(edition, money, prestige, house=None):
    """Seat 0 may build in Rome, where no milestone is earned."""
    t = table(edition, house=house)
    t.money[0] = money
    t.prestige[0] = prestige
    t.begin("build")
    return t


@every_edition
@pytest.mark.parametrize(
    ("money", "prestige", "after"),
    [
        (100, 3, (0, 3)),  # nobody borrows with enough money
        (99, 3, (99, 2)),  # what is over stays theirs
        (1, 3, (1, 2)),
        (0, 1, (0, 0)),
        (350, 2, (250, 2)),
    ],
)
def test_as_many_points_as_it_takes(edition, money, prestige, after):
    t = builder(edition, money, prestige)
    t.play("build", "Rome")
    assert (t.money[0], t.prestige[0]) == after


@every_edition
def test_several_points_for_one_payment(edition):
    t = builder(edition, 130, 9)
    t.play("give", 2, "temple")  # $500: four points, and +1 for the gift
    assert (t.money[0], t.prestige[0]) == (30, 6)


@every_edition
def test_nothing_is_owed_afterwards(edition):
    t = builder(edition, 0, 2)
    t.play("build", "Rome")
    t.nobody_has_children()
    rome = {"short": 300, "horrea": 240, "forvm": 300}[edition]
    assert t.trade()[0] == rome
    assert (t.money[0], t.prestige[0]) == (rome, 1)


@every_edition
def test_what_cannot_be_raised_cannot_be_chosen(edition):
    t = builder(edition, 99, 0)
    assert t.to_act == 1
    t = builder(edition, 99, 1)
    assert t.why_not("give", 1, "temple") == "GIVE-2"
    assert t.why_not("build", "Rome") == "OK"


@every_edition
def test_the_payment_comes_before_the_gain_of_the_same_action(edition):
    # The first horreum of a region would bring a point, but that cannot be sold for building it.
    t = table(edition)
    t.agent(0, "Luna")
    t.money[0] = 0
    t.begin("build")
    assert t.to_act == 1
    t.prestige[0] = 1
    t.begin("build")
    t.play("build", "Luna")
    assert (t.money[0], t.prestige[0]) == (0, 1)


@every_edition
def test_there_is_no_borrowing_with_nothing_to_pay(edition):
    t = builder(edition, 500, 5)
    assert t.kinds() <= {"build", "destroy", "give", "end"}
    t.end()
    assert (t.money[0], t.prestige[0]) == (500, 5)


@pytest.mark.parametrize(("rate", "after"), [(50, (0, 2)), (30, (20, 0)), (100, (0, 3)), (400, (300, 3))])
def test_a_house_rule_may_change_what_a_point_brings(rate, after):
    t = builder("forvm", 0, 4, {"loan.rate": rate})
    t.play("build", "Rome")
    assert (t.money[0], t.prestige[0]) == after


def test_a_house_rule_may_forbid_loans():
    t = builder("forvm", 99, 12, {"loan.rate": 0})
    assert t.to_act == 1
    t = builder("forvm", 100, 12, {"loan.rate": 0})
    t.play("build", "Rome")
    assert (t.money[0], t.prestige[0]) == (0, 12)
