"""SETUP-4: every player rolls; the highest begins; those who tie for highest roll again."""

import pytest

from tests.rules.table import every_edition, new_table


def rolls(edition, players, *dice):
    """A table where these dice have fallen, and the seats that rolled them."""
    t = new_table(edition, players)
    while t.asks == "a family card":
        t.deal("son" if t.odds().get("son") else "daughter")
    seats = []
    for pips in dice:
        assert t.asks == "who begins"
        seats.append(t.to_act)
        t.roll(pips)
    return t, seats


@every_edition
@pytest.mark.parametrize(("dice", "first"), [((6, 1, 2, 3), 0), ((1, 2, 3, 2), 2), ((1, 1, 1, 2), 3)])
def test_the_highest_begins(edition, dice, first):
    t, seats = rolls(edition, 4, *dice)
    assert seats == [0, 1, 2, 3]
    assert t.question == ("move", first)
    assert (t.first, t.turn) == (first, 1)


@every_edition
def test_only_those_who_tie_for_highest_roll_again(edition):
    t, seats = rolls(edition, 4, 2, 5, 4, 5, 3, 6)
    assert seats == [0, 1, 2, 3, 1, 3]
    assert t.question == ("move", 3)


@every_edition
def test_a_second_tie_is_rolled_again_by_those_who_still_tie(edition):
    t, seats = rolls(edition, 4, 6, 6, 6, 1, 2, 2, 1, 4, 3)
    assert seats == [0, 1, 2, 3, 0, 1, 2, 0, 1]
    assert t.question == ("move", 0)


@every_edition
def test_a_tie_for_second_does_not_matter(edition):
    t, _ = rolls(edition, 3, 4, 5, 4)
    assert t.question == ("move", 1)


@every_edition
def test_three_players_may_all_tie(edition):
    t, seats = rolls(edition, 3, 1, 1, 1, 1, 1, 1, 1, 1, 2)
    assert seats == [0, 1, 2] * 3
    assert t.question == ("move", 2)


def test_a_die_has_six_equal_sides():
    t, _ = rolls("forvm", 4)
    assert t.odds() == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}


def test_a_lower_second_roll_is_not_measured_by_the_first():
    t, _ = rolls("forvm", 4, 6, 6, 1, 1, 1, 2)
    assert t.question == ("move", 1)
