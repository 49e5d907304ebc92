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
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import platformdirs

from forvm.server.errors import StoreError
from forvm.server.schema import claim, open_file, why

Result = TypeVar("Result")
Job = Callable[[sqlite3.Connection], Any]


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


class Store:
    """An open store. Its methods may be awaited from any event loop."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._guard = claim(path)
        try:
            self._connection = open_file(path)
        except BaseException:
            self._guard.close()
            raise
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._write, name="forvm-store", daemon=True)
        self._thread.start()

    # What the tables ask for.

    async def create(
        self, game: str, setup: bytes, events: Sequence[Stored], line: bytes, at: str, also: Job | None = None
    ) -> None:
        """Begin a game, with what happened before anyone was asked, and what else belongs to the same moment."""

        def job(connection: sqlite3.Connection) -> None:
            row = (game, at, at, setup, line)
            connection.execute("INSERT INTO games (id, created, changed, setup, line) VALUES (?, ?, ?, ?, ?)", row)
            _insert(connection, game, events, at)
            if also is not None:
                also(connection)

        await self.run(job)

    async def append(self, game: str, events: Sequence[Stored], line: bytes, at: str, wakes: str | None = None) -> None:
        """Add events to a game: all or none. Once this returns they are safe. A request to take back ends with them."""

        def job(connection: sqlite3.Connection) -> None:
            row = (at, line, wakes, game)
            connection.execute("UPDATE games SET changed = ?, line = ?, wakes = ? WHERE id = ?", row)
            connection.execute("DELETE FROM requests WHERE game = ?", (game,))
            _insert(connection, game, events, at)

        await self.run(job)

    async def games(self) -> list[StoredGame]:
        """Every game, the one last changed first."""
        return await self.run(_list_games)

    async def game(self, game: str) -> StoredGame | None:
        """One game, if it is there."""
        found: list[StoredGame] = await self.run(lambda connection: _list_games(connection, game))
        return found[0] if found else None

    async def games_of(self, person: int) -> list[StoredGame]:
        """The games that somebody may see, the one last changed first."""

        def job(connection: sqlite3.Connection) -> list[StoredGame]:
            query = """
                SELECT id, games.created, changed, setup, line FROM games
                WHERE id IN (SELECT game FROM passes WHERE person = ?) ORDER BY changed DESC, id
            """
            return [StoredGame(*row) for row in connection.execute(query, (person,))]

        return await self.run(job)

    async def plan(self, game: str) -> bytes | None:
        """The plan of an online game."""
        query = "SELECT plan FROM gatherings WHERE id = ?"
        found = await self.run(lambda connection: connection.execute(query, (game,)).fetchone())
        return None if found is None else found[0]

    async def events(self, game: str) -> list[Stored]:
        """All that happened in a game, in order."""

        def job(connection: sqlite3.Connection) -> list[Stored]:
            rows = connection.execute("SELECT seq, kind, payload FROM events WHERE game = ? ORDER BY seq", (game,))
            return [Stored(*row) for row in rows]

        return await self.run(job)

    async def delete(self, game: str) -> bool:
        """Forget a game; says whether it was there."""
        return await self.run(
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

    async def run(self, job: Callable[[sqlite3.Connection], Result]) -> Result:
        """Do something in a transaction of its own; once this returns it is safe."""
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
    return StoreError(why(error, path)) if isinstance(error, sqlite3.Error) else error
