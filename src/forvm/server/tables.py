"""All tables of this server: begun, found again in the store, listed, removed."""

from __future__ import annotations

import asyncio
import logging
import secrets

import msgspec

from forvm.errors import ForvmError
from forvm.server.errors import ServerError
from forvm.server.messages.http import GameLine
from forvm.server.setup import Setup
from forvm.server.store import Store, StoredGame
from forvm.server.table import Table
from forvm.server.thinking.thinkers import Thinkers

log = logging.getLogger("forvm.server")

TABLES_KEPT = 200  # in memory; one that nobody looks at is read from the store again when somebody does


class Tables:
    """The one place that knows every game."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self._store = store
        self._thinkers = thinkers
        self._tables: dict[str, Table] = {}
        self._opening = asyncio.Lock()

    async def begin(self, setup: Setup) -> Table:
        """A new game."""
        table = await Table.begin(secrets.token_hex(8), setup, self._store, self._thinkers)
        self._keep(table)
        return table

    async def open(self, id: str) -> Table:
        """The table of a game, from memory or from the store."""
        async with self._opening:
            if id not in self._tables:
                stored = await self._store.game(id)
                if stored is None:
                    raise _unknown()
                events = await self._store.events(id)
                self._keep(Table.restore(stored, events, self._store, self._thinkers))
            return self._tables[id]

    async def lines(self) -> list[GameLine]:
        """Every game, the one last changed first. One that cannot be read any more does not hide the others."""
        found = []
        for stored in await self._store.games():
            try:
                found.append(await self._line(stored))
            except ForvmError as error:
                log.warning("game %s is left out of the list: %s", stored.id, error)
        return found

    async def line(self, id: str) -> GameLine:
        """One game as the list shows it."""
        stored = await self._store.game(id)
        if stored is None:
            raise _unknown()
        return await self._line(stored)

    async def _line(self, stored: StoredGame) -> GameLine:
        """A game's line; if another version wrote it, it is made anew from the events."""
        try:
            return msgspec.json.decode(stored.line, type=GameLine)
        except msgspec.MsgspecError:
            return (await self.open(stored.id)).line(stored.changed)

    async def remove(self, id: str) -> None:
        """Forget a game for good."""
        async with self._opening:
            table = self._tables.pop(id, None)
            if table is not None:
                await table.close()
            if not await self._store.delete(id):
                raise _unknown()

    async def close(self) -> None:
        """Stop every bot and let every screen go."""
        await asyncio.gather(*(table.close() for table in self._tables.values()))

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        idle = [id for id, other in self._tables.items() if other.is_idle and id != table.id]
        for id in idle[: max(0, len(self._tables) - TABLES_KEPT)]:
            del self._tables[id]


def _unknown() -> ServerError:
    return ServerError("unknown", "There is no such game: it was removed, or the address is wrong.")
