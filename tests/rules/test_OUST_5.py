"""OUST-5: a challenger who cannot raise the cost loses at once, without a roll and without paying."""

import pytest

from tests.rules.table import every_edition, many_intrigues, table


def poor_intruder(edition, money, prestige=0):
    t = table(edition)
    t.nobody_has_children()
    t.money[0] = money
    t.prestige[0] = prestige
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    return t


@every_edition
@pytest.mark.parametrize(("money", "prestige"), [(0, 0), (199, 0), (99, 1)])
def test_without_the_means_the_agent_is_lost_and_nothing_paid(edition, money, prestige):
    t = poor_intruder(edition, money, prestige)
    t.begin("intrigue")
    assert t.asks == "build"
    assert t.agents(0) == ["Rome"]
    assert t.queue("Luna") == [1]
    assert (t.money[0], t.prestige[0]) == (money, prestige)


@every_edition
@pytest.mark.parametrize(("money", "prestige"), [(200, 0), (100, 1), (0, 2)])
def test_with_money_and_loan_together_it_is_fought(edition, money, prestige):
    t = poor_intruder(edition, money, prestige)
    t.begin("intrigue")
    assert t.asks == "the die of a challenge"
    assert (t.money[0], t.prestige[0]) == (0, 0)


@every_edition
def test_it_is_no_attack_and_ends_no_alliance(edition):
    t = poor_intruder(edition, 0, prestige=1)
    t.prestige[1] = 4
    t.ally(1, 0, price=100)
    t.begin("intrigue")
    if t.to_act == 0:  # where a divorce would have been another choice
        t.play("oust", "Luna")
    assert t.allied(0, 1)
    assert t.prestige[:2] == [1, 4]
    assert t.agents(0) == ["Rome"]


def test_short_it_is_their_intrigue():
    t = poor_intruder("short", 0)
    t.ally(2, 0)
    t.begin("intrigue")
    assert t.agents(0) == ["Rome"]
    assert t.to_act == 2  # seat 0 might have divorced, but has had their intrigue


@many_intrigues
def test_elsewhere_other_intrigues_may_follow(edition):
    t = poor_intruder(edition, 0)
    t.ally(2, 0)
    t.begin("intrigue")
    t.play("oust", "Luna")
    assert t.question == ("intrigue", 0)
    assert t.options("divorce") == [2]


@every_edition
def test_with_money_for_one_of_two_challenges_the_other_is_lost(edition):
    t = poor_intruder(edition, 200)
    t.agent(1, "Narbo")
    t.agent(0, "Narbo")
    t.begin("intrigue")
    t.play("oust", "Narbo")
    t.roll(4)
    assert t.agents(0) == ["Rome", "Narbo"]
    assert t.queue("Luna") == [1]


@many_intrigues
def test_an_intruder_may_first_earn_the_money_or_spend_it(edition):
    t = poor_intruder(edition, 200)
    t.children(0, sons=1)
    t.begin("intrigue")
    t.play("wed", "son", "Luna")  # −$200, +1 prestige: no longer enough for a challenge
    assert t.agents(0) == ["Rome"]
    assert t.married("Luna") == 0
