"""RECKON-1: +1 prestige for every $1000 mark more than at the last reckoning, −1 for every mark fewer."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
@pytest.mark.parametrize(
    ("marks", "money", "change"),
    [(0, 999, 0), (0, 1000, 1), (0, 1999, 1), (0, 3400, 3), (2, 2100, 0), (2, 1999, -1), (3, 200, -3), (5, 7000, 2)],
)
def test_every_mark_counts_up_and_down(edition, marks, money, change):
    t = table(edition)
    t.prestige[:] = [5] * 4
    t.marks[1] = marks
    t.money[1] = money
    t.reckon()
    assert t.prestige == [5, 5 + change, 5, 5]
    assert t.marks[1] == money // 1000


@every_edition
def test_the_marks_are_those_of_the_last_reckoning(edition):
    t = table(edition)
    t.money[0] = 1500
    t.reckon()
    assert t.prestige[0] == 1
    t.money[0] = 2500  # what happened in between does not matter
    t.money[0] = 1200
    t.reckon()
    assert t.prestige[0] == 1
    t.money[0] = 900
    t.reckon()
    assert t.prestige[0] == 0
    t.money[0] = 1000
    t.reckon()
    assert t.prestige[0] == 1


@every_edition
def test_at_the_start_it_is_the_start_money(edition):
    t = table(edition, house={"start.money": 3000})
    t.reckon()
    assert t.prestige == [0] * 4
    t.money[2] = 4000
    t.reckon()
    assert t.prestige == [0, 0, 1, 0]


@every_edition
def test_a_loss_is_cut_at_0_and_the_marks_still_change(edition):
    t = table(edition)
    t.prestige[0] = 1
    t.marks[0] = 4
    t.reckon()
    assert (t.prestige[0], t.marks[0]) == (0, 0)
    t.money[0] = 1000
    t.reckon()
    assert t.prestige[0] == 1


def test_marks_are_never_below_0():
    t = table("forvm", house={"loan.kind": "ladder"})
    t.prestige[0] = 5
    t.money[0] = -500
    t.reckon()
    assert (t.prestige[0], t.marks[0]) == (5, 0)
    t.money[0] = 0
    t.reckon()
    assert t.prestige[0] == 5


def test_a_house_rule_may_change_marks_and_prestige():
    t = table("forvm", house={"reckon.mark": 300, "reckon.prestige": 2})
    t.money[0] = 1000
    t.reckon()
    assert t.prestige[0] == 6
