"""The engine's numbers in the words of the rule tests, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from forvm.content import Rules
from forvm.engine.actions import KINDS, decode, encode
from forvm.engine.definition import Definition

SEXES = ("son", "daughter")
BENEFACTIONS = ("temple", "games", "food")
COUNTED_FROM_ONE = ("pips", "band")


class Words:
    """What markets, cards and moves are called at a table with these rules."""

    def __init__(self, rules: Rules, g: Definition) -> None:
        self.rules = rules
        self.g = g

    def market(self, name: str) -> int:
        """The number of a market."""
        found = self.rules.board.find(name)
        assert found is not None, name
        return found.index

    def markets(self, numbers: Iterable[int]) -> list[str]:
        """The printed names of markets."""
        return [self.rules.board.markets[m].name for m in numbers]

    def card(self, name: str) -> int:
        """The number of a fate card."""
        return [card.id for card in self.rules.deck.cards].index(name)

    def action(self, kind: str, *words: str | int) -> int:
        """The number of a move, such as ("propose", 1, "son", 150) or ("move", "Rome", "Luna")."""
        number = next(number for number, known in enumerate(KINDS) if known.name == kind)
        if kind == "move":
            ends = (self.market(str(words[0])), self.market(str(words[1])))
            words = (list(zip(self.g.link_from, self.g.link_to, strict=True)).index(ends),)
        dimensions = [name for name, _ in KINDS[number].dimensions]
        return encode(number, *map(self._coordinate, dimensions, words))

    def of(self, action: int) -> Any:
        """The words of a move without its kind: one word, or a tuple of several."""
        kind, coordinates = decode(action)
        words: list[str | int] = []
        for (dimension, _), number in zip(KINDS[kind].dimensions, coordinates, strict=True):
            words += self._named(dimension, number)
        return words[0] if len(words) == 1 else tuple(words)

    def _coordinate(self, dimension: str, word: str | int) -> int:
        if isinstance(word, int):
            if dimension == "price":
                assert word % self.g.price_step == 0, word
                return word // self.g.price_step
            return word - (dimension in COUNTED_FROM_ONE)
        if dimension == "market":
            return self.market(word)
        if dimension == "card":
            return self.card(word)
        return (SEXES if dimension == "sex" else BENEFACTIONS).index(word)

    def _named(self, dimension: str, number: int) -> list[str] | list[int]:
        if dimension == "market":
            return self.markets([number])
        if dimension == "link":
            return self.markets([self.g.link_from[number], self.g.link_to[number]])
        if dimension == "card":
            return [self.rules.deck.cards[number].id]
        if dimension in ("sex", "gift"):
            return [(SEXES if dimension == "sex" else BENEFACTIONS)[number]]
        if dimension == "price":
            return [number * self.g.price_step]
        return [number + (dimension in COUNTED_FROM_ONE)]
