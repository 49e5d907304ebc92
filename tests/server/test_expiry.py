"""Games that nobody plays and gatherings to which nobody comes are forgotten, and that is told before."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from forvm.server.common import timestamps
from forvm.server.common.server_errors import ServerError
from forvm.server.common.server_limits import A_DAY, ServerLimits
from forvm.server.common.timestamps import SteadyClock, later, now, seconds_until
from forvm.server.http.context import ServerContext
from forvm.server.people import lobby_plan as plans
from forvm.server.people.access import Access
from forvm.server.people.accounts import Guest
from forvm.server.people.game_list import gathering_line
from forvm.server.people.lobbies import Lobby
from forvm.server.play.live_table import LiveTable
from forvm.server.protocol.lobby_messages import NewGathering, NewPlace
from forvm.server.protocol.socket_messages import ServerMessage
from forvm.server.store.stored_people import ANY
from forvm.server.store.transactions import Transaction
from tests.server.ops.stores import write_older
from tests.server.test_owners import AGREEMENT, SETUP, later_on, start

LIMITS = ServerLimits()
OF_PEOPLE = NewGathering([NewPlace(), NewPlace(), NewPlace()], AGREEMENT, "Ada", 0)
WANTED = NewGathering([NewPlace(), NewPlace(), NewPlace("tiro")], AGREEMENT, "Ada", 0)


@asynccontextmanager
async def a_room_with_a_lobby(folder: Path) -> AsyncIterator[tuple[ServerContext, Lobby, int]]:
    room = ServerContext.open(folder / "games.sqlite3", access=Access(online=True))
    try:
        async with asyncio.timeout(60):
            host = await room.people.newcomer()
            yield room, await room.lobbies.open(WANTED, host, LIMITS), host.person
    finally:
        await room.close()


async def let_pass(room: ServerContext, id: str, days: float) -> None:
    """Let all that ever happened have happened earlier; a server has run all the time."""
    at = later(now(), -days * A_DAY)

    def job(connection: Transaction) -> None:
        connection.execute("INSERT OR REPLACE INTO running VALUES (1, ?, ?)", (at, now()))
        connection.execute("UPDATE gatherings SET created = ? WHERE id = ?", (at, id))
        connection.execute("UPDATE games SET changed = ? WHERE id = ?", (at, id))
        connection.execute("UPDATE presence SET away = ? WHERE game = ?", (at, id))

    await room.store.run(job)
    if (lobby := room.lobbies._registry.get(id)) is not None:
        lobby.created = at


async def is_kept(room: ServerContext, id: str) -> bool:
    query = "SELECT count(*) FROM gatherings WHERE id = ?"
    count: int = await room.store.run(lambda connection: connection.execute(query, (id,)).fetchone()[0])
    return count == 1


async def another_player(room: ServerContext, lobby: Lobby, name: str = "Ben", *, ready: bool = False) -> int:
    """Somebody comes, and sits down."""
    person = (await room.people.newcomer()).person
    guest = Guest(person, frozenset({ANY}))
    await room.lobbies.change(lobby, lambda plan: plans.sit(plan, guest, None, name, None))
    if ready:
        await room.lobbies.change(lobby, lambda plan: plans.be_ready(plan, person, True, None))
    return person


class Visitor:
    """A page that looks at a gathering."""

    def __init__(self, person: int) -> None:
        self.guest = Guest(person)

    def tell(self, message: ServerMessage) -> None:
        pass

    def enter(self, table: LiveTable, guest: Guest) -> None:
        pass

    def dismiss(self) -> None:
        pass


@pytest.mark.parametrize(("days", "kept"), [(2.9, True), (3.1, False)])
def test_a_gathering_to_which_nobody_came_is_forgotten(tmp_path: Path, days: float, kept: bool):
    async def run() -> None:
        async with a_room_with_a_lobby(tmp_path) as (room, lobby, host):
            assert lobby.seen_by(Guest(host)).expires == later(lobby.created, 3 * A_DAY)
            await let_pass(room, lobby.id, days)
            await room.forget_idle()
            assert await is_kept(room, lobby.id) is kept
            if not kept:
                with pytest.raises(ServerError, match="no such game"):
                    await start(room, lobby, host)

    asyncio.run(run())


@pytest.mark.parametrize(("days", "kept"), [(4, True), (24, True), (31, False)])
def test_a_gathering_to_which_others_came_is_kept_longer(tmp_path: Path, days: float, kept: bool):
    async def run() -> None:
        async with a_room_with_a_lobby(tmp_path) as (room, lobby, host):
            await another_player(room, lobby)
            assert lobby.seen_by(Guest(host)).expires is None
            await let_pass(room, lobby.id, days)
            assert (lobby.seen_by(Guest(host)).expires is None) == (days == 4)
            await room.forget_idle()
            assert await is_kept(room, lobby.id) is kept

    asyncio.run(run())


def test_a_store_that_cannot_be_written_is_logged_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def refusals() -> list[logging.LogRecord]:
        return [record for record in caplog.records if "idle games cannot be forgotten" in record.getMessage()]

    async def run() -> None:
        async with a_room_with_a_lobby(tmp_path) as (room, _, _):
            monkeypatch.setattr("forvm.server.http.context.LOOK_EVERY", 0.01)
            await room.start()
            await room.store.run(lambda connection: connection.execute("PRAGMA query_only = ON"))
            while not refusals():
                await asyncio.sleep(0.01)
            assert all(record.exc_info is None for record in refusals())

    asyncio.run(run())


def test_a_gathering_at_which_somebody_is_stays(tmp_path: Path):
    async def run() -> None:
        async with a_room_with_a_lobby(tmp_path) as (room, lobby, host):
            visitor = Visitor(host)
            lobby.come(visitor)
            await let_pass(room, lobby.id, 100)
            await room.forget_idle()
            assert await is_kept(room, lobby.id)
            lobby.go(visitor)
            await room.forget_idle()
            assert not await is_kept(room, lobby.id)

    asyncio.run(run())


async def begun(room: ServerContext, lobby: Lobby, host: int) -> None:
    await another_player(room, lobby, ready=True)
    await start(room, lobby, host)
    await room.tables.close()


@pytest.mark.parametrize(("days", "told", "kept"), [(22, False, True), (24, True, True), (31, True, False)])
def test_a_game_that_nobody_plays_is_forgotten(tmp_path: Path, days: float, told: bool, kept: bool):
    async def run() -> None:
        async with a_room_with_a_lobby(tmp_path) as (room, lobby, host):
            await begun(room, lobby, host)
            tables, id = later_on(room), lobby.id
            assert (await tables.line(id)).expires is None
            await let_pass(room, id, days)
            for line in (await tables.line(id), *await tables.lines_of(host)):
                assert (line.expires is not None) is told
            await tables.forget_idle()
            assert await is_kept(room, id) is kept
            assert bool(await tables.lines_of(host)) is kept

    asyncio.run(run())


@pytest.mark.parametrize(
    "change",
    [
        lambda connection: connection.execute("UPDATE presence SET away = NULL WHERE seat = 1"),
        lambda connection: connection.execute("UPDATE presence SET away = ? WHERE seat = 1", (now(),)),
        lambda connection: connection.execute("UPDATE games SET changed = ?", (now(),)),
        pytest.param(
            lambda connection: connection.execute("UPDATE games SET over = 1"), marks=pytest.mark.damaged_store
        ),
    ],
    ids=["somebody is there", "somebody looked", "somebody played", "it is over"],
)
def test_a_game_is_kept_if(tmp_path: Path, change: Callable[[Transaction], object]):
    async def run() -> None:
        async with a_room_with_a_lobby(tmp_path) as (room, lobby, host):
            await begun(room, lobby, host)
            await let_pass(room, lobby.id, 100)
            await room.store.run(change)
            await later_on(room).forget_idle()
            assert await is_kept(room, lobby.id)

    asyncio.run(run())


def test_a_game_at_one_screen_never_expires(tmp_path: Path):
    async def run() -> None:
        room = ServerContext.open(tmp_path / "games.sqlite3")
        await room.tables.begin("game", SETUP)
        await let_pass(room, "game", 1_000)
        await room.forget_idle()
        assert (await room.tables.line("game")).expires is None
        await room.close()

    asyncio.run(run())


# Nothing is forgotten unless a server ran before, and could tell.


class Calendar:
    """A clock for all of the server, which a test moves on."""

    def __init__(self) -> None:
        self.days = 0.0

    def __call__(self) -> float:
        return time.time() + self.days * A_DAY


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    calendar = Calendar()
    monkeypatch.setattr(timestamps, "clock", SteadyClock(calendar, calendar))
    return calendar


class Served:
    """A store that servers open one after the other, and somebody's game or gathering in it."""

    def __init__(self, folder: Path, calendar: Calendar) -> None:
        self._file = folder / "games.sqlite3"
        self._calendar = calendar
        self.context = self._open()
        self.id, self._host = "", -1

    def _open(self) -> ServerContext:
        return ServerContext.open(self._file, access=Access(online=True))

    async def gather(self, *, begin: bool) -> None:
        host = await self.context.people.newcomer()
        lobby = await self.context.lobbies.open(OF_PEOPLE, host, LIMITS)
        self.id, self._host = lobby.id, host.person
        if begin:
            for name in ("Ben", "Cleo"):
                await another_player(self.context, lobby, name, ready=True)
            await start(self.context, lobby, host.person)

    async def run(self, days: float) -> None:
        """The server runs for so long, and looks four times a day."""
        for _ in range(round(days * 4)):
            await self.context.forget_idle()
            self._calendar.days += 0.25
        await self.context.forget_idle()

    async def restart(self, days_between: float = 0.0) -> None:
        """The server ends. Days later, as it seems to the next one, that starts."""
        await self.context.close()
        self._calendar.days += days_between
        self.context = self._open()
        await self.context.tables.start()
        await self.context.forget_idle()

    async def expires_in(self) -> float | None:
        """In how many days it is forgotten, as pages are told."""
        lobbies = [gathering_line(lobby, Guest(self._host)) for lobby in await self.context.lobbies_of(self._host)]
        (line,) = lobbies or await self.context.tables.lines_of(self._host)
        return None if line.expires is None else seconds_until(line.expires) / A_DAY

    async def is_kept(self) -> bool:
        return await is_kept(self.context, self.id)


