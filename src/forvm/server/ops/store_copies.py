"""From one store to another: from a file to a database, or back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from forvm.errors import ForvmError
from forvm.server.common.server_errors import BrokenGame, StoreError
from forvm.server.ops.checking import Health, look_through
from forvm.server.store.addresses import StoreAddress
from forvm.server.store.event_chain import read_events
from forvm.server.store.opening import new_store, one_moment
from forvm.server.store.transactions import Moment

# A table comes after those that it refers to. The others are a store's own: who uses it, whether it can be written.
TABLES = (
    "people",
    "gatherings",
    "games",
    "events",
    "links",
    "passes",
    "presence",
    "talk",
    "mutes",
    "requests",
    "renewals",
    "waiting_passes",
    "went_back",
    "clock",
    "running",
)
_YES_OR_NO = {("gatherings", "started"), ("links", "once")}  # numbers in a file, truth values in a database

Progress = Callable[[int, int], None]  # games done, games in all


def copy_store(
    source: StoreAddress, target: StoreAddress, progress: Progress | None = None, checked: Progress | None = None
) -> Health:
    """Copy all that is in a store into a new one, of another kind perhaps, and look through it; what it holds.

    One that is not sound is not kept. It is marked as a copy, as a backup is.
    """
    if source == target:
        raise ForvmError(f"{source} is the store itself: name another place for its copy.")
    with one_moment(source) as old:
        _check_chains(source, old)  # before anything is written
        with new_store(target) as new:
            if any(set(old.columns.get(table, ())) != set(new.columns[table]) for table in TABLES):
                raise _older(source)
            for table in TABLES:
                _copy_table(table, old, new, progress)
            health = Health()
            look_through(new, health, checked)
            if health.problems:
                raise StoreError(
                    f"The copy of {source} is not sound, and was not kept: {health.problems[0]} To list every problem "
                    f"of the store, run: forvm store check --store {source}"
                )
    return health


def _older(source: StoreAddress) -> StoreError:
    return StoreError(
        f"{source} has the tables of an older FORVM. Start a server with it once, which brings it up to date, and copy "
        "it then."
    )


def _check_chains(source: StoreAddress, old: Moment) -> None:
    """Read every game: what was changed in the old store by a fault must not be taken for true in the new one."""
    if "hash" not in old.columns["events"]:
        raise _older(source)
    for (game,) in old.transaction.execute("SELECT id FROM games ORDER BY id").fetchall():
        try:
            read_events(old.transaction, game)
        except BrokenGame as error:
            raise StoreError(f"{error.message} Nothing was copied.") from None


def _copy_table(table: str, old: Moment, new: Moment, progress: Progress | None) -> None:
    columns = new.columns[table]
    marks = ", ".join("?" * len(columns))
    insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
    truths = [number for number, column in enumerate(columns) if (table, column) in _YES_OR_NO]
    for row in _rows(table, columns, old, progress):
        values = list(row)
        for number in truths:
            values[number] = bool(values[number])
        new.transaction.execute(insert, values)


def _rows(table: str, columns: tuple[str, ...], old: Moment, progress: Progress | None) -> Iterator[tuple[Any, ...]]:
    query = f"SELECT {', '.join(columns)} FROM {table}"
    if table != "events":
        yield from old.transaction.execute(query)
        return
    games = old.transaction.execute("SELECT id FROM games ORDER BY id").fetchall()
    for number, (game,) in enumerate(games, 1):  # one after the other: all events may not fit into memory
        yield from old.transaction.execute(f"{query} WHERE game = ? ORDER BY seq", (game,))
        if progress is not None:
            progress(number, len(games))
