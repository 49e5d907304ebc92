"""Looking through a store: what is wrong with a game, or a single die, is found."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
import pytest

from forvm.engine.actions import DIE_0
from forvm.server.ops.checking import check
from forvm.server.store import Store, Stored
from tests.server.ops.stores import fill

FIRST, SECOND = f"{0:016x}", f"{1:016x}"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    fill(path, games=3, turns=2)
    return path


def change(store: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(store) as connection:
        assert connection.execute(statement, values).rowcount == 1
    connection.close()


def events(store: Path, game: str, kind: str) -> list[Stored]:
    with sqlite3.connect(store) as connection:
        rows = connection.execute("SELECT seq, kind, payload FROM events WHERE game = ? AND kind = ?", (game, kind))
        found = [Stored(*row) for row in rows]
    connection.close()
    return found


def test_a_sound_store_is_looked_through_while_it_is_open(store: Path):
    shown: list[tuple[int, int]] = []
    using = Store(store)
    health = check(store, lambda done, total: shown.append((done, total)))
    using.close()
    assert health.problems == []
    assert (health.games, health.over) == (3, 3)
    games = [f"{number:016x}" for number in range(3)]
    assert health.dice == sum(len(events(store, game, "chance")) for game in games)
    assert health.events == sum(len(events(store, game, kind)) for game in games for kind in ("chance", "move", "undo"))
    assert sum(len(events(store, game, "undo")) for game in games) > 1
    assert shown == [(1, 3), (2, 3), (3, 3)]


def test_every_die_is_worked_out_again(store: Path):
    """One die among all is changed for another that is just as possible."""
    die = next(
        event
        for event in events(store, SECOND, "chance")
        if DIE_0 <= msgspec.json.decode(event.payload)["id"] < DIE_0 + 6
    )
    shown = msgspec.json.decode(die.payload)["id"]
    other = DIE_0 + (shown - DIE_0 + 1) % 6
    new = msgspec.json.encode({"id": other})
    change(store, "UPDATE events SET payload = ? WHERE game = ? AND seq = ?", new, SECOND, die.seq)
    problems = check(store).problems
    assert len(problems) == 1
    assert f"Game {SECOND}" in problems[0]
    told = f"die or card {die.seq} was changed: the store says d{other - DIE_0 + 1}, but by the secret it is"
    assert f"{told} d{shown - DIE_0 + 1}" in problems[0]


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM events WHERE game = ? AND seq = 9", "event 9 is missing"),
        ("UPDATE events SET payload = '{}' WHERE game = ? AND seq = 9", "cannot be played again"),
        ("UPDATE events SET payload = 'x' WHERE game = ? AND seq = 9", "cannot be played again"),
        ("UPDATE games SET setup = '{}' WHERE id = ?", "cannot be played again"),
        ("DELETE FROM games WHERE id = ?", "belongs to something that is not there"),
    ],
)
def test_what_is_missing_or_makes_no_sense_is_told(store: Path, statement: str, told: str):
    change(store, statement.replace("'{}'", "x'7b7d'").replace("'x'", "x'78'"), FIRST)
    problems = check(store).problems
    assert problems
    assert told in problems[0]


def test_a_gathering_that_makes_no_sense_is_told(store: Path):
    change(store, "INSERT INTO people (id, key, created) VALUES (1, 'k', 'now')")
    change(store, "INSERT INTO gatherings VALUES ('g', 'now', 1, 0, x'7b7d')")
    problems = check(store).problems
    assert len(problems) == 1
    assert "The gathering g cannot be read" in problems[0]


def test_a_damaged_file_is_told(store: Path):
    raw = bytearray(store.read_bytes())
    for page in range(4096, len(raw), 4096):
        raw[page : page + 64] = b"\xff" * 64
    store.write_bytes(raw)
    assert any("damaged" in problem for problem in check(store).problems)
