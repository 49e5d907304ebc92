"""An innocent table on a server for strangers: it plays on, and notes how long it waits for whatever happens next."""

from __future__ import annotations

import json
import math
import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path
from time import monotonic, perf_counter, sleep
from typing import NamedTuple

from websockets.exceptions import WebSocketException

from tests.server.attacks import GREETING
from tests.server.friends import Table
from tests.server.players import Browser, Refused
from tests.server.serving import Message, Page, Server, children_of, options

HOPELESS = 10.0  # seconds; whoever waits longer than that has been let down
IDLE = 0.05  # seconds of processor time in a second, of workers that have nothing to do
PACE = 0.12  # seconds between two moves: sockets take ten messages a second for long
# `forvm serve` as strangers meet it, but for how long it waits for Hello. It tells how many tasks it has when asked to.
_PROGRAM = """
import asyncio, signal, sys
from forvm.cli import run
from forvm.server.http import sockets
assert sockets.GREETING
sockets.GREETING = float(sys.argv[1])
signal.signal(signal.SIGUSR1, lambda *_: print(len(asyncio.all_tasks()), flush=True))
sys.exit(run(sys.argv[2:]))
"""


class Burden(NamedTuple):
    """What a server holds."""

    memory: int  # MB
    files: int
    threads: int
    tasks: int
    processes: int


class PublicServer(Server):
    """A server as strangers meet it, with the limits that it has by default."""

    def __init__(self, store: Path, compiled: bool = False) -> None:
        self.kept_in = self.store = store
        self.log = store.with_suffix(".log")
        command = [sys.executable, "-c", _PROGRAM, str(GREETING), "serve", "--port", "0", "--store", str(store)]
        plainly = {} if compiled else {"FORVM_PLAIN": "1"}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **plainly}
            )
        self.listen()

    @property
    def memory(self) -> int:
        """In MB, without its workers."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) // 1024

    def burden(self) -> Burden:
        about = Path(f"/proc/{self.process.pid}")
        return Burden(
            self.memory,
            len(list((about / "fd").iterdir())),
            len(list((about / "task").iterdir())),
            self._tasks(),
            len(children_of(self.process.pid)),
        )

    def wait_for_workers(self, count: int, seconds: float) -> None:
        """Wait until so many workers have started, and have nothing more to load."""
        in_time, before = for_seconds(seconds), -1.0
        while in_time():
            workers = children_of(self.process.pid)
            now = sum(_processor_time(worker) for worker in workers)
            if len(workers) >= count and now - before < IDLE:
                return
            before = now
            sleep(1)

    def _tasks(self) -> int:
        assert self.process.stdout is not None
        self.process.send_signal(signal.SIGUSR1)
        ready, _, _ = select.select([self.process.stdout], [], [], HOPELESS)
        return int(self.process.stdout.readline()) if ready else 10_000

    def is_ready(self) -> bool:
        try:
            return bool(Browser(f"127.0.0.1:{self.port}").ask_once("GET", "/readyz", patience=HOPELESS))
        except (Refused, HTTPException, OSError):
            return False

    def __exit__(self, *_: object) -> None:
        self.kill()

    def __enter__(self) -> PublicServer:
        return self


class Innocent:
    """Somebody who plays a long game with two bots."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._choose = random.Random(1)
        self._open = ExitStack()
        self._page: Page | None = None

    def play(self, going: Callable[[], bool]) -> list[float]:
        """Play as long as wanted; for each move the seconds of the longest silence until the next one.

        A table that stands still ends it.
        """
        waits: list[float] = []
        try:
            while going():
                self._play_on(self._page or self._sit_down(), going, waits)
        except (OSError, WebSocketException, AssertionError):
            waits.append(math.inf)
            self.leave()
        return waits

    def leave(self) -> None:
        """Close the page."""
        self._page = None
        self._open.close()

    def _sit_down(self) -> Page:
        table = Table(self._server, people=1, bots=2, changes={"win.prestige": 60})
        self._page = self._open.enter_context(table.friends[0].page(table.id))
        return self._page

    def _play_on(self, page: Page, going: Callable[[], bool], waits: list[float]) -> None:
        while going():
            since, longest = perf_counter(), 0.0
            while not (page.snapshot["to_play"] or page.snapshot["view"]["outcome"]):
                if _receive(page)["type"] in ("happened", "snapshot"):
                    longest = max(longest, perf_counter() - since)
                    since = perf_counter()
            waits.append(longest)
            if page.snapshot["view"]["outcome"]:
                self.leave()
                return
            sleep(PACE)
            page.play(self._choose.choice(options(page.snapshot)))
            page.snapshot = {**page.snapshot, "to_play": False}


def _receive(page: Page) -> Message:
    message: Message = page.views.whole(json.loads(page.socket.recv(timeout=HOPELESS)))
    assert message["type"] != "problem", message
    if message["type"] == "snapshot":
        page.snapshot = message
    return message


def _processor_time(process: int) -> float:
    """In seconds; 0 for one that has ended."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def p99(waits: list[float]) -> float:
    """The wait that 99 of 100 do not exceed; no end of it for somebody who could not move at all."""
    if not waits:
        return math.inf
    return sorted(waits)[math.ceil(0.99 * len(waits)) - 1]


def for_seconds(seconds: float) -> Callable[[], bool]:
    """Says so long that it goes on."""
    until = monotonic() + seconds
    return lambda: monotonic() < until
