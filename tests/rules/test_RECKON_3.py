"""RECKON-3: at a turn limit the most prestige wins; ties as in RECKON-2."""

import pytest

from tests.rules.table import every_edition, table


def last_turn(edition, prestige, money=None, limit=1):
    t = table(edition, house={"win.turn_limit": limit})
    t.prestige[:] = prestige
    t.money[:] = money or [200] * 4
    return t


@every_edition
def test_the_most_prestige_wins_whatever_the_money(edition):
    t = last_turn(edition, [3, 7, 6, 0], [0, 0, 900, 900])
    t.begin("reckoning")
    assert t.asks == "over"
    assert t.winners == [1]


@every_edition
def test_ties_go_to_money_then_benefactions_then_are_shared(edition):
    t = last_turn(edition, [7, 7, 7, 0], [300, 400, 300, 900])
    t.begin("reckoning")
    assert t.winners == [1]
    t = last_turn(edition, [7, 7, 7, 0])
    t.given(2, 1, "food")
    t.begin("reckoning")
    assert t.winners == [2]
    t = last_turn(edition, [7, 7, 6, 7])
    t.begin("reckoning")
    assert t.winners == [0, 1, 3]


@every_edition
def test_with_15_or_more_prestige_it_is_a_common_victory(edition):
    t = last_turn(edition, [15, 20, 3, 0], [300, 200, 0, 0])
    t.begin("reckoning")
    assert t.winners == [0]


@pytest.mark.parametrize("limit", [2, 3])
def test_not_before_the_limit(limit):
    t = last_turn("forvm", [3, 7, 6, 0], limit=limit)
    for turn in range(1, limit):
        t.fate("census")
        assert (t.asks, t.turn) == ("move", turn + 1)
    t.fate("census")
    assert t.asks == "over"
    assert t.turn == limit


@every_edition
def test_without_a_limit_the_game_goes_on(edition):
    t = table(edition)
    for turn in range(1, 40):
        t.leave_in_deck("plague")
        t.fate("plague")
        assert (t.asks, t.turn) == ("move", turn + 1)


@every_edition
def test_the_marks_are_counted_before(edition):
    t = last_turn(edition, [3, 3, 0, 0], [1000, 999, 0, 0])
    t.reckon()
    assert t.winners == [0]