@asynccontextmanager
async def served(folder: Path, calendar: Calendar, *, begin: bool = True) -> AsyncIterator[Served]:
    served = Served(folder, calendar)
    try:
        async with asyncio.timeout(60):
            await served.gather(begin=begin)
            yield served
    finally:
        await served.context.close()


A_WEEK = pytest.approx(7, abs=0.01)


@pytest.mark.parametrize("begin", [True, False], ids=["game", "gathering"])
def test_what_nobody_could_be_told_of_is_kept_for_another_week(tmp_path: Path, calendar: Calendar, begin: bool):
    async def run() -> None:
        async with served(tmp_path, calendar, begin=begin) as server:
            await server.run(1)
            await server.restart(days_between=40)
            assert await server.is_kept()
            assert await server.expires_in() == A_WEEK
            await server.run(6.75)
            assert await server.is_kept()
            assert await server.expires_in() == pytest.approx(0.25, abs=0.01)
            await server.run(0.5)
            assert not await server.is_kept()

    asyncio.run(run())


def test_a_server_that_restarts_every_day_forgets_in_time(tmp_path: Path, calendar: Calendar):
    async def run() -> None:
        async with served(tmp_path, calendar) as server:
            for _ in range(29):
                await server.run(0.25)
                await server.restart(days_between=0.75)
            assert await server.expires_in() == pytest.approx(1, abs=0.01)
            await server.restart(days_between=0.9)
            assert await server.is_kept()
            await server.restart(days_between=0.2)
            assert not await server.is_kept()

    asyncio.run(run())


