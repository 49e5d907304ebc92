"""The store: everything that ever happened at every table, in one SQLite file.

One thread owns the connection. It takes whatever is waiting, writes all of it in one transaction and only then lets
those who wait go on: so many tables share the cost of one safe write (``docs/adr/0006-what-the-store-promises.md``).
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import platformdirs

from forvm.server.errors import StoreError

Result = TypeVar("Result")
Job = Callable[[sqlite3.Connection], Any]

APPLICATION = 0x464F5256  # "FORV", in the file's header: it is ours
FORMAT = 1
_TABLES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created TEXT NOT NULL,
    changed TEXT NOT NULL,
    setup BLOB NOT NULL,
    line BLOB NOT NULL  -- how it stands, for the list of games; derived from the events
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload BLOB NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
"""


class Stored(NamedTuple):
    """One event of a game, as it lies in the store."""

    seq: int
    kind: str
    payload: bytes


class StoredGame(NamedTuple):
    """A game in the store: when it began and something last happened, what it was set up as, how it stands."""

    id: str
    created: str
    changed: str
    setup: bytes
    line: bytes


def default_path() -> Path:
    """Where games are kept unless somebody names another file."""
    return Path(platformdirs.user_data_dir("forvm", appauthor=False)) / "games.sqlite3"


def now() -> str:
    """The present moment, as the store writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Store:
    """An open store. Its methods may be awaited from any event loop."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._guard = _claim(path)
        try:
            self._connection = _open(path)
        except BaseException:
            self._guard.close()
            raise
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._write, name="forvm-store", daemon=True)
        self._thread.start()

    # What the tables ask for.

    async def create(self, game: str, setup: bytes, events: Sequence[Stored], line: bytes, at: str) -> None:
        """Begin a game, with what happened before anyone was asked."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", (game, at, at, setup, line))
            _insert(connection, game, events, at)

        await self._run(job)

    async def append(self, game: str, events: Sequence[Stored], line: bytes, at: str) -> None:
        """Add events to a game: all or none. Once this returns they are safe."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE games SET changed = ?, line = ? WHERE id = ?", (at, line, game))
            _insert(connection, game, events, at)

        await self._run(job)

    async def games(self) -> list[StoredGame]:
        """Every game, the one last changed first."""
        return await self._run(_list_games)

    async def game(self, game: str) -> StoredGame | None:
        """One game, if it is there."""
        found: list[StoredGame] = await self._run(lambda connection: _list_games(connection, game))
        return found[0] if found else None

    async def events(self, game: str) -> list[Stored]:
        """All that happened in a game, in order."""

        def job(connection: sqlite3.Connection) -> list[Stored]:
            rows = connection.execute("SELECT seq, kind, payload FROM events WHERE game = ? ORDER BY seq", (game,))
            return [Stored(*row) for row in rows]

        return await self._run(job)

    async def delete(self, game: str) -> bool:
        """Forget a game; says whether it was there."""
        return await self._run(
            lambda connection: connection.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount > 0
        )

    def close(self) -> None:
        """Finish what is waiting and close the file."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()
            self._connection.close()
            self._guard.close()

    # The thread.

    async def _run(self, job: Callable[[sqlite3.Connection], Result]) -> Result:
        if self._closed:
            raise StoreError("The store is closed: the server is shutting down.")
        future: Future[Result] = Future()
        self._jobs.put((job, future))
        return await asyncio.wrap_future(future)

    def _write(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            with suppress(queue.Empty):
                while (another := self._jobs.get_nowait()) is not None:
                    batch.append(another)
                self._jobs.put(None)
            self._transact(batch)

    def _transact(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        """Do all jobs in one transaction. One that fails is rolled back alone; the others are not held up by it."""
        done: list[tuple[Future[Any], Any]] = []
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job, future in batch:
                connection.execute("SAVEPOINT job")
                try:
                    done.append((future, job(connection)))
                except Exception as error:
                    connection.execute("ROLLBACK TO job")
                    future.set_exception(_store_error(error, self.path))
                connection.execute("RELEASE job")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            for _, future in batch:
                if not future.done():
                    future.set_exception(_store_error(error, self.path))
        else:
            for future, result in done:
                future.set_result(result)


def _insert(connection: sqlite3.Connection, game: str, events: Sequence[Stored], at: str) -> None:
    rows = [(game, event.seq, event.kind, event.payload, at) for event in events]
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)


def _list_games(connection: sqlite3.Connection, game: str | None = None) -> list[StoredGame]:
    query = "SELECT id, created, changed, setup, line FROM games WHERE ?1 IS NULL OR id = ?1 ORDER BY changed DESC, id"
    rows = connection.execute(query, (game,))
    return [StoredGame(*row) for row in rows]


def _store_error(error: Exception, path: Path) -> Exception:
    return StoreError(_why(error, path)) if isinstance(error, sqlite3.Error) else error


def _why(error: sqlite3.Error, path: Path) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(error, sqlite3.IntegrityError):
        return "The game was changed from elsewhere in the meantime, so nothing was written. Reload the page."
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return f"{path} is damaged or is no store of FORVM: {error}. Put a backup in its place, or name another file."
    if name.startswith("SQLITE_FULL"):
        return f"There is no room left to write to {path}. Nothing was changed: make room and try again."
    return f"The store {path} cannot be used: {error}."


def _claim(path: Path) -> sqlite3.Connection:
    """Make sure that no other server writes to this store.

    Two servers would each believe to know how every game stands. The lock is one on a file beside the store, which the
    system lets go when the process ends in whatever way.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        guard = sqlite3.connect(f"{path}.lock", timeout=0.2, isolation_level=None, check_same_thread=False)
    except (OSError, ValueError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"The store {path} cannot be opened: {reason}.") from None
    try:
        guard.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        guard.close()
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise StoreError(
                f"Another FORVM is using the store {path}: close it, or name another file with --store."
            ) from None
        raise StoreError(f"The store {path} cannot be locked: {error}.") from None
    return guard


def _open(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    except sqlite3.Error as error:
        raise StoreError(f"The store {path} cannot be opened: {error}.") from None
    try:
        _check_ours(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _make_tables(connection)
    except sqlite3.Error as error:
        connection.close()
        raise StoreError(_why(error, path)) from None
    except StoreError:
        connection.close()
        raise
    return connection


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    def number(name: str) -> int:
        value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
        return value

    if number("schema_version") == 0:
        return  # a new file
    if number("application_id") != APPLICATION:
        raise StoreError(f"{path} is the database of another program, not a store of FORVM: name another file.")
    if number("user_version") > FORMAT:
        raise StoreError(f"{path} was written by a later FORVM, which can open it; this one cannot.")
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreError(f"{path} is damaged ({found}). Put a backup in its place, or name another file.")


def _make_tables(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA schema_version").fetchone()[0] == 0:
        header = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT};"
        connection.executescript(f"BEGIN IMMEDIATE;{header}{_TABLES}COMMIT;")
