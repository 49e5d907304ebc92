"""Alarms ring in order, once, and not for those that were set anew or taken back."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from forvm.errors import ForvmError
from forvm.server.common import timestamps
from forvm.server.common.server_errors import BrokenGame, StoreError
from forvm.server.common.timestamps import SteadyClock, later, now, seconds_until
from forvm.server.people.move_clock import MoveClock
from forvm.server.play import alarms as alarms_module
from forvm.server.play.alarms import Alarms
from forvm.server.store import timekeeping
from forvm.server.store.sqlite_store import SqliteStore
from forvm.server.store.transactions import Transaction
from tests.server.friends import OnlineServer, Table
from tests.server.serving import PATIENCE

HOUR = 3600.0
CLOCK_WAS_SET = "the system's clock was set: it differs by"


@pytest.mark.damaged_store
def test_alarms_ring_in_order_and_only_if_they_still_stand(tmp_path: Path):
    rung: list[str] = []

    async def ring() -> None:
        store, alarms, last = SqliteStore(tmp_path / "a.sqlite3"), Alarms(), asyncio.Event()
        await store.create("kept", b"", [], b"", now())
        await store.run(lambda connection: connection.execute("UPDATE games SET wakes = ?", (later(now(), -60),)))

        async def wake(game: str) -> None:
            rung.append(game)
            if game == "broken":
                raise ForvmError("This one cannot be woken.")
            if game == "last":
                last.set()

        await alarms.start(store, wake)
        begun = now()
        alarms.set("second", later(begun, 0.2))
        alarms.set("broken", later(begun, 0.1))
        alarms.set("never", later(begun, 0.1))
        alarms.set("never", None)
        alarms.set("changed", later(begun, 0.1))
        alarms.set("changed", later(begun, 3600))
        alarms.set("last", later(begun, 0.4))
        await asyncio.wait_for(last.wait(), PATIENCE)
        await alarms.stop()
        store.close()

    asyncio.run(ring())
    assert rung == ["kept", "broken", "second", "last"]


def test_an_alarm_that_is_taken_back_while_another_rings_does_not_end_them_all(tmp_path: Path):
    rung: list[str] = []

    async def ring() -> None:
        store, alarms, last = SqliteStore(tmp_path / "a.sqlite3"), Alarms(), asyncio.Event()

        async def wake(game: str) -> None:
            rung.append(game)
            alarms.set("taken back", None)
            if game == "last":
                last.set()
            else:
                alarms.set("last", later(now(), 0.01))

        begun = now()
        alarms.set("taken back", later(begun, -1))
        alarms.set("first", later(begun, -2))
        await alarms.start(store, wake)
        await asyncio.wait_for(last.wait(), PATIENCE)
        await alarms.stop()
        store.close()

    asyncio.run(ring())
    assert rung == ["first", "last"]


def test_a_table_that_cannot_be_read_just_now_is_woken_again_and_a_broken_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(alarms_module, "RING_AGAIN", 0.05)
    rung: list[str] = []

    async def ring() -> None:
        store, alarms, done = SqliteStore(tmp_path / "a.sqlite3"), Alarms(), asyncio.Event()

        async def wake(game: str) -> None:
            rung.append(game)
            if game == "broken":
                raise BrokenGame("This one makes no sense.")
            if rung.count(game) < 3:
                raise StoreError("The disk is full.")
            done.set()

        await alarms.start(store, wake)
        alarms.set("broken", now())
        alarms.set("later", later(now(), 0.05))
        await asyncio.wait_for(done.wait(), PATIENCE)
        await alarms.stop()
        store.close()

    asyncio.run(ring())
    assert rung == ["broken", "later", "later", "later"]


# Somebody sets the system's clock.


class WallClock:
    """The system's clock, which can be set."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> WallClock:
    clock = WallClock()
    monkeypatch.setattr(timestamps, "clock", SteadyClock(clock))
    return clock


