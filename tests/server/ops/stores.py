"""Stores with games in them, made without a server."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec

from forvm.game import CHANCE
from forvm.server.games import table_dice
from forvm.server.games.new_games import game_of, setup_of
from forvm.server.protocol.http_messages import NewGame, NewSeat
from forvm.server.store.event_chain import Stored
from forvm.server.store.schema import _STEPS, APPLICATION
from forvm.server.store.sqlite_store import SqliteStore

AT = "2026-03-15T12:00:00.000Z"
THREE = [NewSeat("Ada"), NewSeat("Ben"), NewSeat("Cleo")]


def game_events(id: str, turns: int, rules: str = "horrea") -> tuple[bytes, list[Stored]]:
    """The setup and the events of a whole game, the same for the same id.

    Bots stand in for players now and then, and moves are taken back by consent.
    """
    setup = setup_of(NewGame(THREE, rules, {"win.turn_limit": turns}), id)
    assert setup.dice is not None
    dice = msgspec.structs.replace(setup.dice, secret=sha256(id.encode()).hexdigest())
    setup = msgspec.structs.replace(setup, dice=dice)
    game, choose = game_of(setup), random.Random(id)
    events: list[Stored] = []

    def keep(kind: str, **payload: object) -> None:
        events.append(Stored(len(events) + 1, kind, msgspec.json.encode(payload)))

    while (seat := game.to_act) is not None:
        if seat == CHANCE:
            action = table_dice.roll(game, setup)
            game.play(action)
            keep("chance", id=action)
        else:
            move = choose.choice(game.legal())
            game.play(move)
            stand_in = {"bot": "tiro"} if len(events) % 7 == 0 else {}
            keep("move", id=move.id, seat=seat, **stand_in)
            if len(events) % 20 == 0 and game.outcome is None:
                game.undo()
                consent = {"consent": [1, 2]} if len(events) % 40 == 0 else {}
                keep("undo", to=len(game.history), **consent)
    return msgspec.json.encode(setup), events


def fill(path: Path, games: int = 3, turns: int = 2) -> dict[str, list[Stored]]:
    """A store with so many games; returns their events."""
    written = {}

    async def write() -> None:
        store = SqliteStore(path)
        for number in range(games):
            id = f"{number:016x}"
            setup, events = game_events(id, turns)
            await store.create(id, setup, events, b"{}", AT, over=True)
            written[id] = events
        store.close()

    asyncio.run(write())
    return written


def read(path: Path) -> dict[str, list[Stored]]:
    """The events of every game in a store."""

    async def reading() -> dict[str, list[Stored]]:
        store = SqliteStore(path)
        found = {stored.id: await store.events(stored.id) for stored in await store.games()}
        store.close()
        return found

    return asyncio.run(reading())


def make_older(path: Path, before: str) -> None:
    """An empty store, in the format of before the one that brought something (``before``: a word of its step)."""
    format = next(number for number, step in enumerate(_STEPS) if isinstance(step, str) and before in step)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for step in _STEPS[:format]:
            step(connection) if callable(step) else connection.executescript(step)
        connection.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {format};")


def write_older(path: Path, store: Path, before: str) -> None:
    """What is in a store, in an older format."""
    make_older(path, before)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("ATTACH ? AS later", (str(store),))
        for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM later.{table}")
