"""Everything that a running server has, in one place."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from starlette.requests import HTTPConnection

from forvm import text
from forvm.server.common.server_errors import ServerError, StoreError
from forvm.server.common.server_limits import ConnectionCount, Meter
from forvm.server.games.replays import Replays
from forvm.server.http.greetings import Greetings
from forvm.server.people.access import Access, Caller
from forvm.server.people.accounts import Guest, People
from forvm.server.people.devices import Devices
from forvm.server.people.lobbies import Lobbies, Lobby
from forvm.server.people.table_sessions import OnlineSessions
from forvm.server.play.live_tables import LiveTables
from forvm.server.store.addresses import StoreAddress
from forvm.server.store.interface import Store
from forvm.server.store.opening import open_store
from forvm.server.workers.bot_worker.bot_pool import BotPool
from forvm.server.workers.uploads.upload_service import Uploads

log = logging.getLogger("forvm.server")

LISTED_KEPT = 1_000  # gatherings in memory, of those listed last
LOOK_EVERY = 3600.0  # seconds between two looks for games that nobody plays


class ServerContext:
    """Tables, people, store, thinking and reader processes, and replays of one server."""

    def __init__(self, store: Store, bot_pool: BotPool, access: Access) -> None:
        self.access = access
        self.store = store
        self.bot_pool = bot_pool
        self.people = People(store)
        self.uploads = Uploads()
        sessions = OnlineSessions(store, access.limits)
        self.tables = LiveTables(store, bot_pool, access.limits, self.uploads, sessions)
        self.lobbies = Lobbies(store, self.people, self.tables, self.uploads, sessions)
        self.devices = Devices(store, self.people, self.lobbies, self.tables)
        self.people.replaced = self._dismiss
        self._keeper: asyncio.Task[None] | None = None
        self.replays = Replays()
        self.greetings = Greetings()
        self._listed: OrderedDict[str, Lobby] = OrderedDict()
        self.requests = Meter(access.limits.requests)
        self.openings = Meter(access.limits.lobbies)
        self.sockets = ConnectionCount(access.limits.sockets)
        self.lab_sockets = ConnectionCount(access.limits.lab_sockets)

    @classmethod
    def open(cls, address: StoreAddress, bot_pool: int | None = None, access: Access | None = None) -> ServerContext:
        """Open the store and set up the tables."""
        return cls(open_store(address), BotPool(bot_pool), access or Access())

    async def start(self) -> None:
        """Start whatever goes on by itself. If the store cannot be written, the room closes again."""
        await self.bot_pool.start(all_soon=self.access.online)
        try:
            await self.tables.start()
        except BaseException:
            await self.close()
            raise
        if self.access.online:
            self._keeper = asyncio.create_task(self._keep())

    async def forget_idle(self) -> None:
        """Forget games that nobody plays and gatherings that came to nothing, so that there is room for others."""
        await self.lobbies.forget_idle()
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
        self.lobbies.dismiss(person)
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

    async def lobbies_of(self, person: int) -> list[Lobby]:
        """Somebody's gatherings. They stay in memory for a while: pages ask for the list again and again."""
        found = await self.lobbies.waiting(person)
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
        await self.bot_pool.stop()
        await self.uploads.close()
        self.store.close()


def context_of(connection: HTTPConnection) -> ServerContext:
    """The room that a request or a socket belongs to."""
    context: ServerContext = connection.app.state.context
    return context
