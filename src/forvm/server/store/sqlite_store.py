"""The store: everything that ever happened at every table, in one SQLite file.

One thread owns the connection. It takes whatever is waiting, writes all of it in one transaction and only then lets
those who wait go on: so many tables share the cost of one safe write (``docs/adr/0006-what-the-store-promises.md``).
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import platformdirs

from forvm.server.common.server_errors import StoreError
from forvm.server.store.claim import Claim
from forvm.server.store.dice_epochs import notice_copy
from forvm.server.store.interface import Store
from forvm.server.store.schema import for_pages, open_file, why
from forvm.server.store.transactions import Job, Transaction

Result = TypeVar("Result")

log = logging.getLogger("forvm.server")

NOTE_EVERY = 10.0  # seconds between two lines of the log about the same failure
EXIT_CODE = 70  # of a process whose store has died; EX_SOFTWARE in sysexits.h


def default_path() -> Path:
    """Where games are kept unless somebody names another file."""
    return Path(platformdirs.user_data_dir("forvm", appauthor=False)) / "games.sqlite3"


class SqliteStore(Store):
    """An open store in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._claim = Claim(path)
        try:
            self._claim.hold()
            self._connection = open_file(self._claim.path)
            self._claim.make_private()
            self.went_back = self._notice_copy()  # games that have yet to begin a new epoch of their dice
        except BaseException:
            self._claim.close()
            raise
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._closed = False
        self._noted: dict[str, float] = {}  # the failure that was logged last, and until when that will do
        self._thread = threading.Thread(target=self._write, name="forvm-store", daemon=True)
        self._thread.start()

    def _notice_copy(self) -> set[str]:
        try:
            return notice_copy(self._connection)
        except sqlite3.Error as error:
            self._connection.close()
            raise StoreError(why(error, self.path)) from None

    def close(self) -> None:
        """Finish what is waiting and close the file."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()
            self._connection.close()
            self._claim.close()

    # The thread.

    async def run(self, job: Callable[[Transaction], Result]) -> Result:
        """Do something in a transaction of its own; once this returns it is safe."""
        if self._closed:
            raise StoreError("The store is closed: the server is shutting down.")
        future: Future[Result] = Future()
        self._jobs.put((job, future))
        return await asyncio.wrap_future(future)

    def _write(self) -> None:
        """The thread. Without it every request would wait for ever, so the process does not outlive it."""
        try:
            while (first := self._jobs.get()) is not None:
                batch = [first]
                with suppress(queue.Empty):
                    while (another := self._jobs.get_nowait()) is not None:
                        batch.append(another)
                    self._jobs.put(None)
                self._transact(batch)
        except BaseException:
            _end_process()

    def _transact(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        """Do all jobs in one transaction. One that fails is rolled back alone; the others are not held up by it."""
        connection = self._connection
        failure: BaseException | None = None
        answers: list[tuple[Any, BaseException | None]] = []
        try:
            if connection.in_transaction:  # because rolling back failed
                connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            failure = error
        # From here on nobody can cancel. Those who did so before get nothing done.
        waiting = [(job, future) for job, future in batch if future.set_running_or_notify_cancel()]
        if failure is None:
            try:
                answers = [self._attempt(job) for job, _ in waiting]
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                failure = error
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
        if failure is not None:
            answers = [(None, failure)] * len(waiting)
        for (_, future), (result, why_not) in zip(waiting, answers, strict=True):
            if why_not is None:
                future.set_result(result)
            else:
                self._note(why_not)
                future.set_exception(_told(why_not))

    def _note(self, error: BaseException) -> None:
        """Log what pages are not told, which is where the store is. If it fails again and again, now and then."""
        if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
            told, now = why(error, self.path), time.monotonic()
            if now >= self._noted.get(told, 0.0):
                self._noted = {told: now + NOTE_EVERY}
                log.error("%s", told)

    def _attempt(self, job: Job) -> tuple[Any, BaseException | None]:
        """Do one job; its result, or why it failed and has left no trace."""
        connection = self._connection
        connection.execute("SAVEPOINT job")
        try:
            result, failure = job(connection), None
        except BaseException as error:
            # SQLite gives up the whole transaction if, say, the disk is full. Then nobody's job is done.
            if isinstance(error, sqlite3.Error) and not connection.in_transaction:
                raise
            result, failure = None, error
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return result, failure


def _end_process() -> NoReturn:
    """End at once, so that whoever watches the process (systemd, say) starts another one."""
    try:
        log.critical("the thread that writes to the store has died, so the server ends", exc_info=True)
    finally:
        os._exit(EXIT_CODE)


def _told(error: BaseException) -> Exception:
    """The error as whoever waits for the job gets it."""
    if isinstance(error, sqlite3.Error):
        return StoreError(for_pages(error))
    if isinstance(error, Exception) and not isinstance(error, StopIteration):
        return error
    # These end generators, tasks or the process, and a future cannot carry some of them.
    return RuntimeError(f"a job of the store raised {error!r}")
