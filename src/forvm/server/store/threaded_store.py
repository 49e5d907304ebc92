"""A store with one thread that does all its jobs, whichever database keeps them.

The thread takes whatever is waiting, does all of it in one transaction and only then lets those who wait go on: so many
tables share the cost of one safe write (``docs/adr/0006-what-the-store-promises.md``).
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import threading
import time
from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, ClassVar, NoReturn, TypeVar

from forvm.server.common.server_errors import StoreError
from forvm.server.store.interface import Store
from forvm.server.store.transactions import Job, Transaction

Result = TypeVar("Result")

log = logging.getLogger("forvm.server")

NOTE_EVERY = 10.0  # seconds between two lines of the log about the same failure
EXIT_CODE = 70  # of a process whose store has died; EX_SOFTWARE in sysexits.h


class ThreadedStore(Store):
    """Runs jobs in batches. A subclass opens the database, calls `_start`, and says what its errors mean."""

    errors: ClassVar[type[Exception]]  # of the database
    rests: ClassVar[float | None] = None  # seconds without jobs after which `_rest` is called

    def _start(self) -> None:
        """Begin to do jobs."""
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._closed = False
        self._noted: dict[str, float] = {}  # the failure that was logged last, and until when that will do
        self._thread = threading.Thread(target=self._work, name="forvm-store", daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[Transaction], Result]) -> Result:
        """Do something in a transaction of its own; once this returns it is safe."""
        if self._closed:
            raise StoreError("The store is closed: the server is shutting down.")
        future: Future[Result] = Future()
        self._jobs.put((job, future))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Finish what is waiting and let go of the database."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()
            self._let_go()

    # What a database does in its own way.

    @property
    @abstractmethod
    def _transaction(self) -> Transaction:
        """The transaction under way."""

    @abstractmethod
    def _begin(self) -> None:
        """Begin a transaction. One that is still open, because rolling back failed, is given up."""

    @abstractmethod
    def _commit(self) -> None:
        """Make safe what was done since."""

    @abstractmethod
    def _is_given_up(self) -> bool:
        """Has the database given up the whole transaction, after an error?"""

    @abstractmethod
    def _let_go(self) -> None:
        """Close the database."""

    @abstractmethod
    def _why(self, error: Exception) -> str | None:
        """What went wrong, for whoever runs the server; None if it is of no interest."""

    @abstractmethod
    def _for_pages(self, error: Exception) -> str:
        """What went wrong, for a player: nothing of how and where the server keeps its store."""

    def _rest(self) -> None:
        """Nobody has asked for anything for `rests` seconds."""

    # The thread.

    def _work(self) -> None:
        """The thread. Without it every request would wait for ever, so the process does not outlive it."""
        try:
            while True:
                try:
                    first = self._jobs.get(timeout=self.rests)
                except queue.Empty:
                    self._rest()
                    continue
                if first is None:
                    return
                batch = [first]
                with suppress(queue.Empty):
                    while (another := self._jobs.get_nowait()) is not None:
                        batch.append(another)
                    self._jobs.put(None)
                self._transact(batch)
        except BaseException:
            end_process()

    def _transact(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        """Do all jobs in one transaction. One that fails is rolled back alone; the others are not held up by it."""
        failure: BaseException | None = None
        answers: list[tuple[Any, BaseException | None]] = []
        try:
            self._begin()
        except (self.errors, StoreError) as error:
            failure = error
        # From here on nobody can cancel. Those who did so before get nothing done.
        waiting = [(job, future) for job, future in batch if future.set_running_or_notify_cancel()]
        if failure is None:
            try:
                answers = [self._attempt(job) for job, _ in waiting]
                self._commit()
            except self.errors as error:
                failure = error
                with suppress(self.errors):
                    self._transaction.execute("ROLLBACK")
        if failure is not None:
            answers = [(None, failure)] * len(waiting)
        for (_, future), (result, why_not) in zip(waiting, answers, strict=True):
            if why_not is None:
                future.set_result(result)
            else:
                self._note(why_not)
                future.set_exception(self._told(why_not))

    def _attempt(self, job: Job) -> tuple[Any, BaseException | None]:
        """Do one job; its result, or why it failed and has left no trace."""
        transaction = self._transaction
        transaction.execute("SAVEPOINT job")
        try:
            result, failure = job(transaction), None
        except BaseException as error:
            # Then nobody's job is done.
            if isinstance(error, self.errors) and self._is_given_up():
                raise
            result, failure = None, error
            transaction.execute("ROLLBACK TO SAVEPOINT job")
        transaction.execute("RELEASE SAVEPOINT job")
        return result, failure

    def _note(self, error: BaseException) -> None:
        """Log what pages are not told, which is where the store is. If it fails again and again, now and then."""
        told = self._why(error) if isinstance(error, self.errors) else None
        if told is not None and time.monotonic() >= self._noted.get(told, 0.0):
            self._noted = {told: time.monotonic() + NOTE_EVERY}
            log.error("%s", told)

    def _told(self, error: BaseException) -> Exception:
        """The error as whoever waits for the job gets it."""
        if isinstance(error, self.errors):
            return StoreError(self._for_pages(error))
        if isinstance(error, Exception) and not isinstance(error, StopIteration):
            return error
        # These end generators, tasks or the process, and a future cannot carry some of them.
        return RuntimeError(f"a job of the store raised {error!r}")


def end_process() -> NoReturn:
    """End at once, so that whoever watches the process (systemd, say) starts another one."""
    try:
        log.critical("the thread that writes to the store has died, so the server ends", exc_info=True)
    finally:
        os._exit(EXIT_CODE)
