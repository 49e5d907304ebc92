"""Who sits at the table: people by their names, bots by their kind."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from forvm.content.parameters import did_you_mean
from forvm.errors import ForvmError
from forvm.game import Bot, Dice, Game, Move
from forvm.notation import SEATS

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
    for number, word in enumerate(words):
        word = word.strip()
        if not word:
            raise ForvmError("A seat is empty: write as many names as there are players, as in --seats you,tiro,tiro.")
        letter = NAMES[number % len(NAMES)]
        if word.casefold() in bot_names():
            seats.append(Seat(letter, word.casefold(), make_bot(word.casefold(), seed, number)))
        elif word.casefold() == YOU:
            seats.append(Seat(letter, YOU))
        else:
            _check_person(word)
            seats.append(Seat(word, word))
    return seats


def _check_person(word: str) -> None:
    """Somebody who writes “tirro” means the bot, and would wait for it in vain."""
    hint = did_you_mean(word, bot_names())
    if "mean" in hint and word == word.casefold():
        raise ForvmError(f"There is no bot “{word}”.{hint} A person's name begins with a capital letter here.")


def default_seats(players: int) -> list[str]:
    """One person, and the simplest bots."""
    opponent = next(name for name in (*bot_names(), RANDOM) if name != "")
    return [YOU, *[opponent] * (players - 1)]


def bot_names() -> tuple[str, ...]:
    """The bots that can be asked for, the best known first."""
    make = _maker()
    return (*getattr(importlib.import_module("forvm.bots"), "NAMES", ("tiro",)), RANDOM) if make else (RANDOM,)


def make_bot(name: str, seed: int | None, number: int) -> Bot:
    """A bot of its kind."""
    if name == RANDOM:
        return RandomBot(None if seed is None else seed * len(SEATS) + number)
    make = _maker()
    assert make is not None
    bot: Bot = make(name)
    return bot


def _maker() -> Callable[..., Any] | None:
    return getattr(importlib.import_module("forvm.bots"), "make", None)
