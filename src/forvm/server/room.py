"""Everything that a running server has, in one place."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import HTTPConnection

from forvm import text
from forvm.server.access import Access
from forvm.server.errors import ServerError
from forvm.server.gatherings import Gatherings
from forvm.server.limits import Meter
from forvm.server.people import Guest, People
from forvm.server.replays import Replays
from forvm.server.store import Store
from forvm.server.tables import Tables
from forvm.server.thinking.thinkers import Thinkers


class Room:
    """Tables, people, store, thinking processes and replays of one server."""

    def __init__(self, store: Store, thinkers: Thinkers, access: Access) -> None:
        self.access = access
        self.store = store
        self.thinkers = thinkers
        self.people = People(store)
        self.tables = Tables(store, thinkers, access.limits)
        self.gatherings = Gatherings(store, self.people, self.tables)
        self.replays = Replays()
        self.requests = Meter(access.limits.requests)
        self.openings = Meter(access.limits.gatherings)
        self.sockets: dict[str, int] = {}  # by address

    @classmethod
    def open(cls, path: Path, thinkers: int = 1, access: Access | None = None, store: Store | None = None) -> Room:
        """Open the store and set up the tables."""
        return cls(store or Store(path), Thinkers(thinkers), access or Access())

    async def start(self) -> None:
        """Start whatever goes on by itself."""
        await self.thinkers.start()
        await self.gatherings.forget_old()
        await self.tables.start()

    async def guest(self, cookie: str | None, game: str) -> Guest:
        """What somebody may do at an online game, to which they must have been invited."""
        person = await self.people.known(cookie)
        guest = None if person is None else await self.people.guest(person, game)
        if guest is None or not guest.invited:
            raise ServerError("not_invited", text.load("table")["refused"]["invited"])
        return guest

    async def close(self) -> None:
        """Stop everything; what was acknowledged is in the store."""
        await self.tables.close()
        await self.thinkers.stop()
        self.store.close()


def room_of(connection: HTTPConnection) -> Room:
    """The room that a request or a socket belongs to."""
    room: Room = connection.app.state.room
    return room
