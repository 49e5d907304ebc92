"""A store is one server's and its owner's: locks that no other name fools, and files that nobody else reads."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from forvm.server.common.server_errors import StoreError
from forvm.server.ops.backups import backup, incoming, restore, take_over
from forvm.server.store.sqlite_store import SqliteStore
from tests.server.ops.stores import AT, fill, read
from tests.server.serving import Server

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has locks that leave SQLite's alone")
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no modes of files")


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@contextmanager
def wide_umask() -> Iterator[None]:
    """As where a group shares its files, whatever the umask of whoever runs the tests."""
    before = os.umask(0o002)
    try:
        yield
    finally:
        os.umask(before)


def refused(path: Path) -> None:
    with pytest.raises(StoreError, match="Another FORVM is using the store"):
        SqliteStore(path)


# One server.


@linux
def test_another_name_of_the_store_does_not_fool_the_lock(tmp_path: Path):
    store = tmp_path / "a" / "games.sqlite3"
    (tmp_path / "b").mkdir()
    with closing(SqliteStore(store)):
        names = [tmp_path / "b" / name for name in ("soft.sqlite3", "hard.sqlite3", "games.sqlite3")]
        names[0].symlink_to(store)
        os.link(store, names[1])
        names[2].symlink_to(os.path.relpath(store, names[2].parent))
        (tmp_path / "c").symlink_to(store.parent)
        for name in (*names, tmp_path / "c" / "games.sqlite3", store):
            refused(name)
    for name in (*names, store):
        SqliteStore(name).close()


@linux
def test_a_removed_lock_file_does_not_fool_the_lock(tmp_path: Path):
    store = tmp_path / "games.sqlite3"
    with closing(SqliteStore(store)):
        for path in tmp_path.glob("*.lock*"):
            path.unlink()
        refused(store)
        with pytest.raises(StoreError, match="nothing was changed"):
            restore(_copy_of(store, tmp_path), store, patience=0.3)
    SqliteStore(store).close()


def _copy_of(store: Path, folder: Path) -> Path:
    backup(store, folder / "copy.sqlite3", overwrite=True)
    return folder / "copy.sqlite3"


@linux
def test_a_second_server_by_another_name_is_refused(tmp_path: Path):
    """Two processes: what one of them holds goes when it is killed."""
    store, other = tmp_path / "games.sqlite3", tmp_path / "other.sqlite3"
    first = Server(store)
    os.link(store, other)
    Path(f"{store}.lock").unlink()
    for name in (store, other):
        assert "Another FORVM is using the store" in Server(name).complaint()
    first.kill()
    again = Server(store)
    assert again.port
    again.kill()


@pytest.mark.damaged_store
def test_a_lock_does_not_hold_up_those_who_only_read(tmp_path: Path):
    path = tmp_path / "games.sqlite3"
    fill(path, games=1, turns=1)
    with closing(SqliteStore(path)) as store:
        copy = _copy_of(path, tmp_path)
        asyncio.run(store.create("later", b"", [], b"", AT))
    assert len(read(path)) == len(read(copy)) + 1


def test_a_store_behind_a_link_is_restored_where_it_is(tmp_path: Path):
    store, link = tmp_path / "a" / "games.sqlite3", tmp_path / "games.sqlite3"
    store.parent.mkdir()
    fill(store, games=1, turns=1)
    link.symlink_to(store)
    copy = _copy_of(store, tmp_path)
    fill(store.parent / "other.sqlite3", games=2, turns=1)
    assert incoming(link) == incoming(store)
    kept = restore(store.parent / "other.sqlite3", link)
    assert kept is not None
    assert kept.parent == store.parent
    assert link.is_symlink()
    assert len(read(store)) == 2
    assert read(kept) == read(copy)


# Its owner's.


@pytest.mark.damaged_store
@posix
def test_nobody_else_reads_what_is_made(tmp_path: Path):
    folder = tmp_path / "new" / "games"
    store = folder / "games.sqlite3"
    with wide_umask():
        with closing(SqliteStore(store)) as opened:
            asyncio.run(opened.create("g", b"", [], b"", AT))
            made = {f"games.sqlite3{added}" for added in ("", "-wal", "-shm", ".lock")}
            assert made <= set(modes(folder))
            assert set(modes(folder).values()) == {0o600}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        backup(store, folder / "copy.sqlite3", verify=False)  # there is no real game in it
        restore(folder / "copy.sqlite3", store, verify=False)
        backup(store, incoming(store), verify=False)
        take_over(store)
        assert set(modes(folder).values()) == {0o600}
        assert sum("replaced" in name for name in modes(folder)) == 2


@posix
def test_what_others_could_read_is_narrowed_with_a_word_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    store = tmp_path / "games.sqlite3"
    with wide_umask():
        fill(store, games=1, turns=1)
        (tmp_path / "games.sqlite3").chmod(0o664)
        (tmp_path / "games.sqlite3.lock").chmod(0o644)
        (tmp_path / "games.sqlite3-wal").touch(0o664)
        SqliteStore(store).close()
    assert set(modes(tmp_path).values()) == {0o600}
    told = [record.getMessage() for record in caplog.records]
    assert any("games.sqlite3 could be read by others (mode 664)" in line for line in told)
    assert any("games.sqlite3.lock could be read by others (mode 644)" in line for line in told)


@posix
def test_the_file_of_another_program_keeps_its_mode(tmp_path: Path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada,\n" * 200)
    file.chmod(0o644)
    with pytest.raises(StoreError, match="is not a FORVM store"):
        SqliteStore(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