@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_alarms_ring_when_their_time_has_passed_whatever_the_clock_says(
    tmp_path: Path, wall: WallClock, ahead: float, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(alarms_module, "LONGEST_SLEEP", 0.05)
    rung: list[str] = []

    async def ring() -> None:
        store, alarms, soon = SqliteStore(tmp_path / "a.sqlite3"), Alarms(), asyncio.Event()

        async def wake(game: str) -> None:
            rung.append(game)
            soon.set()

        await alarms.start(store, wake)
        alarms.set("late", later(now(), HOUR / 2))
        alarms.set("soon", later(now(), 0.5))
        await asyncio.sleep(0.1)
        wall.ahead = ahead
        async with asyncio.timeout(PATIENCE):
            await soon.wait()
            # On a busy machine it may have rung before the clock was set: that is noticed a moment later.
            while CLOCK_WAS_SET not in caplog.text:
                await asyncio.sleep(0.01)
        await alarms.stop()
        store.close()

    asyncio.run(ring())
    assert rung == ["soon"]


def test_nobodys_clock_runs_out_because_the_system_clock_was_set(wall: WallClock):
    began = now()
    clock = MoveClock(60, began)
    for wall.ahead in (HOUR, -HOUR, 1e9):
        end = clock.runs_out(began)
        shown = clock.shown(0, began)
        assert end is not None
        assert 30 < seconds_until(end) <= 60
        assert shown is not None
        assert shown.left > 30


@pytest.mark.damaged_store
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_the_next_server_moves_what_the_clock_has_left_behind(tmp_path: Path, wall: WallClock, ahead: float):
    async def run() -> None:
        store = SqliteStore(tmp_path / "a.sqlite3")
        began, end = now(), later(now(), 60)
        for game, wakes in (("clock", end), ("none", None)):
            await store.create(game, b"", [], b"", began)
            await store.append(game, [], b"", began, wakes)
        away = "INSERT INTO presence VALUES ('clock', 0, ?), ('clock', 1, NULL)"
        await store.run(lambda connection: connection.execute(away, (began,)))
        keeper = timekeeping.Timekeeper()
        for wall.ahead in (0.0, 1.0, 2 * ahead, ahead):
            await keeper.look(store)

        def held(connection: Transaction) -> list[Any]:
            games = connection.execute("SELECT changed, wakes FROM games ORDER BY id").fetchall()
            return [*games, *connection.execute("SELECT away FROM presence ORDER BY seat").fetchall()]

        assert await store.run(held) == [(began, end), (began, None), (began,), (None,)]
        for _ in range(2):  # what was moved is not moved again
            await store.run(timekeeping.catch_up)
            (changed, wakes), untouched, (since,), nothing = await store.run(held)
            assert abs(seconds_until(wakes) - ahead - 60) < 30
            assert changed == since
            assert abs(seconds_until(changed) - ahead) < 30
            assert (untouched, nothing) == ((began, None), (None,))
        store.close()

    asyncio.run(run())


@pytest.mark.damaged_store
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_invitations_cookies_and_gatherings_last_as_long_when_the_clock_is_set(tmp_path: Path, ahead: float):
    began, end = later(now(), -60), later(now(), 60)

    def fill(connection: Transaction) -> None:
        connection.execute("INSERT INTO people (id, key, created) VALUES (1, 'person', ?)", (began,))
        for id, started in (("waits", 0), ("plays", 1)):
            row = (id, began, 1, started, b"")
            connection.execute("INSERT INTO gatherings (id, created, host, started, plan) VALUES (?, ?, ?, ?, ?)", row)
        links = (
            "INSERT INTO links VALUES ('ends', 'waits', 'guest', NULL, ?, 1), ('stays', 'waits', 'seat', 0, NULL, 0)"
        )
        connection.execute(links, (end,))
        connection.execute("INSERT INTO renewals VALUES ('new', 1, ?)", (began,))
        connection.execute("INSERT INTO running VALUES (1, ?, ?)", (began, end))
        connection.execute("INSERT INTO clock VALUES (1, ?)", (ahead,))

    def held(connection: Transaction, columns: str, table: str) -> list[Any]:
        return connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1").fetchall()

    async def run() -> None:
        store = SqliteStore(tmp_path / "a.sqlite3")
        await store.run(fill)
        for _ in range(2):  # what was moved is not moved again
            await store.run(timekeeping.catch_up)
            moved, moved_end = later(began, ahead), later(end, ahead)
            for columns, table, expected in (
                ("id, created", "gatherings", [("plays", began), ("waits", moved)]),
                ("key, until", "links", [("ends", moved_end), ("stays", None)]),
                ("made", "renewals", [(moved,)]),
                ("since, seen", "running", [(moved, moved_end)]),
            ):
                assert await store.run(partial(held, columns=columns, table=table)) == expected
        store.close()

    asyncio.run(run())


def test_a_server_whose_system_clock_is_set(tmp_path: Path):
    """Forwards by a day: nobody's time has run out, neither then nor when the server is started again."""
    offset = tmp_path / "offset"
    offset.write_text("0")
    first = f"""
import time
from functools import partial
from pathlib import Path
from typing import Any
from forvm.server.common import timestamps
timestamps.clock = timestamps.SteadyClock(lambda: time.time() + float(Path({str(offset)!r}).read_text()))
"""
    server = OnlineServer(tmp_path / "games.sqlite3", first=first)
    table = Table(server, people=3, bots=0, clock=7200)
    with table.friends[0].page(table.id) as page:
        before = page.snapshot["seq"]
    # In one step: a server that looks while a file is written reads half of it.
    later_offset = tmp_path / "later"
    later_offset.write_text("86400")
    later_offset.replace(offset)
    until = time.monotonic() + PATIENCE
    while f"{CLOCK_WAS_SET} 86400 seconds" not in server.log.read_text():
        assert time.monotonic() < until
        time.sleep(0.1)
    for again in (False, True):
        if again:
            server.kill()
            server = OnlineServer(tmp_path / "games.sqlite3", first=first)
            for friend in table.friends:
                friend.server = server
        with table.friends[0].page(table.id) as page:
            assert page.snapshot["seq"] == before
            assert 7000 < page.snapshot["clock"]["left"] <= 7200
    server.kill()
