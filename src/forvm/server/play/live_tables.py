"""All tables of this server: begun, found again in the store, listed, removed."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

import msgspec
from msgspec.structs import replace

from forvm.errors import ForvmError
from forvm.server.common.live_registry import Registry
from forvm.server.common.server_errors import BrokenGame, ServerError
from forvm.server.common.server_limits import ServerLimits
from forvm.server.common.timestamps import now
from forvm.server.games.game_setup import GameSetup
from forvm.server.play.alarms import Alarms
from forvm.server.play.autopilot import Autopilot
from forvm.server.play.live_table import LiveTable, Services
from forvm.server.play.table_events import TableSession
from forvm.server.protocol.http_messages import GameLine
from forvm.server.store import stored_games, stored_lobbies, stored_sessions
from forvm.server.store.interface import Store
from forvm.server.store.stored_games import StoredGame
from forvm.server.store.timekeeping import Expiry, catch_up
from forvm.server.store.transactions import Job, Transaction
from forvm.server.workers.bot_worker.bot_pool import BotPool
from forvm.server.workers.uploads.upload_service import Uploads

log = logging.getLogger("forvm.server")

TABLES_KEPT = 200  # in memory; one that nobody looks at is read from the store again when somebody does


def new_id() -> str:
    """The id of a new game: long enough that nobody comes across another's."""
    return secrets.token_hex(8)


class TableSessions(Protocol):
    """Where tables get the sessions of online games from."""

    async def of(self, game: str) -> TableSession | None:
        """The session of a game as the store knows it; None of a game at one screen."""
        ...

    def attach(self, table: LiveTable) -> None:
        """Let all who belong to the session of a table listen to it."""
        ...


