"""Chance and bots at the table: dice that a seed repeats, and whole games by bots."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from forvm.engine.rng import random_below, seed_numbers
from forvm.engine.scratch import Scratch
from forvm.errors import ForvmError
from forvm.notation.phases import CHANCE

if TYPE_CHECKING:
    from forvm.game.game import Game
    from forvm.game.move import Move
    from forvm.game.outcome import Outcome


class Dice:
    """Dice and shuffled decks: the same seed and stream give the same luck, here and in compiled play.

    >>> Dice(7).below(6) == Dice(7).below(6)
    True
    """

    __slots__ = ("scratch",)

    def __init__(self, seed: int | None = None, stream: int = 0) -> None:
        self.scratch = Scratch()
        seed_numbers(self.scratch, secrets.randbits(60) if seed is None else seed, stream)

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1."""
        return random_below(self.scratch, n)


class Bot(Protocol):
    """Anything that chooses a move when its seat is to act."""

    def choose(self, game: Game, seat: int) -> Move:
        """One of ``game.legal()``."""
        ...


def play_out(game: Game, bots: Bot | Sequence[Bot], seed: int = 1) -> Outcome:
    """Play a game to its end: one bot for each seat, or one for all; chance follows the seed.

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
