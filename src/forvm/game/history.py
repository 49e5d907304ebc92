"""What was played: moves with their seats and the events that each caused, and the way back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from forvm import text
from forvm.engine import actions, events
from forvm.game.game_events import Event, events_of
from forvm.notation.phases import CHANCE
from forvm.notation.position import Note

if TYPE_CHECKING:
    from forvm.game.table import Table

UNSEEN = -1  # the id of a move that may not be known


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

    def known_to(self, seat: int | None) -> Played:
        """The move as far as a seat (None: a spectator) may know it; of a child drawn unseen only for whom it was."""
        if not self.table.hidden_hands:
            return self
        notes = tuple(note for note in self.notes if note[0] != events.CHILD_GAINED or note[1] == seat)
        if not actions.CHILD_0 <= self.id < actions.CARD_0 or self.actor == seat:
            return replace(self, notes=notes)
        sentence = text.fill(text.load("moves")["child"]["hidden"], {"player": self.table.seat(self.actor)})
        return replace(self, id=UNSEEN, notation="child", sentence=sentence, notes=notes)

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The move and its events as plain data, as far as a seat (None: a spectator) may know them."""
        known = self.known_to(seat)
        return {
            "turn": self.turn,
            "phase": self.phase,
            "seat": None if self.seat == CHANCE else self.seat,
            "actor": self.actor,
            "notation": known.notation,
            "text": known.sentence,
            "events": [e.as_dict() for e in events_of(self.table, self.notes, seat, all_hands=False)],
        }

    def __str__(self) -> str:
        return self.notation
