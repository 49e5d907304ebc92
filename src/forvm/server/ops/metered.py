"""A store that counts what is written to it, and how long that takes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from forvm.server.ops.server_metrics import Metrics
from forvm.server.store.sqlite_store import Job, Store, Stored


class MeteredStore(Store):
    """A store like any other, with an eye on it."""

    def __init__(self, path: Path, metrics: Metrics) -> None:
        super().__init__(path)
        self._metrics = metrics

    async def create(
        self,
        game: str,
        setup: bytes,
        events: Sequence[Stored],
        line: bytes,
        at: str,
        also: Job | None = None,
        *,
        over: bool = False,
    ) -> None:
        """Begin a game, and count it."""
        began = time.perf_counter()
        await super().create(game, setup, events, line, at, also, over=over)
        self._count(events, began)

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
        """Add events to a game, and count them."""
        began = time.perf_counter()
        await super().append(game, events, line, at, wakes, also, over=over)
        self._count(events, began)

    def _count(self, events: Sequence[Stored], began: float) -> None:
        self._metrics.write_seconds.observe(time.perf_counter() - began)
        for event in events:
            self._metrics.events.labels(event.kind).inc()
