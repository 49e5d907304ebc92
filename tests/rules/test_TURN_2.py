"""TURN-2: the next turn begins with the player on the first player's left."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
@pytest.mark.parametrize("players", [3, 4])
def test_each_begins_a_turn_in_order(edition, players):
    t = table(edition, players, first=1)
    firsts = []
    for turn in range(1, 6):
        assert t.turn == turn
        firsts.append(t.first)
        for phase in ("move", "intrigue", "build"):
            assert t.question == (phase, t.first)
            t.end_phase()
        t.draw("census" if turn < 4 else "plague")
    assert firsts == [(1 + turn) % players for turn in range(5)]


def test_two_players_take_turns_to_begin():
    t = table("forvm", players=2, house={"players.min": 2})
    t.fate("census")
    assert (t.first, t.question) == (1, ("move", 1))
    t.fate("census")
    assert (t.first, t.question) == (0, ("move", 0))


@every_edition
def test_the_turns_first_player_draws(edition):
    t = table(edition, first=3)
    t.begin("fate")
    assert t.question == ("a fate card", 3)
