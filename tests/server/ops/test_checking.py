"""Looking through a store: what is wrong with a game, or a single die, is found."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest

from forvm.engine import actions
from forvm.server.common.server_errors import BrokenGame
from forvm.server.http.context import ServerContext
from forvm.server.ops.checking import check
from forvm.server.store.event_chain import Stored, chain_anew
from forvm.server.store.sqlite_store import SqliteStore
from tests.server.ops.stores import fill

FIRST, SECOND = f"{0:016x}", f"{1:016x}"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    fill(path, games=3, turns=2)
    return path


def change(store: Path, statement: str, *values: object, chained: bool = False) -> None:
    """Change something behind the server's back; ``chained``: and make the chains of all games anew."""
    with sqlite3.connect(store) as connection:
        assert connection.execute(statement, values).rowcount == 1
        for game, setup in connection.execute("SELECT id, setup FROM games").fetchall() if chained else ():
            chain_anew(connection, game, setup)
    connection.close()


def events(store: Path, game: str, kind: str) -> list[Stored]:
    with sqlite3.connect(store) as connection:
        rows = connection.execute("SELECT seq, kind, payload FROM events WHERE game = ? AND kind = ?", (game, kind))
        found = [Stored(*row) for row in rows]
    connection.close()
    return found


def test_a_sound_store_is_looked_through_while_it_is_open(store: Path):
    shown: list[tuple[int, int]] = []
    using = SqliteStore(store)
    health = check(store, lambda done, total: shown.append((done, total)))
    using.close()
    assert health.problems == []
    assert (health.games, health.over) == (3, 3)
    games = [f"{number:016x}" for number in range(3)]
    assert health.dice == sum(len(events(store, game, "chance")) for game in games)
    assert health.events == sum(len(events(store, game, kind)) for game in games for kind in ("chance", "move", "undo"))
    kept = [event.payload for game in games for kind in ("move", "undo") for event in events(store, game, kind)]
    for written in (b'"to":', b'"bot":"tiro"', b'"consent":[1,2]'):
        assert sum(written in payload for payload in kept) > 1
    assert shown == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.damaged_store
def test_every_die_is_worked_out_again(store: Path):
    """One die among all is changed for another that is just as possible."""
    die = next(
        event
        for event in events(store, SECOND, "chance")
        if actions.DIE_0 <= msgspec.json.decode(event.payload)["id"] < actions.DIE_0 + 6
    )
    shown = msgspec.json.decode(die.payload)["id"]
    other = actions.DIE_0 + (shown - actions.DIE_0 + 1) % 6
    new = msgspec.json.encode({"id": other})
    change(store, "UPDATE events SET payload = ? WHERE game = ? AND seq = ?", new, SECOND, die.seq, chained=True)
    problems = check(store).problems
    assert len(problems) == 1
    assert f"Game {SECOND}" in problems[0]
    told = f"die or card {die.seq} was changed: the store says d{other - actions.DIE_0 + 1}, but by the secret it is"
    assert f"{told} d{shown - actions.DIE_0 + 1}" in problems[0]


@pytest.mark.damaged_store
@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM events WHERE game = ? AND seq = 9", "event 9 is missing"),
        ("UPDATE events SET payload = '{}' WHERE game = ? AND seq = 9", "cannot be played again"),
        ("UPDATE events SET payload = 'x' WHERE game = ? AND seq = 9", "cannot be played again"),
        ("UPDATE events SET kind = 'move' WHERE game = ? AND seq = 1", "is a chance, and not a move"),
        ("UPDATE events SET kind = 'later' WHERE game = ? AND seq = 1", "is a chance, and not a later"),
        ("UPDATE games SET setup = '{}' WHERE id = ?", "cannot be played again"),
        ("DELETE FROM games WHERE id = ?", "belongs to something that is not there"),
    ],
)
def test_what_is_missing_or_makes_no_sense_is_told(store: Path, statement: str, told: str):
    change(store, statement.replace("'{}'", "x'7b7d'").replace("'x'", "x'78'"), FIRST, chained=True)
    problems = check(store).problems
    assert problems
    assert told in problems[0]


CHANGES = [
    ("UPDATE events SET payload = x'7b226964223a337d' WHERE game = ? AND seq = 9", "event 9 was changed"),
    ("UPDATE events SET kind = 'undo' WHERE game = ? AND seq = 9", "event 9 was changed"),
    ("UPDATE events SET hash = x'00' WHERE game = ? AND seq = 9", "event 9 was changed"),
    ("UPDATE games SET setup = CAST(setup || x'20' AS BLOB) WHERE id = ?", "its setup or its first event was changed"),
    ("UPDATE games SET head = x'00' WHERE id = ?", "events are missing after event"),
    ("DELETE FROM events WHERE game = ? AND seq = 9", "event 9 is missing; the next one is 10"),
    ("DELETE FROM events WHERE game = ?1 AND seq = (SELECT max(seq) FROM events WHERE game = ?1)", "are missing after"),
    ("UPDATE events SET seq = 1000 WHERE game = ? AND seq = 9", "event 9 is missing"),
]


@pytest.mark.damaged_store
@pytest.mark.parametrize(("statement", "told"), CHANGES)
def test_what_was_changed_or_lost_breaks_the_chain_of_one_game(store: Path, statement: str, told: str):
    change(store, statement, FIRST)
    (problem,) = check(store).problems
    assert f"The game {FIRST} cannot be read from the store" in problem
    assert told in problem

    async def open_all() -> None:
        room = ServerContext.open(store)
        with pytest.raises(BrokenGame, match=told):
            await room.tables.open(FIRST)
        assert (await room.tables.open(SECOND)).over
        await room.close()

    asyncio.run(open_all())


@pytest.mark.damaged_store
def test_an_event_of_another_game_breaks_the_chain(store: Path):
    """Two games that begin alike: their events are not exchanged for each other's."""
    for column in ("payload", "hash"):
        other = f"SELECT {column} FROM events WHERE game = '{SECOND}' AND seq = 4"
        change(store, f"UPDATE events SET {column} = ({other}) WHERE game = ? AND seq = 4", FIRST)
    assert "event 4 was changed" in check(store).problems[0]


@pytest.mark.damaged_store
def test_a_gathering_that_makes_no_sense_is_told(store: Path):
    change(store, "INSERT INTO people (id, key, created) VALUES (1, 'k', 'now')")
    change(store, "INSERT INTO gatherings VALUES ('g', 'now', 1, 0, x'7b7d', NULL)")
    problems = check(store).problems
    assert len(problems) == 1
    assert "The gathering g cannot be read" in problems[0]


@pytest.mark.damaged_store
def test_talk_and_requests_that_make_no_sense_are_told(store: Path):
    change(store, "INSERT INTO talk VALUES (?, 1, x'7b7d')", FIRST)
    change(store, "INSERT INTO requests VALUES (?, x'7b7d')", SECOND)
    talk, request = check(store).problems
    assert f"A line of talk in game {FIRST} cannot be read" in talk
    assert f"The request to take back in game {SECOND} cannot be read" in request


@pytest.mark.damaged_store
def test_a_damaged_file_is_told(store: Path):
    raw = bytearray(store.read_bytes())
    for page in range(4096, len(raw), 4096):
        raw[page : page + 64] = b"\xff" * 64
    store.write_bytes(raw)
    assert any("damaged" in problem for problem in check(store).problems)
