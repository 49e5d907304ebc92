"""Everything that a running server has, in one place."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from pathlib import Path

from starlette.requests import HTTPConnection

from forvm import text
from forvm.server.access import Access, Caller
from forvm.server.devices import Devices
from forvm.server.errors import ServerError, StoreError
from forvm.server.gatherings import Gatherings, Lobby
from forvm.server.greetings import Greetings
from forvm.server.limits import Meter, Tally
from forvm.server.people import Guest, People
from forvm.server.replays import Replays
from forvm.server.store import Store
from forvm.server.tables import Tables
from forvm.server.thinking.thinkers import Thinkers
from forvm.server.uploads.uploads import Uploads

log = logging.getLogger("forvm.server")

LISTED_KEPT = 1_000  # gatherings in memory, of those listed last
LOOK_EVERY = 3600.0  # seconds between two looks for games that nobody plays


class Room:
    """Tables, people, store, thinking and reader processes, and replays of one server."""

    def __init__(self, store: Store, thinkers: Thinkers, access: Access) -> None:
        self.access = access
        self.store = store
        self.thinkers = thinkers
        self.people = People(store)
        self.uploads = Uploads()
        self.tables = Tables(store, thinkers, access.limits, self.uploads)
        self.gatherings = Gatherings(store, self.people, self.tables, self.uploads)
        self.devices = Devices(store, self.people, self.gatherings, self.tables)
        self.people.replaced = self._dismiss
        self._keeper: asyncio.Task[None] | None = None
        self.replays = Replays()
        self.greetings = Greetings()
        self._listed: OrderedDict[str, Lobby] = OrderedDict()
        self.requests = Meter(access.limits.requests)
        self.openings = Meter(access.limits.gatherings)
        self.sockets = Tally(access.limits.sockets)
        self.lab_sockets = Tally(access.limits.lab_sockets)

    @classmethod
    def open(
        cls, path: Path, thinkers: int | None = None, access: Access | None = None, store: Store | None = None
    ) -> Room:
        """Open the store and set up the tables."""
        return cls(store or Store(path), Thinkers(thinkers), access or Access())

    async def start(self) -> None:
        """Start whatever goes on by itself. If the store cannot be written, the room closes again."""
        await self.thinkers.start(all_soon=self.access.online)
        try:
            await self.tables.start()
        except BaseException:
            await self.close()
            raise
        if self.access.online:
            self._keeper = asyncio.create_task(self._keep())

    async def forget_idle(self) -> None:
        """Forget games that nobody plays and gatherings that came to nothing, so that there is room for others."""
        await self.gatherings.forget_idle()
        await self.tables.forget_idle()

    async def _keep(self) -> None:
        while True:
            try:
                await self.forget_idle()
            except StoreError as error:
                log.warning("idle games cannot be forgotten now: %s", error)
            except Exception:
                log.exception("idle games cannot be forgotten now")
            await asyncio.sleep(LOOK_EVERY)

    def _dismiss(self, person: int) -> None:
        """Let all pages of somebody go: some may have been opened with a cookie that is void. Others come back."""
        self.gatherings.dismiss(person)
        self.tables.dismiss_everywhere(person)

    async def guest(self, caller: Caller, game: str) -> Guest:
        """What somebody may do at an online game, to which they must have been invited."""
        person, guest = await self.people.known(caller), None
        while person is not None:
            guest = await self.people.guest(person, game)
            if self.people.is_known(caller):
                break
            person, guest = await self.people.known(caller), None  # a new cookie may have come back meanwhile
        if guest is None or not guest.invited:
            raise ServerError("not_invited", text.load("table")["refused"]["invited"])
        return guest

    async def lobbies(self, person: int) -> list[Lobby]:
        """Somebody's gatherings. They stay in memory for a while: pages ask for the list again and again."""
        found = await self.gatherings.waiting(person)
        for lobby in found:
            self._listed[lobby.id] = lobby
            self._listed.move_to_end(lobby.id)
        while len(self._listed) > LISTED_KEPT:
            self._listed.popitem(last=False)
        return found

    async def close(self) -> None:
        """Stop everything; what was acknowledged is in the store."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        await self.tables.close()
        await self.thinkers.stop()
        await self.uploads.close()
        self.store.close()


def room_of(connection: HTTPConnection) -> Room:
    """The room that a request or a socket belongs to."""
    room: Room = connection.app.state.room
    return room