def test_a_week_in_which_the_server_was_away_for_long_begins_again(tmp_path: Path, calendar: Calendar):
    async def run() -> None:
        async with served(tmp_path, calendar) as server:
            await server.run(27)
            assert await server.expires_in() == pytest.approx(3, abs=0.01)
            await server.restart(days_between=5)
            assert await server.expires_in() == A_WEEK
            await server.run(3)
            await server.restart(days_between=2)
            assert await server.expires_in() == A_WEEK
            await server.run(7.25)
            assert not await server.is_kept()

    asyncio.run(run())


@pytest.mark.parametrize("days_before", [1, 29], ids=["nobody was told", "everybody was told"])
def test_a_server_that_boots_with_its_clock_ahead_forgets_nothing(
    tmp_path: Path, calendar: Calendar, days_before: float
):
    """Neither then, nor when the clock is right again."""

    async def run() -> None:
        async with served(tmp_path, calendar) as server:
            await server.run(days_before)
            for _ in range(5):
                await server.restart(days_between=40)  # by the clock
                await server.run(0.5)
                assert await server.is_kept()
                await server.restart(days_between=-40)
                assert await server.expires_in() == (None if days_before == 1 else A_WEEK)
                await server.run(0.5)
                assert await server.is_kept()

    asyncio.run(run())


