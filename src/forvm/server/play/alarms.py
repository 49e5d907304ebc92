"""Alarms: what happens by itself at tables, whether anyone looks at them or not.

Tables sleep in the store. When a clock runs out, or a bot is to cover somebody, the table is woken; the store has the
moments, so they survive a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from forvm.errors import ForvmError
from forvm.server.common.server_errors import BrokenGame, StoreError
from forvm.server.common.timestamps import later, now, seconds_until
from forvm.server.store import stored_games
from forvm.server.store.interface import Store
from forvm.server.store.timekeeping import Timekeeper

log = logging.getLogger("forvm.server")

LONGEST_SLEEP = 5.0  # seconds; the system's clock may be set, or the machine sleep meanwhile
RING_AGAIN = 5.0  # seconds after a table could not be read from the store


class Alarms:
    """One alarm for each table that has one."""

    def __init__(self) -> None:
        self._due: dict[str, str] = {}
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def set(self, game: str, at: str | None) -> None:
        """Ring for a table at a moment, and at no other; None: not at all."""
        if self._due.get(game) != at:
            self._due.pop(game, None)
            if at is not None:
                self._due[game] = at
            self._changed.set()

    async def start(self, store: Store, wake: Callable[[str], Awaitable[None]]) -> None:
        """Set what the store knows of, and begin to watch the time."""
        for game, at in await store.run(stored_games.waking):
            self.set(game, at)
        self._task = asyncio.create_task(self._watch(store, wake))

    async def stop(self) -> None:
        """Ring no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _watch(self, store: Store, wake: Callable[[str], Awaitable[None]]) -> None:
        timekeeper = Timekeeper()
        while True:
            with suppress(StoreError):  # it is noted the next time
                await timekeeper.look(store)
            self._changed.clear()
            soonest = min(self._due.values(), default=None)
            wait = LONGEST_SLEEP if soonest is None else max(0.0, min(seconds_until(soonest), LONGEST_SLEEP))
            try:
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            except TimeoutError:
                for at, game in sorted((at, game) for game, at in self._due.items() if seconds_until(at) <= 0):
                    if self._due.get(game) == at:  # else it was set anew or taken back while another rang
                        del self._due[game]
                        await self._ring(game, wake)

    async def _ring(self, game: str, wake: Callable[[str], Awaitable[None]]) -> None:
        try:
            await wake(game)
        except ForvmError as error:
            log.warning("game %s cannot be woken: %s", game, error)
            if isinstance(error, StoreError) and not isinstance(error, BrokenGame):
                self._due.setdefault(game, later(now(), RING_AGAIN))
        except Exception:
            log.exception("game %s cannot be woken", game)
