"""What the pieces of a game are called in notation: markets, cards, seats, children, gifts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import ascii_uppercase
from typing import Literal, get_args

from forvm.content import Board, Deck, Rules
from forvm.content.board import plain
from forvm.content.parameters import did_you_mean
from forvm.engine.limits import PLAYERS
from forvm.errors import ForvmError, MalformedMove

SEATS = ascii_uppercase[:PLAYERS]
Child = Literal["son", "daughter"]
Gift = Literal["temple", "games", "food"]
CHILDREN: tuple[Child, ...] = get_args(Child)
GIFTS: tuple[Gift, ...] = get_args(Gift)
LONGEST_NAME = 40  # of a player

# What a market's name may not hold in a token: spaces, and the signs of notation itself.
_NOT_IN_A_NAME = re.compile(r"[\s>@:]+")


class Names:
    """The names of one board and deck, both ways: from indices to tokens and back."""

    def __init__(self, board: Board, deck: Deck) -> None:
        self.board = board
        self.cards = tuple(card.id for card in deck.cards)
        self.latin = tuple(market.latin for market in board.markets)
        self.markets = tuple(_NOT_IN_A_NAME.sub("_", name) for name in self.latin)
        self._names = [(plain(market.latin), plain(market.name)) for market in board.markets]
        # The order of the engine's directed links: by the market they leave, then by the one they reach.
        self.links = tuple(sorted({way for a, b in board.links for way in ((a, b), (b, a))}))
        self._link_numbers = {ends: number for number, ends in enumerate(self.links)}
        self._card_numbers = {card: number for number, card in enumerate(self.cards)}

    def link(self, start: int, to: int) -> int | None:
        """The number of the link from one market to another, if there is one."""
        return self._link_numbers.get((start, to))

    def neighbours(self, market: int) -> list[int]:
        """The markets that are one link away."""
        return [to for start, to in self.links if start == market]

    def card(self, word: str) -> int:
        """The number of a fate card."""
        number = self._card_numbers.get(word.casefold())
        if number is None:
            raise MalformedMove(f"The deck has no card “{word}”.{_nearest(word, self.cards)}")
        return number

    def market(self, word: str) -> list[int]:
        """Returns the markets that a word can mean: the one with that name, else all whose name begins so."""
        wanted = plain(word)
        if not wanted:
            raise MalformedMove("A market's name is missing: write it after the @, as in build@Luna.")
        exact = [number for number, both in enumerate(self._names) if wanted in both]
        if exact:
            return exact
        begun = [number for number, both in enumerate(self._names) if any(name.startswith(wanted) for name in both)]
        if not begun:
            printed = (market.name for market in self.board.markets)
            hint = _nearest(word, [*self.markets, *printed])
            raise MalformedMove(f"There is no market “{word}” on this board.{hint}")
        return begun


def _nearest(word: str, known: Iterable[str]) -> str:
    hint = did_you_mean(word, known)
    return hint if hint.startswith(" Did") else ""


@lru_cache(maxsize=64)
def names_of(rules: Rules) -> Names:
    """The names for a set of rules, made once and kept."""
    return Names(rules.board, rules.deck)


def checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Players' names that every screen and file can show."""
    if isinstance(names, str) or len(names) != players:
        count = "one text" if isinstance(names, str) else len(names)
        raise ForvmError(f"names must be a list of {players} names, one for each player, not {count}.")
    for name in names:
        if not _is_name(name):
            raise ForvmError(
                f"{ascii(name)[:60]} cannot be a player's name: it needs 1 to {LONGEST_NAME} signs that can be printed."
            )
    tidy = tuple(name.strip() for name in names)
    if len({name.casefold() for name in tidy}) < players:
        raise ForvmError("Two players have the same name: give each a name of their own.")
    return tidy


def _is_name(name: object) -> bool:
    return isinstance(name, str) and bool(name.strip()) and name.isprintable() and len(name) <= LONGEST_NAME
