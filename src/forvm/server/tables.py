"""All tables of this server: begun, found again in the store, listed, removed."""

from __future__ import annotations

import asyncio
import logging
import secrets
from weakref import WeakValueDictionary

import msgspec

from forvm.errors import ForvmError
from forvm.server.alarms import Alarms
from forvm.server.company.company import Company, Manners
from forvm.server.errors import ServerError
from forvm.server.limits import Limits
from forvm.server.lines import for_guest
from forvm.server.messages.http import GameLine
from forvm.server.moments import now
from forvm.server.people import Guest
from forvm.server.plan import Plan
from forvm.server.setup import Setup
from forvm.server.store import Job, Store, StoredGame
from forvm.server.table import Staff, Table
from forvm.server.thinking.thinkers import Thinkers

log = logging.getLogger("forvm.server")

TABLES_KEPT = 200  # in memory; one that nobody looks at is read from the store again when somebody does


def new_id() -> str:
    """The id of a new game: long enough that nobody comes across another's."""
    return secrets.token_hex(8)


class Tables:
    """The one place that knows every game."""

    def __init__(self, store: Store, thinkers: Thinkers, limits: Limits) -> None:
        self._staff = Staff(store, thinkers, Alarms())
        self._store = store
        self._manners = Manners.of(limits)
        self._tables: dict[str, Table] = {}
        # A table that is no longer kept may still be in somebody's hands; there must never be two of one game.
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._opening = asyncio.Lock()

    @property
    def count(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def start(self) -> None:
        """After a restart nobody is there yet; what happens by itself goes on."""
        query = "UPDATE presence SET away = ? WHERE away IS NULL"
        await self._store.run(lambda connection: connection.execute(query, (now(),)))
        await self._staff.alarms.start(self._store, self._ring)

    async def begin(self, id: str, setup: Setup) -> Table:
        """A new game."""
        table = await Table.begin(id, setup, self._staff)
        self._keep(table)
        return table

    async def begin_online(self, id: str, plan: Plan, also: Job) -> Table:
        """A new online game, of people who have gathered."""
        table = await Table.begin(id, plan.setup(), self._staff, also)
        await table.seat_company(await Company.of(id, plan, self._store, self._manners))
        self._keep(table)
        return table

    async def open(self, id: str) -> Table:
        """The table of a game, from memory or from the store."""
        async with self._opening:
            if id not in self._alive:
                stored = await self._store.game(id)
                if stored is None:
                    raise _unknown()
                events = await self._store.events(id)
                table = Table.restore(stored, events, self._staff, await self._company(id))
                self._alive[id] = table
            return self._keep(self._alive[id])

    async def _company(self, id: str) -> Company | None:
        plan = await self._store.plan(id)
        if plan is None:
            return None
        return await Company.of(id, msgspec.json.decode(plan, type=Plan), self._store, self._manners)

    async def lines(self) -> list[GameLine]:
        """Every game, the one last changed first. One that cannot be read any more does not hide the others."""
        return await self._readable(await self._store.games())

    async def lines_of(self, guests: dict[str, Guest]) -> list[GameLine]:
        """The games of one person, who is a guest at each in their own way."""
        stored = await self._store.games_of(next(iter(guests.values())).person) if guests else []
        return [for_guest(line, guests[line.id]) for line in await self._readable(stored)]

    async def line(self, id: str) -> GameLine:
        """One game as the list shows it."""
        stored = await self._store.game(id)
        if stored is None:
            raise _unknown()
        return await self._line(stored)

    async def _readable(self, every: list[StoredGame]) -> list[GameLine]:
        found = []
        for stored in every:
            try:
                found.append(await self._line(stored))
            except ForvmError as error:
                log.warning("game %s is left out of the list: %s", stored.id, error)
        return found

    async def _line(self, stored: StoredGame) -> GameLine:
        """A game's line; if another version wrote it, it is made anew from the events."""
        try:
            return msgspec.json.decode(stored.line, type=GameLine)
        except msgspec.MsgspecError:
            return (await self.open(stored.id)).line()

    async def remove(self, id: str) -> None:
        """Forget a game for good."""
        async with self._opening:
            await self._close(id)
            if not await self._store.delete(id):
                raise _unknown()

    async def let_go_if_gone(self, id: str) -> None:
        """Close a table if its game is no longer in the store."""
        async with self._opening:
            if await self._store.game(id) is None:
                await self._close(id)

    async def _close(self, id: str) -> None:
        self._staff.alarms.set(id, None)
        self._tables.pop(id, None)
        table = self._alive.pop(id, None)
        if table is not None:
            await table.close()

    async def close(self) -> None:
        """Stop every bot and let every screen go."""
        await self._staff.alarms.stop()
        await asyncio.gather(*(table.close() for table in self._tables.values()))

    async def _ring(self, id: str) -> None:
        (await self.open(id)).ring()

    def _keep(self, table: Table) -> Table:
        self._tables[table.id] = self._alive[table.id] = table
        idle = [id for id, other in self._tables.items() if other.is_idle and id != table.id]
        for id in idle[: max(0, len(self._tables) - TABLES_KEPT)]:
            del self._tables[id]
        return table


def _unknown() -> ServerError:
    return ServerError("unknown", "There is no such game: it was removed, or the address is wrong.")
