"""Dice and cards at the table: where the server's luck comes from.

Every die and card has a number of its own within its game, that of its event, which never comes twice. So a game that
is read from the store goes on with the same luck, whenever the server was stopped. What falls after moves were taken
back has a number nobody has seen yet: knowing the die that was taken back helps nobody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from forvm.game import Dice, Game
from forvm.game.fairdice import FairDice, new_secret
from forvm.server.messages.dice import Entropy, Seal
from forvm.server.setup import DiceSetup, Setup

SEED_BITS = 60


def new_dice(game: str, entropy: Sequence[str | None] = ()) -> DiceSetup:
    """Dice that nobody can guess."""
    return DiceSetup(game, new_secret().hex(), tuple(entropy))


def seeded_dice(seed: int) -> DiceSetup:
    """Dice that a seed repeats, whatever the game: for those who want the same luck once more."""
    return DiceSetup("seeded", hashlib.sha256(f"FORVM seed {seed}".encode()).hexdigest())


def fair_dice(dice: DiceSetup) -> FairDice:
    """The dice themselves."""
    return FairDice(bytes.fromhex(dice.secret), dice.game, dice.entropy)


def seal(dice: DiceSetup, names: Sequence[str | None]) -> Seal:
    """What everyone may know of the dice from the beginning."""
    added = [Entropy(seat, names[seat] or "", text) for seat, text in enumerate(dice.entropy) if text is not None]
    return Seal(dice.game, fair_dice(dice).proof().commitment, added)


def roll(game: Game, setup: Setup) -> int:
    """What the die or card that is due in this position shows, as a move's id. The game is left as it is."""
    if setup.dice is not None:
        return fair_dice(setup.dice).draw(game)
    # Begun before there were dice that can be checked: the position alone decides.
    return game.copy().roll(Dice(setup.seed, stream=len(game.history))).id
