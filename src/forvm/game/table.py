"""What stays the same throughout a game: the rules, who sits where, and what everything is called."""

from __future__ import annotations

from collections.abc import Sequence

from forvm import text
from forvm.content import Rules
from forvm.errors import ForvmError
from forvm.notation.names import SEATS, names_of
from forvm.notation.phases import CHANCE

LONGEST_NAME = 40


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


def is_number(value: object, low: int, high: int) -> bool:
    """Is it a whole number within bounds? To Python a bool is an int, to a person it is not."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
