"""Alarms ring in order, once, and not for those that were set anew or taken back."""

from __future__ import annotations

import asyncio
from pathlib import Path

from forvm.errors import ForvmError
from forvm.server.alarms import Alarms
from forvm.server.moments import later, now
from forvm.server.store import Store


def test_alarms_ring_in_order_and_only_if_they_still_stand(tmp_path: Path):
    rung: list[str] = []

    async def ring() -> None:
        store, alarms, last = Store(tmp_path / "a.sqlite3"), Alarms(), asyncio.Event()
        await store.create("kept", b"", [], b"", now())
        await store.run(lambda connection: connection.execute("UPDATE games SET wakes = ?", (later(now(), -60),)))

        async def wake(game: str) -> None:
            rung.append(game)
            if game == "broken":
                raise ForvmError("This one cannot be woken.")
            if game == "last":
                last.set()

        await alarms.start(store, wake)
        alarms.set("second", later(now(), 0.2))
        alarms.set("broken", later(now(), 0.1))
        alarms.set("never", later(now(), 0.1))
        alarms.set("never", None)
        alarms.set("changed", later(now(), 0.1))
        alarms.set("changed", later(now(), 3600))
        alarms.set("last", later(now(), 0.4))
        await asyncio.wait_for(last.wait(), 30)
        await alarms.stop()
        store.close()

    asyncio.run(ring())
    assert rung == ["kept", "broken", "second", "last"]
