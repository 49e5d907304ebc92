"""Looking through a game step by step: one that was played here, or a record that somebody brings."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, Protocol

from msgspec import Struct

from forvm.errors import ForvmError, RecordError
from forvm.game import Game
from forvm.game.dicecheck import verify_record
from forvm.server.common.server_errors import ServerError
from forvm.server.games import log_entries
from forvm.server.games.catalogue import rules_name
from forvm.server.games.game_setup import GameSetup
from forvm.server.games.game_summary import summary
from forvm.server.games.log_entries import LogEntry, NewEpoch
from forvm.server.games.new_games import game_of
from forvm.server.protocol.http_messages import Frames, Replay
from forvm.server.protocol.message_bounds import FRAMES_AT_ONCE
from forvm.server.store.event_chain import Stored

Eyes = int | Literal["all"] | None

RECORDS_KEPT = 32_000_000  # bytes: hundreds of usual records


class PlayedHere(Struct, frozen=True, tag="game"):
    """A game of this server, with all that happened in it."""

    id: str
    created: str
    setup: GameSetup
    events: list[Stored]
    seats: tuple[int, ...] | None  # of the person who asks; None: everyone sits at one screen


class PlayedGame(Protocol):
    """What a replay needs to know of a game that is played here; a `Table` tells it."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def created(self) -> str:
        """When it began."""
        ...

    @property
    def setup(self) -> GameSetup:
        """What it was set up as."""
        ...

    @property
    def game(self) -> Game:
        """The game as it stands."""
        ...

    @property
    def done(self) -> list[LogEntry | NewEpoch]:
        """All that was done."""
        ...

    @property
    def over(self) -> bool:
        """Has it ended?"""
        ...

    @property
    def hidden_hands(self) -> bool:
        """Are there hands that others may not see?"""
        ...


@dataclass(frozen=True, slots=True)
class GameCopy:
    """A game of this server in a reader process."""

    id: str
    created: str
    setup: GameSetup
    game: Game
    done: list[LogEntry | NewEpoch]

    @classmethod
    def of(cls, played: PlayedHere) -> GameCopy:
        """The game that its events tell."""
        game = game_of(played.setup)
        done = [log_entries.done_again(game, event) for event in played.events]
        return cls(played.id, played.created, played.setup, game, done)

    @property
    def over(self) -> bool:
        """Has it ended?"""
        return self.game.outcome is not None

    @property
    def hidden_hands(self) -> bool:
        """Are there hands that others may not see?"""
        return self.game.definition.family_open == 0


@dataclass(frozen=True, slots=True)
class Film:
    """A game to look through, and through whose eyes one may."""

    id: str
    game: Game
    done: list[LogEntry]  # nothing that was taken back
    date: str
    seats: tuple[int, ...]
    all_hands: bool
    colours: tuple[int, ...]

    @classmethod
    def of_record(cls, record: str) -> Film:
        """The film of a record, checked to its last sign; in it everything may be seen."""
        game = _read(record)
        twin = Game(game.rules, len(game.names), game.names)
        done = log_entries.play_all(twin, [played.id for played in game.history])
        seats = tuple(range(len(game.names)))
        return cls(id_of_record(record), game, done, _date(record), seats, True, seats)

    @classmethod
    def of_table(cls, table: PlayedGame, seats: tuple[int, ...] | None = None) -> Film:
        """The film of a game played here, for the person in these seats (None: everyone sits at one screen).

        While it runs and hands are hidden, nobody looks into another's.
        """
        public = table.over or not table.hidden_hands
        everyone = tuple(range(len(table.setup.seats)))
        people = table.setup.persons if seats is None else seats
        return cls(
            id=table.id,
            game=table.game.copy(),
            done=log_entries.standing(table.done),
            date=table.created[:10],
            seats=everyone if public else people if len(people) == 1 else (),
            all_hands=public,
            colours=tuple(table.setup.colour(seat) for seat in everyone),
        )

    def replay(self) -> Replay:
        """Its steps and its summary."""
        only = self.seats[0] if len(self.seats) == 1 else None
        return Replay(
            id=self.id,
            rules=rules_name(self.game.rules),
            names=list(self.game.names),
            colours=list(self.colours),
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
            raise ServerError("hidden", "You can see hidden hands when the game is over.")
        moves = [played.id for played in self.game.history]
        if not 0 <= first <= len(moves) or not 1 <= count <= FRAMES_AT_ONCE:
            raise ServerError(
                "malformed", f"The positions are 0 to {len(moves)}. Ask for 1 to {FRAMES_AT_ONCE} of them at a time."
            )
        game = self.game.copy()
        game.undo(len(moves) - first)
        views = []
        for position in range(first, min(first + count, len(moves) + 1)):
            if position > first:
                game.play(moves[position - 1])
            views.append(log_entries.open_view(game) if eyes == "all" else log_entries.view(game, eyes))
        return Frames(first, views)


class Replays:
    """The records that were brought last; they are kept in memory only."""

    def __init__(self) -> None:
        self._records: OrderedDict[str, str] = OrderedDict()
        self._size = 0

    def keep(self, record: str) -> None:
        """Keep a record for those who look through it."""
        id = id_of_record(record)
        if id not in self._records:
            self._records[id] = record
            self._size += len(record)
        self._records.move_to_end(id)
        while self._size > RECORDS_KEPT:
            self._size -= len(self._records.popitem(last=False)[1])

    def find(self, id: str) -> str:
        """A record that was kept."""
        if id not in self._records:
            raise ServerError("unknown", "The server no longer has this replay. Open the record's file again.")
        self._records.move_to_end(id)
        return self._records[id]


def id_of_record(record: str) -> str:
    """The id under which a record is looked through."""
    return hashlib.sha256(record.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _read(record: str) -> Game:
    """The game of a record. That one of its dice was changed is a better word than what no longer fits after it."""
    try:
        return Game.from_record(record)
    except RecordError as error:
        verdict = None
        with suppress(ForvmError):
            verdict = verify_record(record)
        if verdict is None or verdict.wrong is None:
            raise
        raise RecordError(f"{verdict.text} {error.message}", line=error.line) from None


def _date(record: str) -> str:
    line = next((line for line in record.splitlines() if line.startswith("date:")), "")
    return line.removeprefix("date:").strip()
