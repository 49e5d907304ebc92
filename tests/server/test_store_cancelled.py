"""The store's thread outlives whoever waits for it: callers that are cancelled, jobs that raise, a disk that stalls."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from forvm.server.common.server_errors import ServerError, StoreError
from forvm.server.ops import probe
from forvm.server.ops.probe import WriteProbe
from forvm.server.store.sqlite_store import SqliteStore
from forvm.server.store.threaded_store import EXIT_CODE
from forvm.server.store.transactions import Transaction
from tests.server.friends import Friend, OnlineServer, Table
from tests.server.serving import PATIENCE, stalled

LONG = 60.0  # seconds for the store to answer; it takes milliseconds
SOCKETS = 40


@contextmanager
def opened(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path)
    try:
        yield store
    finally:
        store.close()


async def answers(store: SqliteStore) -> bool:
    return await asyncio.wait_for(store.game("none"), LONG) is None


async def cancel(waiting: asyncio.Task[object]) -> None:
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


def blocking(begun: threading.Event, go_on: threading.Event, error: BaseException | None = None):
    def job(connection: Transaction) -> str:
        begun.set()
        assert go_on.wait(LONG)
        connection.execute("INSERT INTO people (key, created) VALUES ('blocking', '')")
        if error is not None:
            raise error
        return "done"

    return job


def people(connection: Transaction) -> list[str]:
    return [key for (key,) in connection.execute("SELECT key FROM people ORDER BY key")]


def come(key: str):
    return lambda connection: connection.execute("INSERT INTO people (key, created) VALUES (?, '')", (key,))


@pytest.mark.parametrize("error", [None, ServerError("unknown", "not there"), sqlite3.OperationalError("broken")])
def test_a_caller_that_is_cancelled_while_its_job_runs(tmp_path: Path, error: Exception | None):
    """Its job is finished; the result, or what it raised, is nobody's any more."""

    async def run() -> None:
        with opened(tmp_path / "a.sqlite3") as store:
            begun, go_on = threading.Event(), threading.Event()
            waiting = asyncio.create_task(store.run(blocking(begun, go_on, error)))
            await asyncio.to_thread(begun.wait, LONG)
            await cancel(waiting)
            go_on.set()
            assert await answers(store)
            assert await store.run(people) == ([] if error else ["blocking"])

    asyncio.run(run())


def test_a_job_whose_caller_is_cancelled_before_it_begins_is_not_done(tmp_path: Path):
    async def run() -> None:
        with opened(tmp_path / "a.sqlite3") as store:
            begun, go_on = threading.Event(), threading.Event()
            first = asyncio.create_task(store.run(blocking(begun, go_on)))
            await asyncio.to_thread(begun.wait, LONG)
            tasks = [asyncio.create_task(store.run(come(f"{number:02}"))) for number in range(20)]
            await asyncio.sleep(0)  # now all of them wait
            for task in tasks[::2]:
                await cancel(task)
            go_on.set()
            await asyncio.wait_for(asyncio.gather(first, *tasks[1::2]), LONG)
            assert await store.run(people) == [*(f"{number:02}" for number in range(1, 20, 2)), "blocking"]

    asyncio.run(run())


def test_a_stalled_write_whose_callers_have_gone(tmp_path: Path):
    """Both ends of the stall: the lock is let go, and SQLite gives up waiting for it."""

    async def run(patience: int) -> None:
        with opened(tmp_path / "a.sqlite3") as store:
            await store.run(lambda connection: connection.execute(f"PRAGMA busy_timeout = {patience}"))
            with stalled(store.path):
                tasks = [asyncio.create_task(store.run(come(str(number)))) for number in range(10)]
                await asyncio.sleep(0.2)
                for task in tasks[:-1]:
                    await cancel(task)
                if patience < LONG * 1000:
                    with pytest.raises(StoreError):
                        await asyncio.wait_for(tasks[-1], LONG)
            if patience > LONG * 1000:
                await asyncio.wait_for(tasks[-1], LONG)
            assert await answers(store)
            assert await store.run(people) == ["9"]

    asyncio.run(run(120_000))
    asyncio.run(run(4_000))  # long enough to go meanwhile, also on a busy machine


@pytest.mark.parametrize(
    "error",
    [
        SystemExit(3),
        KeyboardInterrupt(),
        StopIteration(),
        StopAsyncIteration(),
        asyncio.CancelledError(),
        MemoryError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_no_exception_of_a_job_ends_the_thread_or_lets_its_caller_wait(tmp_path: Path, error: BaseException):
    async def run() -> None:
        with opened(tmp_path / "a.sqlite3") as store:
            go_on = threading.Event()
            go_on.set()
            job = blocking(threading.Event(), go_on, error)
            beside = asyncio.create_task(store.run(come("beside")))
            with pytest.raises((RuntimeError, MemoryError, StopAsyncIteration)):
                await asyncio.wait_for(store.run(job), LONG)
            await asyncio.wait_for(beside, LONG)
            assert await store.run(people) == ["beside"]

    asyncio.run(run())


def test_callers_that_are_cancelled_at_any_moment(tmp_path: Path):
    """Whoever was not cancelled gets what they asked for; and what they were told was written is there."""

    async def run() -> None:
        chance = random.Random(2)
        with opened(tmp_path / "a.sqlite3") as store:

            async def write(number: int) -> str:
                key = f"{number:04}"
                await store.run(come(key))
                if number % 5 == 0:
                    with pytest.raises(StoreError):
                        await store.run(come(key))  # a key comes once
                return key

            told: set[str] = set()
            for batch in range(12):
                tasks = [asyncio.create_task(write(batch * 50 + number)) for number in range(50)]
                for task in chance.sample(tasks, 30):
                    await asyncio.sleep(chance.choice([0, 0, 0.0002, 0.001]))
                    task.cancel()
                ended = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), LONG)
                assert all(isinstance(end, str | asyncio.CancelledError) for end in ended), ended
                told |= {end for end in ended if isinstance(end, str)}
            assert told <= set(await store.run(people))
            assert len(told) >= 240

    asyncio.run(run())


