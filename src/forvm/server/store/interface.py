"""What the server asks of a store. `forvm.server.store.sqlite_store` keeps it in one file.

A store does jobs, each in a transaction of its own: `run`. Jobs are functions of the other modules of this room, such
as `stored_games` and `stored_people`, put together by whoever needs several at the same moment.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeVar

from forvm.server.store import stored_games
from forvm.server.store.event_chain import Stored, read_events
from forvm.server.store.stored_games import StoredGame
from forvm.server.store.transactions import Job, Transaction

Result = TypeVar("Result")

PROBE = 16_000  # bytes: more than a move takes, so a disk with room for a probe has room for a move


def _unheard(events: Sequence[Stored], seconds: float) -> None:
    """Nobody wants to know."""


class Store(ABC):
    """An open store. Its methods may be awaited from any event loop."""

    went_back: set[str]  # games that have yet to begin a new epoch of their dice
    on_stored: Callable[[Sequence[Stored], float], None] = staticmethod(_unheard)  # events, and how long that took

    @abstractmethod
    async def run(self, job: Callable[[Transaction], Result]) -> Result:
        """Do something in a transaction of its own; once this returns it is safe.

        A job whose caller is cancelled before the transaction has begun is not done at all. After that it is finished,
        and nobody hears of it.
        """

    @abstractmethod
    def close(self) -> None:
        """Finish what is waiting and let go of the store."""

    async def create(
        self,
        game: str,
        setup: bytes,
        events: Sequence[Stored],
        line: bytes,
        at: str,
        wakes: str | None = None,
        also: Job | None = None,
        *,
        over: bool = False,
    ) -> None:
        """Begin a game, with what happened before anyone was asked, and what else belongs to the same moment."""

        def job(transaction: Transaction) -> None:
            stored_games.begin(transaction, StoredGame(game, at, at, setup, line), events, wakes, over=over)
            if also is not None:
                also(transaction)

        await self._store_events(job, events)

    async def append(
        self,
        game: str,
        events: Sequence[Stored],
        line: bytes,
        at: str,
        wakes: str | None = None,
        also: Job | None = None,
        *,
        over: bool = False,
    ) -> None:
        """Add events to a game: all or none. Once this returns they are safe. A request to take back ends with them."""

        def job(transaction: Transaction) -> None:
            stored_games.go_on(transaction, game, events, line, at, wakes, over=over)
            if also is not None:
                also(transaction)

        await self._store_events(job, events)

    async def _store_events(self, job: Job, events: Sequence[Stored]) -> None:
        began = time.perf_counter()
        await self.run(job)
        self.on_stored(events, time.perf_counter() - began)

    async def games(self) -> list[StoredGame]:
        """Every game, the one last changed first."""
        return await self.run(stored_games.every)

    async def game(self, game: str) -> StoredGame | None:
        """One game, if it is there."""
        return await self.run(lambda transaction: stored_games.one(transaction, game))

    async def events(self, game: str) -> list[Stored]:
        """All that happened in a game, in order. Raises `BrokenGame` if it is not what was written."""
        return await self.run(lambda transaction: read_events(transaction, game))

    async def delete(self, game: str) -> bool:
        """Forget a game; says whether it was there."""
        return await self.run(lambda transaction: stored_games.delete(transaction, game))

    async def probe(self) -> None:
        """Write something small. Returns once it is safe; raises `StoreError` if it cannot be written."""
        query = "INSERT INTO health VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET probe = excluded.probe"
        await self.run(lambda transaction: transaction.execute(query, (os.urandom(PROBE),)))
