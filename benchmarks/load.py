"""How much one server process bears: 200 tables at once, and 2,000 spectators.

Run as ``python -m benchmarks.load --json``. At each table two programs and a bot play by the rules of “forvm”, over
real sockets on loopback; the programs choose at random. First they move as fast as they are answered, which shows how
many moves the server can do; then each takes its time, as people do (two seconds on average), which shows how long they
wait at a table of many. The programs run in another process, and so do the bots; on two cores they are in each other's
way, so moves are also counted by the server's own processor time.

Spectators sit at twenty tables; as browsers do they let the server compress. They look on while nobody moves, and then
while somebody does: a move is told to all hundred of its table.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.peers.measure import run_as_script
from tests.server.kill import PROGRAM
from tests.server.players import Browser, Meeting, meet

TABLES = 200
PEOPLE = 2  # at each of them
SPECTATORS = 2_000
WATCHED = 20  # tables, by the spectators
THINKING = 2.0  # seconds on average that a person takes for a move
AT_ONCE = 50  # connections that are being opened
FILES = 8_000
WARMING_UP = 60.0  # seconds at most, until the bots have started and everybody has moved


class Choice(msgspec.Struct):
    """A move that can be made."""

    id: int


class Snapshot(msgspec.Struct, tag="snapshot"):
    """What a program has to know to play."""

    seq: int
    seat: int | None
    to_play: bool
    choices: list[Choice]


_snapshots = msgspec.json.Decoder(Snapshot)
_SNAPSHOT, _HAPPENED = '{"type":"snapshot"', '{"type":"happened"'


@dataclass
class Tally:
    """What the programs saw while it was counted."""

    counting: bool = False
    times: list[float] = field(default_factory=list)
    steps: int = 0
    bytes: int = 0  # that the programs were sent, before compression
    warm: set[str] = field(default_factory=set)  # games in which a move has been answered


class Process:
    """The server's process, as the system sees it."""

    def __init__(self, process: int) -> None:
        self.folder = Path("/proc") / str(process)

    def megabytes(self) -> float:
        line = next(line for line in (self.folder / "status").read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def seconds(self) -> float:
        """Processor time."""
        fields = (self.folder / "stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(store: Path) -> Iterator[tuple[str, Process]]:
    """A server that limits nobody; its address."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", PROGRAM, str(port), str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield f"127.0.0.1:{port}", Process(process.pid)
        finally:
            process.terminate()
            process.communicate()


def sit(browser: Browser, game: str, compression: str | None = None) -> connect:
    return connect(
        f"ws://{browser.address}/api/games/{game}/socket",
        additional_headers={"Cookie": f"forvm={browser.cookie}"},
        max_size=None,
        max_queue=None,  # else whoever only looks on stops reading, answers no ping, and is closed after ten seconds
        open_timeout=120,
        compression=compression,
        ping_interval=None,
    )


async def play(browser: Browser, game: str, thinking: float, tally: Tally, first: bool) -> None:
    """Play at random for ever; the first of a table counts its steps."""
    choose = random.Random(f"{game} {browser.cookie}")
    async with sit(browser, game) as table:
        await table.send('{"type":"hello"}')
        await table.send('{"type":"settings","pace":0}')
        sent: tuple[int, float] | None = None
        while True:
            raw = str(await table.recv())
            if tally.counting:
                tally.bytes += len(raw)
                tally.steps += first and raw.startswith(_HAPPENED)
            if not raw.startswith(_SNAPSHOT):
                continue
            now, snapshot = perf_counter(), _snapshots.decode(raw)
            if sent is not None and snapshot.seq > sent[0]:
                if tally.counting:
                    tally.times.append(now - sent[1])
                sent = None
                tally.warm.add(game)
            if snapshot.to_play and snapshot.choices and sent is None:
                if thinking:
                    await asyncio.sleep(choose.expovariate(1 / thinking))
                move = choose.choice(snapshot.choices).id
                sent = (snapshot.seq, perf_counter())
                await table.send(f'{{"type":"play","seq":{sent[0]},"seat":{snapshot.seat},"move":{move}}}')


async def tables(address: str, process: Process, count: int, thinking: float, seconds: float) -> dict[str, float]:
    """So many tables at once, for some seconds."""
    before = process.megabytes()
    gate = asyncio.Semaphore(AT_ONCE)

    async def begun() -> Meeting:
        async with gate:
            return await meet(address, PEOPLE, 1, rules="forvm")

    meetings = await asyncio.gather(*(begun() for _ in range(count)))
    tally = Tally()
    async with asyncio.TaskGroup() as group:
        players = [
            group.create_task(play(browser, meeting.id, thinking, tally, number == 0))
            for meeting in meetings
            for number, browser in enumerate(meeting.browsers)
        ]
        began = perf_counter()
        while len(tally.warm) < count and perf_counter() - began < WARMING_UP:
            await asyncio.sleep(0.1)
        tally.counting, worked, began = True, process.seconds(), perf_counter()
        await asyncio.sleep(seconds)
        tally.counting, worked, took = False, process.seconds() - worked, perf_counter() - began
        grown = process.megabytes() - before
        for player in players:
            player.cancel()
    milliseconds = [1000 * each for each in tally.times]
    hundredths = statistics.quantiles(milliseconds, n=100)
    return {
        "tables": count,
        "moves_of_people_per_second": len(tally.times) / took,
        "steps_per_second": tally.steps / took,
        "steps_per_second_of_the_servers_processor": tally.steps / worked,
        "bytes_per_step_and_page": tally.bytes / tally.steps / PEOPLE,
        "p50_milliseconds": hundredths[49],
        "p99_milliseconds": hundredths[98],
        "megabytes_per_table": grown / count,
    }


async def spectators(address: str, process: Process, count: int, seconds: float) -> dict[str, float]:
    """So many who look on."""
    meetings = [await meet(address, 3, 0, rules="forvm") for _ in range(WATCHED)]
    before, gate, sockets = process.megabytes(), asyncio.Semaphore(AT_ONCE), list[ClientConnection]()
    async with AsyncExitStack() as stack:

        async def come(meeting: Meeting) -> None:
            browser = Browser(address)
            async with gate:
                await browser.ask("POST", "/api/join", {"secret": meeting.spectators})
                spectator = await stack.enter_async_context(sit(browser, meeting.id, "deflate"))
                await spectator.send('{"type":"hello"}')
                while not str(await spectator.recv()).startswith(_SNAPSHOT):
                    pass
            sockets.append(spectator)

        began = perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(count):
                group.create_task(come(meetings[number % WATCHED]))
        coming, grown, worked = perf_counter() - began, process.megabytes() - before, process.seconds()
        await asyncio.sleep(seconds)
        idle = (process.seconds() - worked) / seconds
        told = await told_to_all(meetings[0], sockets, count // WATCHED)
    return {
        "spectators": count,
        "seconds_until_all_were_there": coming,
        "megabytes_per_spectator": grown / count,
        "share_of_a_core_while_nobody_moves": idle,
        "milliseconds_until_all_of_a_table_were_told": told,
    }


async def told_to_all(meeting: Meeting, sockets: list[ClientConnection], many: int) -> float:
    """How long after a move its last spectator hears of it."""
    heard = asyncio.Event()
    last, count = 0.0, 0

    async def listen(spectator: ClientConnection) -> None:
        nonlocal last, count
        while not str(await spectator.recv()).startswith(_HAPPENED):
            pass
        last, count = perf_counter(), count + 1
        if count == many:
            heard.set()

    listeners = [asyncio.create_task(listen(spectator)) for spectator in sockets]
    async with AsyncExitStack() as stack:
        for browser in meeting.browsers:
            table = await stack.enter_async_context(sit(browser, meeting.id))
            await table.send('{"type":"hello"}')
            while not (raw := str(await table.recv())).startswith(_SNAPSHOT):
                pass
            snapshot = _snapshots.decode(raw)
            if snapshot.to_play:
                sent, move = perf_counter(), snapshot.choices[0].id
                await table.send(f'{{"type":"play","seq":{snapshot.seq},"seat":{snapshot.seat},"move":{move}}}')
                async with asyncio.timeout(60):
                    await heard.wait()
                break
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    return 1000 * (last - sent)


def measurements(seconds: float) -> dict[str, Any]:
    """Everything; every part has a server of its own."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))
    # Else the bots would be compiled while the clock runs.
    compiling = [sys.executable, "-m", "forvm.engine.twin.compiler", "forvm.bots.program:bots_program"]
    subprocess.run(compiling, check=True, stdout=subprocess.DEVNULL)
    length = 10 * seconds
    found = {}
    for name, measured in (
        ("as_fast_as_they_can", lambda at, process: tables(at, process, TABLES, 0, length)),
        ("as_people_do", lambda at, process: tables(at, process, TABLES, THINKING, length)),
        ("looking_on", lambda at, process: spectators(at, process, SPECTATORS, length)),
    ):
        with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "games.sqlite3") as (address, process):
            found[name] = asyncio.run(measured(address, process))
    return found


if __name__ == "__main__":
    run_as_script("forvm", measurements)
