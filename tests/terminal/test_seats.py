"""Who sits at the table."""

import subprocess
import sys

import pytest

from forvm import Dice, Game
from forvm.errors import ForvmError
from forvm.terminal.seats import default_seats, seats_for


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
    with pytest.raises(ForvmError, match="Did you mean tiro"):
        seats_for(["you", "tirro"])
    with pytest.raises(ForvmError, match="cannot be loaded"):
        seats_for(["you", "nowhere:Bot"])


def test_without_numpy_there_is_still_somebody_to_play_with():
    script = (
        "import sys; sys.modules['numpy'] = sys.modules['numba'] = None\n"
        "from forvm.terminal.seats import default_seats, seats_for\n"
        "print(default_seats(3), seats_for(['tiro'])[0].bot is not None)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert done.stdout.strip() == "['you', 'tiro', 'tiro'] True", done.stderr


def test_bots_of_every_kind_take_a_seat_and_play():
    for name in ("tiro", "merchant", "aedile", "search:sims=20"):
        (seat,) = seats_for([name], seed=1)
        game = Game("horrea", 3)
        game.roll_all(Dice(1))
        assert seat.bot is not None
        assert game.to_act is not None
        assert seat.bot.choose(game, game.to_act) in game.legal()
