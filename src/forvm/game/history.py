"""What was played: moves with their seats and the events that each caused, and the way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from forvm import text
from forvm.engine.actions import CARD_0, CHILD_0
from forvm.game.events import Event, events_of
from forvm.notation.phases import CHANCE
from forvm.notation.steps import Note

if TYPE_CHECKING:
    from forvm.game.table import Table


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was played: what, by whom, when, and what came of it."""

    table: Table
    id: int
    notation: str
    sentence: str
    seat: int  # CHANCE for a die or a card
    actor: int  # the seat that acts, or for whom chance does
    turn: int
    phase: str
    notes: tuple[Note, ...]
    event: int  # its number among everything that was ever done in the game, taken-back moves included

    @property
    def events(self) -> list[Event]:
        """What the move caused, in order."""
        return events_of(self.table, self.notes)

    def describe(self) -> str:
        """The move as a sentence."""
        return self.sentence

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The move and its events as plain data, as far as a seat (None: a spectator) may know them."""
        notation, sentence = self.notation, self.sentence
        if CHILD_0 <= self.id < CARD_0 and self.table.hidden_hands and self.actor != seat:
            notation = "child"
            sentence = text.fill(text.load("moves")["child"]["hidden"], {"player": self.table.seat(self.actor)})
        return {
            "turn": self.turn,
            "phase": self.phase,
            "seat": None if self.seat == CHANCE else self.seat,
            "actor": self.actor,
            "notation": notation,
            "text": sentence,
            "events": [e.as_dict() for e in events_of(self.table, self.notes, seat, all_hands=False)],
        }

    def __str__(self) -> str:
        return self.notation
