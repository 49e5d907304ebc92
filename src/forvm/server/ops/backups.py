"""Copies of a store, and a copy put in its place, while a server uses it.

A copy is one moment of the store: it is read in one transaction, which in WAL mode holds up nobody who writes.

A copy that is to take the store's place is laid beside it under the name that ``incoming`` gives. Whoever opens the
store, or has it open and notices, lets go of it, and ``take_over`` puts the copy in its place; what was there is kept.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from forvm.errors import ForvmError
from forvm.server.common.server_errors import StoreError
from forvm.server.ops.checking import check
from forvm.server.store.claim import PRIVATE_FOLDER, Claim, make_private
from forvm.server.store.dice_epochs import mark_as_copy
from forvm.server.store.schema import open_file, read_only

PAGES_AT_ONCE = 1024
PATIENCE = 60.0  # seconds for a running server to take over a copy
Progress = Callable[[int, int], None]  # pages or games done, and how many there are in all


def backup(
    store: Path,
    copy: Path,
    *,
    overwrite: bool = False,
    verify: bool = True,
    progress: Progress | None = None,
    checked: Progress | None = None,
) -> int:
    """Copy a store, of which a server may be writing; returns how many bytes the copy has.

    The copy is looked through as `forvm.server.ops.checking` does, unless ``verify`` is False. One that is not sound
    takes no other copy's place: it is laid beside.
    """
    if copy.exists() and not overwrite:
        raise ForvmError(f"{copy} already exists. Name another file, or replace it with --overwrite.")
    if _same(copy, store):
        raise ForvmError(f"{copy} is the store itself: name another file for its copy.")
    partial = _beside(copy, "partial")
    _copy(store, partial, progress)
    found = _first_problem(partial, checked) if verify else None
    if found is not None:
        unsound = _beside(copy, "unsound")
        os.replace(partial, unsound)
        raise StoreError(
            f"The copy of {store} is damaged: {found} It is kept as {unsound}, and {copy} was not written. "
            f"Check the store with: forvm store check --store {store}"
        )
    os.replace(partial, copy)
    _to_disk(copy.parent)
    return copy.stat().st_size


def restore(
    copy: Path,
    store: Path,
    *,
    verify: bool = True,
    progress: Progress | None = None,
    checked: Progress | None = None,
    patience: float = PATIENCE,
) -> Path | None:
    """Put a copy in the place of a store; returns where the store that was there is kept now, if there was one.

    The copy is looked through as `forvm.server.ops.checking` does, unless ``verify`` is False. One that is not sound
    replaces nothing. If a server uses the store, it is asked to take the copy over, and waited for.
    """
    if _same(copy, store):
        raise ForvmError(f"{copy} is the store itself: there is nothing to restore.")
    store = store.resolve()
    partial = _beside(store, "partial")
    store.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    _copy(copy, partial, progress)
    found = _first_problem(partial, checked) if verify else None
    if found is not None:
        partial.unlink()
        raise StoreError(
            f"The copy {copy} is damaged: {found} Nothing was changed. To list every problem, run: "
            f"forvm store check --store {copy}"
        )
    with closing(open_file(partial)) as connection:  # an older copy is brought up to date, a wrong one refused
        _make_one_file(connection)
    os.replace(partial, incoming(store))
    try:
        claim = Claim(store)
    except StoreError:
        _wait_for_server(store, patience)
        return _kept(store)
    with closing(claim):
        return take_over(store)


def _first_problem(store: Path, checked: Progress | None) -> str | None:
    """What is wrong with a store, if anything, and how much more there is."""
    problems = check(store, checked).problems
    if len(problems) > 1:
        return f"{problems[0]} This is the first of {len(problems)} problems."
    return problems[0] if problems else None


def incoming(store: Path) -> Path:
    """Where a copy lies that is to take a store's place."""
    return _beside(store.resolve(), "incoming")


def take_over(store: Path) -> Path | None:
    """Put an incoming copy in the store's place. Nobody may have the store open but whoever calls this.

    What was there is kept under another name, which is returned. Whenever this is broken off, it can be done again.
    """
    store, copy = store.resolve(), incoming(store)
    if not copy.exists():
        return None
    kept = None
    if store.exists():
        with closing(sqlite3.connect(store, isolation_level=None)) as connection, suppress(sqlite3.DatabaseError):
            _make_one_file(connection)
        make_private(store)
        kept = _beside(store, f"replaced-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}")
        os.replace(store, kept)
        for name in ("wal", "shm"):  # of a store that was damaged
            with suppress(FileNotFoundError):
                os.replace(f"{store}-{name}", f"{kept}-{name}")
    os.replace(copy, store)
    _to_disk(store.parent)
    return kept


def _copy(source: Path, target: Path, progress: Progress | None) -> None:
    """Copy one moment of a store into a new file, checked and safe on the disk."""
    target.unlink(missing_ok=True)
    with closing(read_only(source)) as reading:
        try:
            make_private(target)
            with closing(sqlite3.connect(target, isolation_level=None)) as writing:
                # Held throughout: without it the copy would begin anew whenever the server writes.
                reading.execute("BEGIN")
                reading.execute("SELECT count(*) FROM sqlite_schema").fetchone()

                def on(status: int, left: int, total: int) -> None:
                    if progress is not None:
                        progress(total - left, total)

                reading.backup(writing, pages=PAGES_AT_ONCE, progress=on)
                mark_as_copy(writing)
                _make_one_file(writing)
                found = writing.execute("PRAGMA quick_check(1)").fetchone()[0]
        except (sqlite3.Error, OSError) as error:
            target.unlink(missing_ok=True)
            reason = getattr(error, "strerror", None) or error
            raise StoreError(
                f"{source} could not be copied to {target.parent}: {reason}. Nothing was changed."
            ) from None
    if found != "ok":
        target.unlink()
        raise StoreError(f"{source} is damaged ({found}), and so would its copy be: nothing was written.")
    _to_disk(target)
    _to_disk(target.parent)


def _make_one_file(connection: sqlite3.Connection) -> None:
    """Let nothing of a store be in the files beside it."""
    connection.execute("PRAGMA journal_mode = DELETE").fetchone()


def _wait_for_server(store: Path, patience: float) -> None:
    until = time.monotonic() + patience
    while incoming(store).exists():
        if time.monotonic() > until:
            incoming(store).unlink(missing_ok=True)
            raise StoreError(
                f"Another FORVM is using the store {store}, and it is no forvm serve that would take over the copy: "
                "nothing was changed. End it, and restore again."
            )
        time.sleep(0.1)


def _kept(store: Path) -> Path | None:
    """What a server put aside last."""
    return max(store.parent.glob(f"{store.name}.replaced-*Z"), default=None)


def on_one_disk(one: Path, other: Path) -> bool:
    """Would both be lost with one disk?"""
    return one.stat().st_dev == other.stat().st_dev


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _beside(path: Path, name: str) -> Path:
    return path.with_name(f"{path.name}.{name}")


def _to_disk(path: Path) -> None:
    """Wait until the disk has a file, or a folder's names."""
    if os.name == "posix" or path.is_file():
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
