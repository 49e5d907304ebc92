"""Dice that a seed repeats."""

from __future__ import annotations

import secrets

from forvm.engine.rng import random_below, seed_numbers
from forvm.engine.scratch import Scratch


class Dice:
    """Rolls dice and draws cards. The same seed and stream give the same results, here and in compiled games.

    >>> Dice(7).below(6) == Dice(7).below(6)
    True
    """

    __slots__ = ("scratch",)

    def __init__(self, seed: int | None = None, stream: int = 0) -> None:
        self.scratch = Scratch()
        seed_numbers(self.scratch, secrets.randbits(60) if seed is None else seed, stream)

    def below(self, n: int) -> int:
        """Returns a random number from 0 to n - 1."""
        return random_below(self.scratch, n)