class LiveTables:
    """The one place that knows every game."""

    def __init__(
        self, store: Store, bot_pool: BotPool, limits: ServerLimits, uploads: Uploads, sessions: TableSessions
    ) -> None:
        self._uploads = uploads
        self._services = Services(store, bot_pool, Alarms())
        self._store = store
        self.expiry = Expiry(limits)
        self._sessions = sessions
        self._tables: dict[str, LiveTable] = {}  # kept in memory
        self._registry: Registry[LiveTable] = Registry()

    @property
    def count(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def start(self) -> None:
        """After a restart nobody is there yet; what happens by itself goes on."""
        await self._store.run(catch_up)
        await self._store.run(lambda transaction: stored_sessions.all_left(transaction, now()))
        await self._services.alarms.start(self._store, self._ring)

    async def begin(self, id: str, setup: GameSetup) -> LiveTable:
        """A new game."""
        return self._keep(await self._registry.begin(id, lambda: self._begin(id, setup)))

    async def begin_online(self, id: str, setup: GameSetup, session: TableSession, also: Job) -> LiveTable:
        """A new online game, of people who have met in a lobby."""
        return self._keep(await self._registry.begin(id, lambda: self._begin(id, setup, session, also)))

    async def _begin(
        self, id: str, setup: GameSetup, session: TableSession | None = None, also: Job | None = None
    ) -> LiveTable:
        return self._attended(await LiveTable.begin(id, setup, self._services, session, also))

    def _attended(self, table: LiveTable) -> LiveTable:
        """A table with all who listen to it, whether anyone looks at it or not."""
        self._sessions.attach(table)
        table.listen(Autopilot(table))
        return table

    async def open(self, id: str) -> LiveTable:
        """The table of a game, from memory or from the store."""
        return self._keep(await self._registry.open(id, lambda: self._read(id)))

    async def _read(self, id: str) -> LiveTable:
        stored = await self._store.game(id)
        if stored is None:
            raise unknown_game()
        events = await self._store.events(id)
        try:
            setup = msgspec.json.decode(stored.setup, type=GameSetup)
        except msgspec.MsgspecError as error:
            raise BrokenGame(f"The game {id} cannot be read from the store: {error}") from None
        setup = await self._uploads.with_rules_read(setup)
        table = self._attended(
            await LiveTable.restore(stored, setup, events, self._services, await self._sessions.of(id))
        )
        if id in self._store.went_back:
            await table.begin_epoch()
            self._store.went_back.discard(id)
        return table

    async def lines(self) -> list[GameLine]:
        """Every game, the one last changed first. One that cannot be read any more does not hide the others."""
        return await self._readable(await self._store.games())

    async def lines_of(self, person: int) -> list[GameLine]:
        """The games that somebody may see."""
        return await self._readable(await self._store.run(partial(stored_games.of_person, person=person)))

    async def line(self, id: str) -> GameLine:
        """One game as the list shows it."""
        stored = await self._store.game(id)
        if stored is None:
            raise unknown_game()
        (line,) = await self._with_expiry([await self._line(stored)])
        return line

    async def _with_expiry(self, lines: list[GameLine]) -> list[GameLine]:
        """Lines, with when a game is forgotten if that is soon."""
        running = [line.id for line in lines if line.online and line.state == "running"]
        idle = (
            await self._store.run(lambda transaction: stored_games.idle_since(transaction, running)) if running else {}
        )
        ends = {id: self.expiry.told(self.expiry.of_game(since)) for id, since in idle.items()}
        return [replace(line, expires=ends.get(line.id)) for line in lines]

    async def _readable(self, every: list[StoredGame]) -> list[GameLine]:
        found = []
        for stored in every:
            try:
                found.append(await self._line(stored))
            except ForvmError as error:
                log.warning("game %s is left out of the list: %s", stored.id, error)
        return await self._with_expiry(found)

    async def _line(self, stored: StoredGame) -> GameLine:
        """A game's line; if another version wrote it, it is made anew from the events."""
        try:
            return msgspec.json.decode(stored.line, type=GameLine)
        except msgspec.MsgspecError:
            return (await self.open(stored.id)).line()

    async def remove(self, id: str) -> None:
        """Forget a game for good."""

        async def removing() -> None:
            await self._close(id)
            if not await self._store.delete(id):
                raise unknown_game()

        await self._registry.alone(id, removing)

    async def take_off(self, id: str, forget: Callable[[], Awaitable[None]]) -> None:
        """Take a game off somebody's list (``forget``); if it was on no other, its table closes."""

        async def taking_off() -> None:
            await forget()
            if await self._store.game(id) is None:
                await self._close(id)

        await self._registry.alone(id, taking_off)

    def dismiss(self, id: str, person: int) -> None:
        """Let the pages of somebody go who may no longer sit at a table."""
        table = self._registry.get(id)
        for client in list(table.clients) if table is not None else ():
            if client.person == person:
                client.leave()

    def dismiss_everywhere(self, person: int) -> None:
        """Let the pages of somebody go, at all tables."""
        for table in self._registry.items():
            self.dismiss(table.id, person)

    async def forget_idle(self) -> None:
        """Forget online games that nobody has played or looked at for long; those that have ended are kept."""
        await self.expiry.look(self._store)
        idle = await self._store.run(stored_games.idle_since)
        for id, since in idle.items():
            if self.expiry.of_game(since) <= now():
                await self._registry.alone(id, partial(self._forget_idle, id))

    async def _forget_idle(self, id: str) -> None:
        table = self._registry.get(id)
        if table is not None and not table.is_idle:
            return

        def job(transaction: Transaction) -> str | None:
            since = stored_games.idle_since(transaction, [id]).get(id)
            if since is None or self.expiry.of_game(since) > now():
                return None
            stored_games.delete(transaction, id)
            stored_lobbies.delete_lobby(transaction, id)
            return since

        since = await self._store.run(job)
        if since is not None:
            log.info("game %s was forgotten: nobody has played since %s", id, since[:10])
            await self._close(id)

    async def _close(self, id: str) -> None:
        self._services.alarms.set(id, None)
        self._tables.pop(id, None)
        table = self._registry.discard(id)
        if table is not None:
            await table.close()

    async def close(self) -> None:
        """Stop every bot and let every screen go."""
        await self._services.alarms.stop()
        await self._registry.close()
        await asyncio.gather(*(table.close() for table in self._registry.items()))

    async def _ring(self, id: str) -> None:
        (await self.open(id)).ring()

    def _keep(self, table: LiveTable) -> LiveTable:
        if self._registry.get(table.id) is not table:
            return table  # it was removed meanwhile
        self._tables[table.id] = table
        idle = [id for id, other in self._tables.items() if other.is_idle and id != table.id]
        for id in idle[: max(0, len(self._tables) - TABLES_KEPT)]:
            del self._tables[id]
        return table


def unknown_game() -> ServerError:
    """There is no game of the id."""
    return ServerError("unknown", "There is no such game: it was removed, or the address is wrong.")
