"""Is everything in a store sound? Its file, every game, and every die in each of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from forvm.errors import ForvmError
from forvm.game import CHANCE, Game
from forvm.server import chance
from forvm.server.errors import StoreError
from forvm.server.ops.backups import read_only
from forvm.server.plan import Plan
from forvm.server.schema import why
from forvm.server.setup import Setup
from forvm.server.setups import game_of

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
    with closing(read_only(store)) as connection:
        try:
            connection.execute("BEGIN")
            health.problems += _file_problems(connection)
            games = connection.execute("SELECT id, setup FROM games ORDER BY created, id").fetchall()
            for number, (id, setup) in enumerate(games, 1):
                try:
                    _replay(connection, id, setup, health)
                except (ForvmError, msgspec.MsgspecError, KeyError) as error:
                    health.problems.append(f"Game {id} cannot be played again: {error}")
                health.games += 1
                if progress is not None:
                    progress(number, len(games))
            health.problems += _gathering_problems(connection)
        except sqlite3.Error as error:
            health.problems.append(why(error, store))
    return health


def _file_problems(connection: sqlite3.Connection) -> Iterator[str]:
    for (found,) in connection.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})"):
        if found != "ok":
            yield f"The file is damaged: {found}."
    for table, *_ in connection.execute("PRAGMA foreign_key_check"):
        yield f"A row of the table “{table}” belongs to something that is not there."


def _gathering_problems(connection: sqlite3.Connection) -> Iterator[str]:
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'gatherings'").fetchone() is None:
        return  # of a FORVM that did not have them yet
    for id, plan in connection.execute("SELECT id, plan FROM gatherings ORDER BY id"):
        try:
            msgspec.json.decode(plan, type=Plan)
        except msgspec.MsgspecError as error:
            yield f"The gathering {id} cannot be read: {error}"


def _replay(connection: sqlite3.Connection, id: str, raw: bytes, health: Health) -> None:
    """Play a game again, event by event, and work out each of its dice."""
    setup = msgspec.json.decode(raw, type=Setup)
    game = game_of(setup)
    rows = connection.execute("SELECT seq, kind, payload FROM events WHERE game = ? ORDER BY seq", (id,))
    for number, (seq, kind, payload) in enumerate(rows, 1):
        if seq != number:
            raise StoreError(f"event {number} is missing; the next one is {seq}.")
        done: dict[str, int] = msgspec.json.decode(payload, type=dict[str, int])
        if kind == "undo":
            game.undo(len(game.history) - done["to"])
        elif game.to_act == CHANCE:
            _check_die(game, setup, done["id"], seq)
            game.play(done["id"])
            health.dice += 1
        else:
            game.play(done["id"], done["seat"])
        health.events += 1
    health.over += game.outcome is not None


def _check_die(game: Game, setup: Setup, shown: int, seq: int) -> None:
    due = chance.roll(game, setup)
    if due != shown:
        told = f"the store says {game.move(shown)}, but by the secret it is {game.move(due)}"
        raise StoreError(f"die or card {seq} was changed: {told}.")
