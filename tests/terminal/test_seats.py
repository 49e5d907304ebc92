"""Who sits at the table."""

import pytest

from forvm import Game, play_out
from forvm.errors import ForvmError
from forvm.terminal.seats import RandomBot, default_seats, seats_for


def test_people_bots_and_their_names():
    seats = seats_for(["you", "Ada", "random", "RANDOM"], seed=1)
    assert [seat.name for seat in seats] == ["Aulus", "Ada", "Cornelia", "Drusilla"]
    assert [seat.bot is None for seat in seats] == [True, True, False, False]
    assert [seat.kind for seat in seats] == ["you", "Ada", "random", "random"]


def test_by_default_one_person_plays_against_bots():
    for players in (3, 4):
        seats = seats_for(default_seats(players))
        assert [seat.bot is None for seat in seats] == [True] + [False] * (players - 1)


def test_a_bot_that_is_misspelt_is_no_person():
    with pytest.raises(ForvmError, match="Did you mean random"):
        seats_for(["you", "randm"])


def test_the_random_bot_plays_to_the_end_and_repeats_itself():
    games = [Game("horrea", 3), Game("horrea", 3)]
    for game in games:
        play_out(game, RandomBot(9), seed=2)
    assert games[0].state == games[1].state
    kinds = {move.notation.partition(":")[0] for move in games[0].history}
    assert {"propose", "accept", "refuse", "enter"} <= kinds
