"""The room: everything that a running server has, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from starlette.requests import HTTPConnection

from forvm.server.replays import Replays
from forvm.server.store import Store
from forvm.server.tables import Tables
from forvm.server.thinking.thinkers import Thinkers


@dataclass(slots=True)
class Room:
    """Tables, store, thinking processes and replays of one server."""

    store: Store
    thinkers: Thinkers
    tables: Tables
    replays: Replays = field(default_factory=Replays)

    @classmethod
    def open(cls, path: Path, thinkers: int = 1) -> Room:
        """Open the store and set up the tables."""
        store, processes = Store(path), Thinkers(thinkers)
        return cls(store, processes, Tables(store, processes))

    async def close(self) -> None:
        """Stop everything; what was acknowledged is in the store."""
        await self.tables.close()
        await self.thinkers.stop()
        self.store.close()


def room_of(connection: HTTPConnection) -> Room:
    """The room that a request or a socket belongs to."""
    room: Room = connection.app.state.room
    return room
