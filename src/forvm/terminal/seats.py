"""Who sits at the table: people by their names, bots by their kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from forvm import bots
from forvm.content.parameters import did_you_mean
from forvm.errors import ForvmError
from forvm.game import Bot

YOU = "you"
NAMES = ("Aulus", "Brutus", "Cornelia", "Drusilla")  # each begins with its seat's letter


@dataclass(frozen=True)
class TerminalSeat:
    """A place at the table; without a bot a person sits there."""

    name: str
    kind: str  # what was asked for: "you", a person's name, or a bot's kind
    bot: Bot | None = None

    def renamed(self, name: str) -> TerminalSeat:
        """The same seat under the name that a record gives it."""
        return replace(self, name=name)


def seats_for(words: Sequence[str], seed: int | None = None) -> list[TerminalSeat]:
    """Returns the seats for words such as ``you, Ada, tiro``."""
    seats = []
    for number, given in enumerate(words):
        word = given.strip()
        name = NAMES[number % len(NAMES)]
        if not word:
            raise ForvmError("A seat is empty: write as many names as there are players, as in --seats you,tiro,tiro.")
        if word.casefold() in bot_names() or ":" in word:
            spec = word if ":" in word else word.casefold()
            seats.append(
                TerminalSeat(name, spec, bots.make(spec, None if seed is None else seed * len(NAMES) + number))
            )
        elif word.casefold() == YOU:
            seats.append(TerminalSeat(name, YOU))
        else:
            _check_person(word)
            seats.append(TerminalSeat(word, word))
    return seats


def _check_person(word: str) -> None:
    """Refuse a name that looks like a mistyped bot, such as “tirro”."""
    hint = did_you_mean(word, [*bot_names(), YOU])
    if "mean" in hint and word == word.casefold():
        raise ForvmError(f"There is no bot “{word}”.{hint} A person's name begins with a capital letter here.")


def default_seats(players: int) -> list[str]:
    """One person, and the simplest bots."""
    return [YOU, *[bot_names()[0]] * (players - 1)]


def bot_names() -> tuple[str, ...]:
    """The bots that can be asked for, the levels for people first."""
    return tuple(bots.RECIPES)
