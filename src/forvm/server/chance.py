"""Dice and cards at the table: where the server's luck comes from.

Every die and card has a number of its own within its game: the position it fell in. So a game that is read from the
store goes on with the same luck, whenever the server was stopped, and nobody can roll again by taking a move back.
"""

from __future__ import annotations

import secrets

from forvm.game import Dice, Game

SEED_BITS = 60


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(SEED_BITS)


def roll(game: Game, seed: int) -> int:
    """What the die or card that is due in this position shows, as a move's id. The game is left as it is."""
    twin = game.copy()
    return twin.roll(Dice(seed, stream=len(game.history))).id
