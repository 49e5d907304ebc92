"""A drill: a copy is restored into a temporary folder and opened, and the store is left alone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from forvm.server.games.new_games import setup_of
from forvm.server.http.context import ServerContext
from forvm.server.ops.backups import backup
from forvm.server.ops.restore_drill import drill
from forvm.server.protocol.http_messages import NewGame
from tests.server.ops.stores import THREE, fill, read, write_older

RUNNING = "00000000000000ff"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Two games that are over, and one that is running."""
    path = tmp_path / "games.sqlite3"
    fill(path, games=2, turns=1)

    async def begin() -> None:
        context = ServerContext.open(path)
        table = await context.tables.begin(RUNNING, setup_of(NewGame(THREE, "horrea"), RUNNING))
        for _ in range(5):
            seat = table.game.to_act
            assert seat is not None
            await table.play(table.seq, seat, table.game.legal()[0].id)
        await context.close()

    asyncio.run(begin())
    return path


@pytest.fixture
def copy(store: Path, tmp_path: Path) -> Path:
    path = tmp_path / "copies" / "copy.sqlite3"
    path.parent.mkdir()
    backup(store, path)
    return path


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where drills are done. Nothing may be left there."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


@contextmanager
def written_to(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def test_a_good_copy_is_restored_and_every_game_opened(store: Path, copy: Path):
    before, shown = copy.read_bytes(), []
    found = drill(copy, opened=lambda done, total: shown.append((done, total)))
    assert found.problems == []
    assert (found.games, found.tried, found.running) == (3, 3, 1)
    assert found.events == sum(len(events) for events in read(store).values())
    assert found.dice > 0
    assert list(found.seconds) == ["restoring", "checking", "opening"]
    assert shown == [(1, 3), (2, 3), (3, 3)]
    assert copy.read_bytes() == before
    assert [path.name for path in copy.parent.iterdir()] == ["copy.sqlite3"]


def test_a_sample_has_the_running_games_first(copy: Path):
    found = drill(copy, games=1)
    assert (found.problems, found.games, found.tried, found.running) == ([], 3, 1, 1)
    assert drill(copy, games=2).running == 1
    assert drill(copy, games=9).tried == 3


def test_a_store_that_a_server_uses_is_not_touched(store: Path):
    """Somebody may name the store itself. It is only read."""
    context = ServerContext.open(store)
    before = store.read_bytes()
    found = drill(store)
    assert (found.problems, store.read_bytes()) == ([], before)
    asyncio.run(context.close())


def test_a_copy_of_an_older_version_is_brought_up_to_date(store: Path, tmp_path: Path):
    older = tmp_path / "older.sqlite3"
    with written_to(store) as connection:  # it told from the line of a game whether that was over
        connection.execute("UPDATE games SET line = ? WHERE over", (b'{"over":true}',))
    write_older(older, store, "copy_mark")
    before = older.read_bytes()
    found = drill(older)
    assert (found.problems, found.tried) == ([], 3)
    assert older.read_bytes() == before


@pytest.mark.damaged_store
def test_what_is_wrong_with_a_copy_is_listed(copy: Path):
    with written_to(copy) as connection:
        connection.execute("DELETE FROM events WHERE seq = 3")
    found = drill(copy)
    assert len(found.problems) == 3
    assert all("event 3 is missing" in problem for problem in found.problems)
    assert len(drill(copy, games=1).problems) == 1


@pytest.mark.damaged_store
def test_a_game_that_only_a_server_cannot_open_is_found(copy: Path):
    """Its events are sound, so ``forvm store check`` finds nothing; but players could not get its record."""
    with written_to(copy) as connection:
        connection.execute("UPDATE games SET created = 'long ago' WHERE id = ?", (RUNNING,))
    (problem,) = drill(copy).problems
    assert problem.startswith(f"Game {RUNNING} cannot be opened: ")


@pytest.mark.damaged_store
def test_a_file_with_broken_pages_is_told(copy: Path):
    content = bytearray(copy.read_bytes())
    content[4096 : len(content) // 2] = bytes(len(content) // 2 - 4096)
    copy.write_bytes(content)
    (problem,) = drill(copy).problems
    assert "malformed" in problem


def test_what_is_no_store_is_told(tmp_path: Path):
    letter, other = tmp_path / "letter.txt", tmp_path / "other.sqlite3"
    letter.write_text("Dear Cicero, " * 200)
    with written_to(other) as connection:
        connection.execute("CREATE TABLE provinces (name TEXT)")
    for file, said in ((letter, "not a FORVM store"), (other, "not a FORVM store"), (tmp_path / "none", "no store")):
        (problem,) = drill(file).problems
        assert said in problem
