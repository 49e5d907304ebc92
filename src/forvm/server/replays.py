"""Looking through a game step by step: one that was played here, or a record that somebody brings."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from forvm.game import Game
from forvm.server import steps
from forvm.server.catalogue import rules_name
from forvm.server.errors import ServerError
from forvm.server.messages.http import Frames, Replay
from forvm.server.steps import Done
from forvm.server.summary import summary
from forvm.server.table import Table

LARGEST_RECORD = 5_000_000  # bytes
REPLAYS_KEPT = 16
FRAMES_AT_ONCE = 64

Eyes = int | Literal["all"] | None


@dataclass(frozen=True, slots=True)
class Film:
    """A game to look through, and through whose eyes one may."""

    id: str
    game: Game
    done: list[Done]  # nothing that was taken back
    date: str
    seats: tuple[int, ...]
    all_hands: bool

    @classmethod
    def of_record(cls, record: str) -> Film:
        """The film of a record, checked to its last sign; in it everything may be seen."""
        if len(record.encode("utf-8", "surrogatepass")) > LARGEST_RECORD:
            raise ServerError("too_large", "The file is larger than 5 MB, which no record is.")
        read = Game.from_record(record)
        game = Game(read.rules, len(read.names), read.names)
        done = steps.play_all(game, [played.id for played in read.history])
        seats = tuple(range(len(game.names)))
        return cls(secrets.token_hex(8), game, done, _date(record), seats, True)

    @classmethod
    def of_table(cls, table: Table) -> Film:
        """The film of a game played here. While it runs and hands are hidden, nobody looks into another's."""
        public = table.game.outcome is not None or not table.hidden_hands
        people = table.setup.persons
        seats = tuple(range(len(table.setup.seats))) if public else people if len(people) == 1 else ()
        return cls(table.id, table.game.copy(), steps.standing(table.done), table.created[:10], seats, public)

    def replay(self) -> Replay:
        """Its steps and its summary."""
        only = self.seats[0] if len(self.seats) == 1 else None
        return Replay(
            id=self.id,
            rules=rules_name(self.game.rules),
            names=list(self.game.names),
            colours=list(range(len(self.game.names))),
            date=self.date,
            hidden_hands=self.game.definition.family_open == 0,
            seats=list(self.seats),
            all_hands=self.all_hands,
            steps=[done.seen_by_all() if self.all_hands else done.seen_by(only) for done in self.done],
            summary=summary(self.game, self.done),
        )

    def frames(self, first: int, count: int, eyes: Eyes) -> Frames:
        """The positions after ``first`` steps, one more, and so on."""
        if (eyes == "all" and not self.all_hands) or (isinstance(eyes, int) and eyes not in self.seats):
            raise ServerError("hidden", "While the game is running nobody may look into hands that are hidden.")
        moves = [played.id for played in self.game.history]
        if not 0 <= first <= len(moves) or not 1 <= count <= FRAMES_AT_ONCE:
            raise ServerError(
                "malformed", f"There are positions 0 to {len(moves)}, of which 1 to {FRAMES_AT_ONCE} can be asked for."
            )
        game = self.game.copy()
        game.undo(len(moves) - first)
        views = []
        for position in range(first, min(first + count, len(moves) + 1)):
            if position > first:
                game.play(moves[position - 1])
            views.append(steps.open_view(game) if eyes == "all" else steps.view(game, eyes))
        return Frames(first, views)


class Replays:
    """The records that were brought last; they are kept in memory only."""

    def __init__(self) -> None:
        self._films: OrderedDict[str, Film] = OrderedDict()

    def keep(self, film: Film) -> None:
        """Keep a film for those who look through it."""
        self._films[film.id] = film
        if len(self._films) > REPLAYS_KEPT:
            self._films.popitem(last=False)

    def find(self, id: str) -> Film:
        """A film that was kept."""
        if id not in self._films:
            raise ServerError("unknown", "This replay is no longer here: open the record's file again.")
        self._films.move_to_end(id)
        return self._films[id]


def _date(record: str) -> str:
    line = next((line for line in record.splitlines() if line.startswith("date:")), "")
    return line.removeprefix("date:").strip()
