"""Who sits at the table: people by their names, bots by their kind."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import ModuleType

from forvm.content.parameters import did_you_mean
from forvm.errors import ForvmError
from forvm.game import Bot, Dice, Game, Move

YOU = "you"
RANDOM = "random"
NAMES = ("Aulus", "Brutus", "Cornelia", "Drusilla")  # each begins with its seat's letter


class RandomBot:
    """Chooses a kind of move at random, then one of that kind: so it does not only bargain over prices."""

    def __init__(self, seed: int | None = None) -> None:
        self._dice = Dice(seed, stream=1)

    def choose(self, game: Game, seat: int) -> Move:
        """One of the legal moves."""
        legal = game.legal()
        kinds = sorted({move.kind for move in legal})
        kind = kinds[self._dice.below(len(kinds))]
        among = [move for move in legal if move.kind == kind]
        return among[self._dice.below(len(among))]


@dataclass(frozen=True)
class Seat:
    """A place at the table; without a bot a person sits there."""

    name: str
    kind: str  # what was asked for: "you", a person's name, or a bot's kind
    bot: Bot | None = None

    def renamed(self, name: str) -> Seat:
        """The same seat under the name that a record gives it."""
        return replace(self, name=name)


def seats_for(words: Sequence[str], seed: int | None = None) -> list[Seat]:
    """The seats that words such as ``you, Ada, tiro`` mean."""
    seats = []
    for number, given in enumerate(words):
        word = given.strip()
        name = NAMES[number % len(NAMES)]
        if not word:
            raise ForvmError("A seat is empty: write as many names as there are players, as in --seats you,tiro,tiro.")
        if word.casefold() in bot_names() or ":" in word:
            spec = word if ":" in word else word.casefold()
            seats.append(Seat(name, spec, make_bot(spec, None if seed is None else seed * len(NAMES) + number)))
        elif word.casefold() == YOU:
            seats.append(Seat(name, YOU))
        else:
            _check_person(word)
            seats.append(Seat(word, word))
    return seats


def _check_person(word: str) -> None:
    """Somebody who writes “tirro” means the bot, and would wait for it in vain."""
    hint = did_you_mean(word, [*bot_names(), YOU])
    if "mean" in hint and word == word.casefold():
        raise ForvmError(f"There is no bot “{word}”.{hint} A person's name begins with a capital letter here.")


def default_seats(players: int) -> list[str]:
    """One person, and the simplest bots."""
    return [YOU, *[bot_names()[0]] * (players - 1)]


def bot_names() -> tuple[str, ...]:
    """The bots that can be asked for, the levels for people first; only one where NumPy is not installed."""
    kinds = thinking_bots()
    return (RANDOM,) if kinds is None else tuple(kinds.RECIPES)


def make_bot(spec: str, seed: int | None) -> Bot:
    """The bot that a word stands for."""
    kinds = thinking_bots()
    if spec == RANDOM:
        return RandomBot(seed)
    if kinds is None:
        raise ForvmError(
            f"The bot “{spec}” needs NumPy. Install it with: pip install 'forvm[fast]', or ask for random."
        )
    bot: Bot = kinds.make(spec, seed)
    return bot


def thinking_bots() -> ModuleType | None:
    """The bots that think, which need NumPy; who only wants to play with friends can do without."""
    try:
        return importlib.import_module("forvm.bots")
    except ImportError:
        return None
