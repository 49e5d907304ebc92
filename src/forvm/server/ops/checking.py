"""Is everything in a store sound? Its file, every game, and every die in each of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec.structs import replace

from forvm.errors import ForvmError
from forvm.game import CHANCE
from forvm.server.common.server_errors import BrokenGame, StoreError
from forvm.server.games import table_dice
from forvm.server.games.game_setup import GameSetup
from forvm.server.games.log_entries import LogEntry, done_again
from forvm.server.games.new_games import game_of, read_rules
from forvm.server.people.lobby_plan import LobbyPlan
from forvm.server.people.undo_consent import StoredUndoRequest
from forvm.server.protocol.session_messages import TalkLine
from forvm.server.store.event_chain import Stored, read_events
from forvm.server.store.schema import Unsound, read_only, why


class _Line(msgspec.Struct):
    """What can be said about a game's line in the list of games, whichever version wrote it."""

    over: bool | None = None


MOST_PROBLEMS = 100  # of the file itself, as SQLite lists them

Progress = Callable[[int, int], None]  # games done, games in all


@dataclass(slots=True)
class Health:
    """What a store holds, and what is wrong with it."""

    games: int = 0
    over: int = 0
    events: int = 0
    dice: int = 0  # dice and cards that are as they must be
    problems: list[str] = field(default_factory=list)


def check(store: Path, progress: Progress | None = None) -> Health:
    """Look through one moment of a store, of which a server may be writing."""
    health = Health()
    try:
        opened = read_only(store)
    except Unsound as error:
        health.problems.append(error.message)
        return health
    with closing(opened) as connection:
        try:
            connection.execute("BEGIN")
            health.problems += _file_problems(connection)
            kept = "over" if _has_column(connection, "games", "over") else "NULL"
            query = f"SELECT id, setup, line, {kept} FROM games ORDER BY created, id"
            games = connection.execute(query).fetchall()
            for number, (id, setup, line, over) in enumerate(games, 1):
                try:
                    ended = _replay(connection, id, setup, health)
                    health.problems += _line_problems(id, line, over, ended)
                except BrokenGame as error:
                    health.problems.append(error.message)
                except (ForvmError, msgspec.MsgspecError) as error:
                    health.problems.append(f"Game {id} cannot be played again: {error}")
                except Exception as error:  # nobody knows what a damaged payload does
                    health.problems.append(f"Game {id} cannot be played again: {error!r}")
                health.games += 1
                if progress is not None:
                    progress(number, len(games))
            health.problems += _gathering_problems(connection)
            health.problems += _company_problems(connection)
        except sqlite3.Error as error:
            health.problems.append(why(error, store))
    return health


def _file_problems(connection: sqlite3.Connection) -> Iterator[str]:
    for (found,) in connection.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})"):
        if found != "ok":
            yield f"The file is damaged: {found}."
    for table, *_ in connection.execute("PRAGMA foreign_key_check"):
        yield f"A row of the table “{table}” belongs to something that is not there."


def _line_problems(id: str, raw: bytes, kept: int | None, ended: bool) -> Iterator[str]:
    """What is kept about a game beside its events, for the list of games."""
    state = {True: "over", False: "running"}
    if kept is not None and bool(kept) != ended:
        yield f"Game {id} is kept as one that is {state[bool(kept)]}, but it is {state[ended]}."
    try:
        line = msgspec.json.decode(raw, type=_Line)
    except msgspec.MsgspecError as error:
        yield f"The line of game {id} in the list cannot be read: {error}"
        return
    if line.over is not None and line.over != ended:
        yield f"The line of game {id} in the list says that it is {state[line.over]}, but it is {state[ended]}."


def _gathering_problems(connection: sqlite3.Connection) -> Iterator[str]:
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'gatherings'").fetchone() is None:
        return  # of a FORVM that did not have them yet
    for id, plan in connection.execute("SELECT id, plan FROM gatherings ORDER BY id"):
        try:
            msgspec.json.decode(plan, type=LobbyPlan)
        except msgspec.MsgspecError as error:
            yield f"The gathering {id} cannot be read: {error}"


def _company_problems(connection: sqlite3.Connection) -> Iterator[str]:
    """What people said, and what they asked to take back."""
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'talk'").fetchone() is None:
        return
    for id, line in connection.execute("SELECT game, line FROM talk ORDER BY game, number"):
        try:
            msgspec.json.decode(line, type=TalkLine)
        except msgspec.MsgspecError as error:
            yield f"A line of talk in game {id} cannot be read: {error}"
    for id, asked in connection.execute("SELECT game, payload FROM requests ORDER BY game"):
        try:
            msgspec.json.decode(asked, type=StoredUndoRequest)
        except msgspec.MsgspecError as error:
            yield f"The request to take back in game {id} cannot be read: {error}"


def _replay(connection: sqlite3.Connection, id: str, raw: bytes, health: Health) -> bool:
    """Play a game again as its table does, event by event, and work out each of its dice; says whether it is over."""
    setup = _with_rules_read(msgspec.json.decode(raw, type=GameSetup))
    game = game_of(setup)
    for event in _events(connection, id):
        due = game.move(table_dice.roll(game, setup)) if game.to_act == CHANCE and event.kind == "chance" else None
        done = done_again(game, event)
        if due is not None and isinstance(done, LogEntry):
            if done.played.id != due.id:
                told = f"the store says {done.played.notation}, but by the secret it is {due}"
                raise StoreError(f"die or card {event.seq} was changed: {told}.")
            health.dice += 1
        health.events += 1
    ended = game.outcome is not None
    health.over += ended
    return ended


def _events(connection: sqlite3.Connection, game: str) -> list[Stored]:
    if _has_column(connection, "events", "hash"):
        return read_events(connection, game)
    # Of a FORVM that did not chain events yet.
    rows = connection.execute("SELECT seq, kind, payload FROM events WHERE game = ? ORDER BY seq", (game,))
    return [Stored(*row) for row in rows]


def _has_column(connection: sqlite3.Connection, table: str, column: str) -> bool:
    """A store of an older format may lack it."""
    return any(name == column for _, name, *_ in connection.execute(f"PRAGMA table_info({table})"))


def _with_rules_read(setup: GameSetup) -> GameSetup:
    """Older versions kept the text of a house-rules file. Here nobody waits while it is read."""
    if setup.house_rules is None:
        return setup
    return replace(setup, house_rules=None, checked_rules=read_rules(setup.house_rules, bounded=False))
