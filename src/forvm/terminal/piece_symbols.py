"""What the players' pieces look like: a colour, a shape and a letter, so that no colour has to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from forvm.content import Board, Rules
from forvm.engine.limits import PLAYERS
from forvm.notation import SEATS

COLOURS = ("red", "cyan", "yellow", "magenta")
SHAPES = "▲■◆●"
KINDS = {"rome": "◎", "small": "·", "large": "○", "exotic": "★"}
NOTHING = "–"


def colour(seat: int) -> str:
    """The style of everything that is a player's."""
    return f"bold {COLOURS[seat]}"


def agent(seat: int) -> Text:
    """An agent."""
    return Text(SHAPES[seat], colour(seat))


def letters(seats: Iterable[int]) -> Text:
    """Players by their letters."""
    return Text.assemble(*((SEATS[seat], colour(seat)) for seat in seats))


def agents(seats: Iterable[int]) -> Text:
    """Agents side by side, in the order of their claims to the market."""
    return Text.assemble(*((SHAPES[seat], colour(seat)) for seat in seats))


def player(view: Mapping[str, Any]) -> Text:
    """A player's shape, letter and name."""
    return Text.assemble((f"{SHAPES[view['seat']]} {view['letter']} {view['name']}", colour(view["seat"])))


def money(amount: int) -> str:
    """A sum of money; what is owed has a minus."""
    return f"−${-amount}" if amount < 0 else f"${amount}"


def signed(amount: int) -> str:
    """A gain or a loss of money."""
    return f"+${amount}" if amount > 0 else money(amount)


def worth(rules: Rules, market: int, owners: int) -> int:
    """What a market pays each of so many owners."""
    definition = rules.definition(rules.player_counts[0])  # values do not depend on the number of players
    return definition.value[market * PLAYERS + owners - 1]


def region_marks(board: Board) -> dict[str, str]:
    """A short mark for each region: the initials of its name, or the name where two would be alike."""
    initials = {r.id: "".join(word[0].upper() for word in r.name.replace("-", " ").split()) for r in board.regions}
    alike = [mark for mark in initials.values() if list(initials.values()).count(mark) > 1]
    return {r.id: r.name if initials[r.id] in alike else initials[r.id] for r in board.regions}
