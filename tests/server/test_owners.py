"""One table and one lobby for each game, whoever asks at whatever moment."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace

from forvm.server.common.server_errors import ServerError
from forvm.server.games.new_games import setup_of
from forvm.server.http.context import ServerContext
from forvm.server.people import lobby_plan as plans
from forvm.server.people.access import Access
from forvm.server.people.lobbies import Lobby
from forvm.server.people.table_sessions import OnlineSessions
from forvm.server.play.live_tables import LiveTables, new_id
from forvm.server.protocol.http_messages import NewGame, NewSeat
from forvm.server.protocol.lobby_messages import NewGathering, NewPlace
from forvm.server.protocol.session_messages import Agreement
from forvm.server.store.sqlite_store import SqliteStore
from forvm.server.store.transactions import Transaction
from forvm.server.workers.bot_worker.bot_pool import BotPool
from tests.server.friends import Friend, OnlineServer, Table, wait_until
from tests.server.serving import Page

Result = TypeVar("Result")
AGREEMENT = Agreement(None, "tiro", None, False, False, True, True)
WANTED = NewGathering([NewPlace(), NewPlace("tiro"), NewPlace("tiro")], AGREEMENT, "Ada", 0)
SETUP = setup_of(NewGame([NewSeat(name) for name in ("Ada", "Ben", "Cleo")]), "game")


async def start(room: ServerContext, lobby: Lobby, host: int) -> None:
    await room.lobbies.change(lobby, lambda plan: plans.start(plan, host))


class SlowStore(SqliteStore):
    """A store whose next answer comes late: what it did is done, and whoever asked does not know yet."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._held: asyncio.Event | None = None
        self.done = asyncio.Event()

    def hold_next(self) -> asyncio.Event:
        self._held, self.done = asyncio.Event(), asyncio.Event()
        return self._held

    async def run(self, job: Callable[[Transaction], Result]) -> Result:
        held, self._held = self._held, None
        result = await super().run(job)
        if held is not None:
            self.done.set()
            await held.wait()
        return result

    async def others_go_on(self) -> None:
        """Let everyone else do what they can do now."""
        for _ in range(20):
            await self.run(lambda connection: None)


@asynccontextmanager
async def room_with_a_slow_store(path: Path) -> AsyncIterator[tuple[ServerContext, SlowStore]]:
    store = SlowStore(path / "games.sqlite3")
    room = ServerContext(store, BotPool(), Access(online=True))
    try:
        async with asyncio.timeout(60):
            yield room, store
    finally:
        await room.close()


async def a_lobby(room: ServerContext) -> tuple[Lobby, int]:
    host = await room.people.newcomer()
    return await room.lobbies.open(WANTED, host, room.access.limits), host.person


def later_on(room: ServerContext) -> LiveTables:
    """The same tables, none of which is in memory."""
    return LiveTables(
        room.store, room.bot_pool, room.access.limits, room.uploads, OnlineSessions(room.store, room.access.limits)
    )


