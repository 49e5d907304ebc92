"""Copies of a store: one moment of it, while others write; and a copy put in its place."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from forvm.errors import ForvmError
from forvm.server.common.server_errors import StoreError
from forvm.server.ops.backups import backup, incoming, restore, take_over
from forvm.server.ops.checking import check
from forvm.server.store.event_chain import Stored, append_events
from forvm.server.store.sqlite_store import SqliteStore
from forvm.server.store.transactions import Transaction
from tests.server.ops.stores import AT, fill, read
from tests.server.serving import PATIENCE


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    fill(path, games=2, turns=1)
    return path


def test_a_copy_is_one_file_and_holds_everything(store: Path, tmp_path: Path):
    shown: list[tuple[int, int]] = []
    copy = tmp_path / "copies" / "copy.sqlite3"
    copy.parent.mkdir()
    size = backup(store, copy, progress=lambda done, total: shown.append((done, total)))
    assert size == copy.stat().st_size
    assert [path.name for path in copy.parent.iterdir()] == ["copy.sqlite3"]
    assert shown[-1][0] == shown[-1][1] > 0
    assert read(copy) == read(store)


@pytest.mark.damaged_store
def test_a_copy_is_one_moment_of_a_store_to_which_somebody_writes(tmp_path: Path):
    """Two games get the same events in one transaction each time: in every copy they are equally long."""
    path = tmp_path / "games.sqlite3"
    begun, stop = threading.Event(), threading.Event()

    async def write() -> int:
        store = SqliteStore(path)
        await store.create("a", b"", [], b"", AT)
        await store.create("b", b"", [], b"", AT)
        seq = 0
        while not stop.is_set():
            seq += 1
            event = Stored(seq, "move", bytes(2000))

            def beside(connection: Transaction, event: Stored = event) -> None:
                append_events(connection, "b", [event], AT)

            await store.append("a", [event], b"", AT, also=beside)
            begun.set()
        store.close()
        return seq

    writer = threading.Thread(target=lambda: written.append(asyncio.run(write())))
    written: list[int] = []
    fill(path, games=1, turns=1)
    writer.start()
    lengths = []
    try:
        assert begun.wait(PATIENCE)
        for number in range(8):
            copy = tmp_path / f"copy-{number}.sqlite3"
            backup(path, copy, verify=False)  # the games in it are none
            with sqlite3.connect(copy) as connection:
                rows = connection.execute(
                    "SELECT count(*), max(seq) FROM events WHERE game IN ('a', 'b') GROUP BY game"
                )
                lengths.append(rows.fetchall())
            connection.close()
    finally:
        stop.set()
        writer.join()
    for counted in lengths:
        assert len(counted) == 2
        assert len(set(counted)) == 1
        assert all(count == last for count, last in counted)
    assert lengths[-1][0][0] <= written[0]


def test_a_copy_replaces_nothing_unless_it_is_told_to(store: Path, tmp_path: Path):
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("something dear")
    with pytest.raises(ForvmError, match="--overwrite"):
        backup(store, copy)
    assert copy.read_text() == "something dear"
    backup(store, copy, overwrite=True)
    assert read(copy) == read(store)
    with pytest.raises(ForvmError, match="is the store itself"):
        backup(store, store, overwrite=True)


@pytest.mark.damaged_store
def test_a_copy_that_is_not_sound_takes_no_other_copys_place(store: Path, tmp_path: Path):
    copy, shown = tmp_path / "copy.sqlite3", []
    backup(store, copy, checked=lambda done, total: shown.append((done, total)))
    assert shown == [(1, 2), (2, 2)]
    good = copy.read_bytes()
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE events SET payload = x'7b7d' WHERE seq = 5")
    connection.close()
    with pytest.raises(StoreError, match=r"event 5 was changed.*the first of 2 problems.*copy\.sqlite3\.unsound"):
        backup(store, copy, overwrite=True)
    assert copy.read_bytes() == good
    assert len(check(tmp_path / "copy.sqlite3.unsound").problems) == 2
    backup(store, copy, overwrite=True, verify=False)
    assert copy.read_bytes() != good


@pytest.mark.damaged_store
def test_a_copy_that_is_not_sound_is_not_restored_unless_that_is_wanted(store: Path, tmp_path: Path):
    copy, shown = tmp_path / "copy.sqlite3", []
    backup(store, copy)
    before = read(store)
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE events SET payload = x'7b7d' WHERE seq = 5")
    connection.close()
    with pytest.raises(StoreError, match=r"event 5 was changed.*the first of 2 problems.*Nothing was changed"):
        restore(copy, store, checked=lambda done, total: shown.append((done, total)))
    assert shown == [(1, 2), (2, 2)]
    assert read(store) == before
    assert not list(tmp_path.glob("games.sqlite3.*partial")) + list(tmp_path.glob("*.incoming"))
    assert restore(copy, store, verify=False) is not None


def test_what_is_no_store_is_not_copied_and_not_restored(store: Path, tmp_path: Path):
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ben, " * 1000)
    before = read(store)
    for wrong, told in ((other, "not a FORVM store"), (letter, "not a FORVM store"), (tmp_path / "none", "no store")):
        with pytest.raises(StoreError, match=told):
            backup(wrong, tmp_path / "copy.sqlite3")
        with pytest.raises(StoreError, match=told):
            restore(wrong, store)
    assert read(store) == before
    assert not (tmp_path / "copy.sqlite3").exists()
    assert not incoming(store).exists()


def test_a_folder_that_is_not_there_is_told(store: Path, tmp_path: Path):
    with pytest.raises(StoreError, match=r"could not be copied to .*nowhere"):
        backup(store, tmp_path / "nowhere" / "copy.sqlite3")


def test_a_copy_takes_the_stores_place_and_what_was_there_is_kept(store: Path, tmp_path: Path):
    copy = tmp_path / "copy.sqlite3"
    backup(store, copy)
    then = read(store)

    async def play_on() -> None:
        later = SqliteStore(store)
        await later.delete(next(iter(then)))
        await later.create("new", b"", [], b"", AT)
        later.close()

    asyncio.run(play_on())
    now = read(store)
    kept = restore(copy, store)
    assert kept is not None
    assert read(store) == then
    assert read(kept) == now
    assert read(copy) == then
    with pytest.raises(ForvmError, match="is the store itself"):
        restore(store, store)


def test_restoring_where_there_is_no_store_makes_one(store: Path, tmp_path: Path):
    assert restore(store, tmp_path / "new" / "games.sqlite3") is None
    assert read(tmp_path / "new" / "games.sqlite3") == read(store)


def test_a_store_in_use_is_left_alone_if_nobody_takes_the_copy_over(store: Path, tmp_path: Path):
    copy = tmp_path / "copy.sqlite3"
    backup(store, copy)
    using = SqliteStore(store)
    with pytest.raises(StoreError, match="nothing was changed"):
        restore(copy, store, patience=0.3)
    using.close()
    assert not incoming(store).exists()


def test_taking_over_can_be_broken_off_at_any_moment(store: Path, tmp_path: Path):
    """Between the two renames there is no store, but a copy: whoever opens it next finishes."""
    then = read(store)
    backup(store, incoming(store))
    store.rename(tmp_path / "aside")
    assert take_over(store) is None
    assert read(store) == then
    assert take_over(store) is None


def test_a_damaged_store_is_replaced_too(store: Path, tmp_path: Path):
    copy = tmp_path / "copy.sqlite3"
    backup(store, copy)
    raw = bytearray(store.read_bytes())
    raw[100:3000] = b"\xff" * 2900
    store.write_bytes(raw)
    kept = restore(copy, store)
    assert kept is not None
    assert kept.read_bytes()[200:210] == b"\xff" * 10
    assert read(store) == read(copy)