def test_a_machine_that_was_asleep_for_long_forgets_nothing_when_it_wakes(tmp_path: Path, calendar: Calendar):
    async def run() -> None:
        async with served(tmp_path, calendar) as server:
            await server.run(1)
            calendar.days += 40
            await server.context.forget_idle()
            assert await server.is_kept()
            assert await server.expires_in() == A_WEEK

    asyncio.run(run())


def test_a_player_who_comes_within_that_week_keeps_the_game(tmp_path: Path, calendar: Calendar):
    async def run() -> None:
        async with served(tmp_path, calendar) as server:
            await server.restart(days_between=40)
            await server.run(3)
            query = "UPDATE presence SET away = ?"
            await server.context.store.run(lambda connection: connection.execute(query, (now(),)))
            assert await server.expires_in() is None
            await server.run(29)
            assert await server.is_kept()
            await server.run(1.25)
            assert not await server.is_kept()

    asyncio.run(run())


def test_what_was_begun_after_a_long_time_without_a_server_is_kept_as_long_as_ever(tmp_path: Path, calendar: Calendar):
    async def run() -> None:
        async with served(tmp_path, calendar) as server:
            await server.restart(days_between=40)
            await server.gather(begin=False)
            assert await server.expires_in() == pytest.approx(3, abs=0.01)
            await server.run(3.25)
            assert not await server.is_kept()

    asyncio.run(run())


def test_an_older_store_does_not_know_how_long_a_server_ran_and_forgets_nothing_at_first(
    tmp_path: Path, calendar: Calendar
):
    async def run() -> None:
        async with served(tmp_path, calendar) as server:
            await server.context.close()
            store, older = tmp_path / "games.sqlite3", tmp_path / "older"
            write_older(older, store, "TABLE running")
            older.replace(store)
            await server.restart(days_between=40)
            assert await server.expires_in() == A_WEEK
            await server.run(7.25)
            assert not await server.is_kept()

    asyncio.run(run())


def test_while_the_clock_is_set_a_server_has_run_as_long(tmp_path: Path, calendar: Calendar):
    async def run() -> None:
        async with served(tmp_path, calendar) as server:
            await server.run(27)
            query = "INSERT INTO clock VALUES (1, ?)"
            await server.context.store.run(lambda connection: connection.execute(query, (40 * A_DAY,)))
            await server.restart(days_between=40)
            assert await server.expires_in() == pytest.approx(3, abs=0.01)

    asyncio.run(run())