def test_a_reader_finds_the_table_that_is_being_begun(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            lobby, host = await a_lobby(room)
            release = store.hold_next()
            starting = asyncio.create_task(start(room, lobby, host))
            await store.done.wait()
            reading = asyncio.create_task(room.tables.open(lobby.id))
            await store.others_go_on()
            release.set()
            await starting
            assert await reading is await room.tables.open(lobby.id)
            assert (await reading).session is not None

    asyncio.run(run())


def test_an_alarm_rings_at_the_table_that_is_being_begun(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            release = store.hold_next()
            beginning = asyncio.create_task(room.tables.begin("game", SETUP))
            await store.done.wait()
            waking = asyncio.create_task(room.tables._ring("game"))
            reading = asyncio.create_task(room.tables.open("game"))
            await store.others_go_on()
            release.set()
            await waking
            assert await reading is await beginning

    asyncio.run(run())


def test_a_reader_finds_the_lobby_that_is_being_opened(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            host = await room.people.newcomer()
            release = store.hold_next()
            opening = asyncio.create_task(room.lobbies.open(WANTED, host, room.access.limits))
            await store.done.wait()
            listing = asyncio.create_task(room.lobbies.waiting(host.person))
            await store.others_go_on()
            release.set()
            assert await listing == [await opening]

    asyncio.run(run())


def test_a_reader_finds_the_lobby_of_a_rematch_that_is_being_opened(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            lobby, host = await a_lobby(room)
            await start(room, lobby, host)
            release = store.hold_next()
            asking = asyncio.create_task(room.lobbies.again(lobby, host, room.access.limits))
            await store.done.wait()
            listing = asyncio.create_task(room.lobbies.waiting(host))
            await store.others_go_on()
            release.set()
            rematch, new = await asking
            assert new
            assert await listing == [rematch]

    asyncio.run(run())


def test_two_who_start_at_once_begin_one_game(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            lobby, host = await a_lobby(room)
            release = store.hold_next()
            first = asyncio.create_task(start(room, lobby, host))
            await store.done.wait()
            second = asyncio.create_task(start(room, await room.lobbies.find(lobby.id), host))
            await store.others_go_on()
            release.set()
            await first
            with pytest.raises(ServerError, match="has started"):
                await second

    asyncio.run(run())


def test_a_start_whose_asker_has_gone_is_finished(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            lobby, host = await a_lobby(room)
            release = store.hold_next()
            starting = asyncio.create_task(start(room, lobby, host))
            await store.done.wait()
            starting.cancel()
            await asyncio.wait([starting])
            reading = asyncio.create_task(room.tables.open(lobby.id))
            await store.others_go_on()
            release.set()
            table = await reading
            assert await room.tables.open(lobby.id) is table
            await store.others_go_on()
            assert lobby.plan.started

    asyncio.run(run())


def test_a_change_whose_asker_has_gone_is_known_to_the_lobby(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            lobby, _ = await a_lobby(room)
            release = store.hold_next()
            changed = replace(AGREEMENT, hints=True)
            changing = asyncio.create_task(room.lobbies.change(lobby, lambda plan: replace(plan, agreement=changed)))
            await store.done.wait()
            changing.cancel()
            await asyncio.wait([changing])
            release.set()
            await store.others_go_on()
            assert lobby.plan.agreement == changed

    asyncio.run(run())


def test_a_reader_who_goes_does_not_stop_the_opening_for_others(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            game = new_id()
            await room.tables.begin(game, SETUP)
            tables = later_on(room)
            release = store.hold_next()
            first = asyncio.create_task(tables.open(game))
            await store.done.wait()
            second = asyncio.create_task(tables.open(game))
            await store.others_go_on()
            first.cancel()
            await asyncio.wait([first])
            release.set()
            assert await second is await tables.open(game)

    asyncio.run(run())


def test_a_game_that_is_slow_to_open_holds_up_no_other(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            slow, quick = new_id(), new_id()
            for game in (slow, quick):
                await room.tables.begin(game, SETUP)
            tables = later_on(room)
            release = store.hold_next()
            opening = asyncio.create_task(tables.open(slow))
            await store.done.wait()
            assert (await tables.open(quick)).id == quick
            assert not opening.done()
            release.set()
            assert (await opening).id == slow

    asyncio.run(run())


def test_a_game_that_is_removed_while_it_is_opened_is_gone(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            game = new_id()
            await room.tables.begin(game, SETUP)
            tables = later_on(room)
            release = store.hold_next()
            opening = asyncio.create_task(tables.open(game))
            await store.done.wait()
            removing = asyncio.create_task(tables.remove(game))
            await store.others_go_on()
            release.set()
            table = await opening
            await removing
            with pytest.raises(ServerError, match="has been removed"):
                await table.play(table.seq, 0, 0)
            with pytest.raises(ServerError, match="no such game"):
                await tables.open(game)

    asyncio.run(run())


def test_a_lobby_that_was_called_off_cannot_be_started(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            lobby, host = await a_lobby(room)
            release = store.hold_next()
            removing = asyncio.create_task(room.lobbies.remove(lobby, host))
            await store.done.wait()
            starting = asyncio.create_task(start(room, lobby, host))
            await store.others_go_on()
            release.set()
            await removing
            for doing in (starting, room.lobbies.find(lobby.id)):
                with pytest.raises(ServerError) as refused:
                    await doing
                assert refused.value.code == "unknown"

    asyncio.run(run())


def test_a_table_that_is_opened_while_the_server_ends_is_closed_too(tmp_path: Path):
    async def run() -> None:
        async with room_with_a_slow_store(tmp_path) as (room, store):
            game = new_id()
            await room.tables.begin(game, SETUP)
            tables = later_on(room)
            release = store.hold_next()
            opening = asyncio.create_task(tables.open(game))
            await store.done.wait()
            closing = asyncio.create_task(tables.close())
            await store.others_go_on()
            release.set()
            await closing
            table = await opening
            with pytest.raises(ServerError, match="removed"):
                await table.play(table.seq, 0, 0)
            with pytest.raises(ServerError, match="shutting down"):
                await tables.open(game)

    asyncio.run(run())


ROUNDS = 5


def test_games_go_on_though_a_player_reads_the_board_while_they_start(online: OnlineServer):
    """Two tables of one game each believe that they know how it stands, and it stands still."""
    for _ in range(ROUNDS):
        table = Table(online, people=2, bots=1, begin=False)
        host, ben = table.friends
        ben.join(table.links["seats"][1])
        ben.post(f"/api/gatherings/{table.id}/sit", {"name": "Ben", "seat": 1})
        ben.post(f"/api/gatherings/{table.id}/ready", {"ready": True})
        started = threading.Event()

        def read(table: Table = table, started: threading.Event = started) -> None:
            reader = Friend(online, table.friends[1].cookie)
            while not started.is_set():
                reader.ask("GET", f"/api/games/{table.id}/board")

        readers = [threading.Thread(target=read) for _ in range(3)]
        with host.page(table.id, greet=False) as page, ben.page(table.id, greet=False) as other:
            for screen in (page, other):
                screen.send("hello")
                screen.wait("gathering")
            for reader in readers:
                reader.start()
            host.post(f"/api/gatherings/{table.id}/start")
            started.set()
            for reader in readers:
                reader.join()
            with ben.page(table.id) as late:
                for screen in (page, other):
                    screen.wait("snapshot")
                    screen.send("settings", pace=0)
                play_together({0: page, 1: late}, moves=4)
                wait_until(other, "snapshot", seq=late.snapshot["seq"])


def play_together(pages: dict[int, Page], moves: int) -> None:
    """Everyone sits at the same table: what one does, all are told."""
    *_, first = pages.values()
    while moves:
        acting, seq = first.snapshot["view"]["to_act"], first.snapshot["seq"]
        if acting in pages:
            while pages[acting].snapshot["seq"] < seq:
                pages[acting].wait("snapshot")
            pages[acting].play(pages[acting].snapshot["choices"][-1]["id"])
            moves -= 1
        while first.snapshot["seq"] == seq:
            first.wait("snapshot")
