"""Can the store be written? The answer for ``/readyz``, and for the watchdog of systemd."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Literal

from forvm.server.store.interface import Store

log = logging.getLogger("forvm.server")

PATIENCE = 2.0  # seconds for a write, else the store does not answer
FRESH = 1.0  # seconds for which an answer holds: nobody can keep the disk busy by asking often

Verdict = Literal["writes", "refuses", "hangs"]


class WriteProbe:
    """Proves that the store can write. However many ask, there is one write under way, and at most one a second."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writing: asyncio.Task[Verdict] | None = None
        self._began = self._ended = 0.0

    async def is_ready(self) -> bool:
        """Was something written in time?"""
        return await self.verdict() == "writes"

    async def verdict(self, patience: float = PATIENCE) -> Verdict:
        """How the store answers a write, ``patience`` seconds after that write began at the latest."""
        now = time.monotonic()
        if self._writing is None or (self._writing.done() and now - self._ended >= FRESH):
            self._writing, self._began = asyncio.create_task(self._write()), now
        # Those who stop waiting leave the write alone: others wait for it too.
        await asyncio.wait([self._writing], timeout=max(0.0, self._began + patience - now))
        return self._writing.result() if self._writing.done() else "hangs"

    async def _write(self) -> Verdict:
        try:
            await self._store.probe()
        except Exception as error:
            log.error("the store cannot be written: %s", error)
            return "refuses"
        finally:
            self._ended = time.monotonic()
        return "writes"
