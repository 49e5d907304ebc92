"""Census: who has $1000 or more enters the Senate, +1; who is in it with less leaves it, −1. Three cards."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
def test_there_are_three(edition):
    assert table(edition).cards_left("census") == 3


@every_edition
@pytest.mark.parametrize(("money", "enters"), [(999, False), (1000, True), (4000, True)])
def test_wealth_opens_the_senate(edition, money, enters):
    t = table(edition)
    t.money[1] = money
    t.fate("census")
    assert t.in_senate(1) == enters
    assert t.prestige[1] == int(enters)
    assert not t.in_senate(0)


@every_edition
@pytest.mark.parametrize("money", [1000, 1500])
def test_who_is_in_and_still_rich_stays_without_another_point(edition, money):
    t = table(edition)
    t.money[1] = money
    t.fate("census")
    t.fate("census")
    assert t.in_senate(1)
    assert t.prestige[1] == 1


@every_edition
def test_who_is_in_with_less_leaves_and_may_come_back(edition):
    t = table(edition)
    t.prestige[1] = 5
    t.money[1] = 1000
    t.fate("census")
    assert t.prestige[1] == 6
    t.money[1] = 999
    t.fate("census")
    assert not t.in_senate(1)
    assert t.prestige[1] == 5
    t.money[1] = 1000
    t.fate("census")
    assert t.in_senate(1)
    assert t.prestige[1] == 6


@every_edition
def test_who_never_was_in_loses_nothing(edition):
    t = table(edition)
    t.prestige[:] = [3] * 4
    t.fate("census")
    assert t.prestige == [3] * 4


def test_a_house_rule_may_change_the_threshold():
    t = table("forvm", house={"senate.threshold": 300})
    t.money[:] = [299, 300, 301, 0]
    t.fate("census")
    assert [t.in_senate(seat) for seat in range(4)] == [False, True, True, False]
