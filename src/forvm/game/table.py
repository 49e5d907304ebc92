"""What stays the same throughout a game: the rules, the players and the names."""

from __future__ import annotations

from collections.abc import Sequence

from forvm import text
from forvm.content import Rules
from forvm.notation.names import SEATS, checked_names, names_of
from forvm.notation.phases import CHANCE


class Table:
    """Rules, definition and names of one game; shared by its positions and never changed."""

    __slots__ = ("card_names", "definition", "names", "players", "rules")

    def __init__(self, rules: Rules, players: int, names: Sequence[str] | None = None) -> None:
        self.rules = rules
        self.definition = rules.definition(players)
        self.players = tuple(SEATS[:players]) if names is None else checked_names(names, players)
        self.names = names_of(rules)
        texts = text.load("cards")
        self.card_names = tuple(card.name or texts[card.id]["name"] for card in rules.deck.cards)

    @property
    def hidden_hands(self) -> bool:
        """Are family cards a hand that others do not see (SETUP-2)?"""
        return self.definition.family_open == 0

    def market(self, number: int) -> str:
        """The Latin name of a market."""
        return self.names.latin[number]

    def seat(self, seat: int) -> str:
        """The name of the player in a seat, or of chance."""
        return "chance" if seat == CHANCE else self.players[seat]


def is_number(value: object, low: int, high: int) -> bool:
    """Is it a whole number within bounds? To Python a bool is an int, to a person it is not."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
