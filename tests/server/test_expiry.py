"""Games that nobody plays and gatherings to which nobody comes are forgotten, and that is told before."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from forvm.server import plan as plans
from forvm.server.access import Access
from forvm.server.errors import ServerError
from forvm.server.gatherings import Lobby
from forvm.server.limits import A_DAY, Limits
from forvm.server.messages.gathering import NewGathering, NewPlace
from forvm.server.messages.socket import ServerMessage
from forvm.server.moments import later, now
from forvm.server.people import ANY, Guest
from forvm.server.room import Room
from forvm.server.table import Table
from tests.server.test_owners import AGREEMENT, SETUP, later_on, start

LIMITS = Limits()
WANTED = NewGathering([NewPlace(), NewPlace(), NewPlace("tiro")], AGREEMENT, "Ada", 0)


@asynccontextmanager
async def a_room_with_a_lobby(folder: Path) -> AsyncIterator[tuple[Room, Lobby, int]]:
    room = Room.open(folder / "games.sqlite3", access=Access(online=True))
    try:
        async with asyncio.timeout(60):
            host = await room.people.newcomer()
            yield room, await room.gatherings.open(WANTED, host, LIMITS), host.person
    finally:
        await room.close()


async def let_pass(room: Room, id: str, days: float) -> None:
    """Let all that ever happened have happened earlier."""
    at = later(now(), -days * A_DAY)

    def job(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE gatherings SET created = ? WHERE id = ?", (at, id))
        connection.execute("UPDATE games SET changed = ? WHERE id = ?", (at, id))
        connection.execute("UPDATE presence SET away = ? WHERE game = ?", (at, id))

    await room.store.run(job)
    if (lobby := room.gatherings._registry.get(id)) is not None:
        lobby.created = at


async def is_kept(room: Room, id: str) -> bool:
    query = "SELECT count(*) FROM gatherings WHERE id = ?"
    count: int = await room.store.run(lambda connection: connection.execute(query, (id,)).fetchone()[0])
    return count == 1


async def second_player(room: Room, lobby: Lobby, *, ready: bool = False) -> None:
    """Somebody comes, and sits down."""
    ben = (await room.people.newcomer()).person
    guest = Guest(ben, frozenset({ANY}))
    await room.gatherings.change(lobby, lambda plan: plans.sit(plan, guest, None, "Ben", None))
    if ready:
        await room.gatherings.change(lobby, lambda plan: plans.be_ready(plan, ben, True, None))


class Visitor:
    """A page that looks at a gathering."""

    def __init__(self, person: int) -> None:
        self.guest = Guest(person)

    def tell(self, message: ServerMessage) -> None:
        pass

    def enter(self, table: Table, guest: Guest) -> None:
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
            await second_player(room, lobby)
            assert lobby.seen_by(Guest(host)).expires is None
            await let_pass(room, lobby.id, days)
            assert (lobby.seen_by(Guest(host)).expires is None) == (days == 4)
            await room.forget_idle()
            assert await is_kept(room, lobby.id) is kept

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


async def begun(room: Room, lobby: Lobby, host: int) -> None:
    await second_player(room, lobby, ready=True)
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
            guests = {id: await room.people.guest(host, id)}
            for line in (await tables.line(id), *await tables.lines_of(guests)):
                assert (line.expires is not None) is told
            await tables.forget_idle()
            assert await is_kept(room, id) is kept
            assert bool(await tables.lines_of(guests)) is kept

    asyncio.run(run())


@pytest.mark.parametrize(
    "change",
    [
        lambda connection: connection.execute("UPDATE presence SET away = NULL WHERE seat = 1"),
        lambda connection: connection.execute("UPDATE presence SET away = ? WHERE seat = 1", (now(),)),
        lambda connection: connection.execute("UPDATE games SET changed = ?", (now(),)),
        lambda connection: connection.execute(
            "UPDATE games SET line = CAST(json_set(CAST(line AS TEXT), '$.over', 1) AS BLOB)"
        ),
    ],
    ids=["somebody is there", "somebody looked", "somebody played", "it is over"],
)
def test_a_game_is_kept_if(tmp_path: Path, change: Callable[[sqlite3.Connection], object]):
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
        room = Room.open(tmp_path / "games.sqlite3")
        await room.tables.begin("game", SETUP)
        await let_pass(room, "game", 1_000)
        await room.forget_idle()
        assert (await room.tables.line("game")).expires is None
        await room.close()

    asyncio.run(run())
