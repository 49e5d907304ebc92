"""Whole games between bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from forvm.errors import ForvmError
from forvm.game.dice import Dice
from forvm.game.game import Game
from forvm.game.game_move import Move
from forvm.game.outcome import Outcome
from forvm.notation.phases import CHANCE


class Bot(Protocol):
    """Anything that chooses a move when its seat is to act."""

    def choose(self, game: Game, seat: int) -> Move:
        """Returns one of ``game.legal()``."""
        ...


def play_out(game: Game, bots: Bot | Sequence[Bot], seed: int = 1) -> Outcome:
    """Play a game to its end, with one bot for each seat or one for all. Dice follow from the seed.

    >>> import forvm
    >>> class First:
    ...     def choose(self, game, seat):
    ...         return game.legal()[-1]
    >>> rules = forvm.content.from_overrides("forvm", {"win.turn_limit": 2})
    >>> game = forvm.Game(rules, players=3)
    >>> play_out(game, First(), seed=1).clause
    'RECKON-3'
    """
    seats = list(bots) if isinstance(bots, Sequence) else [bots] * len(game.players)
    if len(seats) != len(game.players):
        raise ForvmError(f"The game has {len(game.players)} seats, but {len(seats)} bots were given: one each.")
    dice = Dice(seed)
    while (seat := game.to_act) is not None:
        if seat == CHANCE:
            game.roll(dice)
        else:
            game.play(seats[seat].choose(game.seen_by(seat), seat))
    outcome = game.outcome
    assert outcome is not None
    return outcome