def test_a_loop_that_ends_while_it_waits_leaves_the_store_to_others(tmp_path: Path):
    with opened(tmp_path / "a.sqlite3") as store:
        begun, go_on = threading.Event(), threading.Event()

        async def give_up() -> None:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(store.run(blocking(begun, go_on)), 0.1)

        asyncio.run(give_up())
        go_on.set()
        assert asyncio.run(answers(store))


# The probe of /readyz.


class CountingStore(SqliteStore):
    """Counts its probes."""

    probes = 0

    async def probe(self) -> None:
        self.probes += 1
        await super().probe()


def test_many_who_ask_whether_the_store_writes_cost_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def run() -> None:
        store = CountingStore(tmp_path / "a.sqlite3")
        monkeypatch.setattr(probe, "FRESH", 3600.0)
        asked = WriteProbe(store)
        assert await asyncio.gather(*(asked.is_ready() for _ in range(100))) == [True] * 100
        assert await asked.is_ready()
        assert store.probes == 1
        monkeypatch.setattr(probe, "FRESH", 0.0)
        assert await asked.is_ready()
        assert store.probes == 2
        store.close()

    asyncio.run(run())


def test_a_write_that_hangs_is_told_in_time_and_at_once_to_those_who_come_later(tmp_path: Path):
    async def run() -> None:
        with opened(tmp_path / "a.sqlite3") as store:
            asked = WriteProbe(store)
            with stalled(store.path):
                assert await asked.verdict(patience=0.3) == "hangs"
                assert await asked.verdict(patience=0.0) == "hangs"
            assert await asked.verdict(patience=LONG) == "writes"

    asyncio.run(run())


def test_a_store_that_cannot_be_written_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Reading is not enough. Once there is room again, it is ready again."""

    async def run() -> None:
        with opened(tmp_path / "a.sqlite3") as store:
            asked = WriteProbe(store)
            await store.run(lambda connection: connection.execute("PRAGMA max_page_count = 1"))  # as few as there are
            assert await store.games() == []
            assert await asked.verdict(patience=LONG) == "refuses"
            assert not await asked.is_ready()
            await store.run(lambda connection: connection.execute("PRAGMA max_page_count = 100000"))
            monkeypatch.setattr(probe, "FRESH", 0.0)
            assert await asked.verdict(patience=LONG) == "writes"

    asyncio.run(run())


# A whole server.

_SHORT_GREETING = "import forvm.server.http.sockets; forvm.server.http.sockets.GREETING = 5.0"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[OnlineServer]:
    running = OnlineServer(tmp_path / "online.sqlite3", first=_SHORT_GREETING)
    yield running
    running.kill()


def wait_ready(server: OnlineServer) -> None:
    until = time.monotonic() + PATIENCE
    while server.ask("GET", "/readyz").status != 200:
        assert time.monotonic() < until
        time.sleep(0.1)


def read_to_the_end(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=PATIENCE)


def test_one_stalled_write_and_one_question_do_not_stop_the_server(server: OnlineServer, tmp_path: Path):
    store = tmp_path / "online.sqlite3"
    with stalled(store):
        asked = server.ask("GET", "/readyz")
        assert (asked.status, asked.body) == (503, "not ready\n")
        assert server.ask("GET", "/healthz").status == 200
    wait_ready(server)
    Table(server, begin=True)


def test_sockets_that_say_hello_as_the_greeting_time_runs_out(server: OnlineServer, tmp_path: Path):
    table = Table(server)
    cookies = {"Cookie": f"forvm={table.friends[0].cookie}"}
    address = f"ws://127.0.0.1:{server.port}/api/games/{table.id}/socket"
    with ExitStack() as stack, stalled(tmp_path / "online.sqlite3"):
        sockets = []
        for _ in range(SOCKETS):
            opened = connect(address, additional_headers=cookies, open_timeout=PATIENCE)
            sockets.append(stack.enter_context(opened))
            with suppress(ConnectionClosed):  # on a very busy machine its time is over already
                sockets[-1].send('{"type":"hello"}')
        for socket in sockets:
            with pytest.raises(ConnectionClosed):
                read_to_the_end(socket)
    wait_ready(server)
    with table.friends[0].page(table.id) as page:
        assert page.welcome["type"] == "welcome"
    assert Friend(server).refused(f"/api/games/{table.id}/board", method="GET") == "not_invited"


_DYING = """
import sys
from pathlib import Path
from forvm.server.store.sqlite_store import SqliteStore
def fail(self, batch): raise RuntimeError("something nobody thought of")
SqliteStore._transact = fail
if sys.argv[1] == "serve":
    from forvm.server.ops.serving import Service, serve
    serve(Service(port=0, store=Path(sys.argv[2])))
else:
    from forvm.server.ops.local_server import play
    play(port=0, store=Path(sys.argv[2]), browser=False)
"""


@pytest.mark.parametrize("command", ["serve", "play"])
def test_a_thread_that_dies_all_the_same_ends_the_process(tmp_path: Path, command: str):
    words = [sys.executable, "-c", _DYING, command, str(tmp_path / "a.sqlite3")]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=2 * PATIENCE, check=False)
    assert ended.returncode == EXIT_CODE
    assert "the thread that writes to the store has died" in ended.stderr
    assert "something nobody thought of" in ended.stderr
