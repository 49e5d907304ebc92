"""An experiment as the server sees it: a process that plays, what it last told, and who watches."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import suppress

import msgspec

from forvm.server.errors import ServerError
from forvm.server.lab.orders import Order, Paper, Told
from forvm.server.messages.lab import LabRun, LabUpdate, LabWanted

LONGEST_LINE = 1 << 26  # a report is one line
PATIENCE = 300.0  # seconds for a report
NOT_BEGUN = ("waiting", "compiling")
OVER = ("done", "stopped", "failed")
STOPPING = 10.0  # seconds within which a process has finished the games that it was at
BROKEN_OFF = "The experiment broke off: its process ended. Was there too little memory?"

_told = msgspec.json.Decoder(Told)


class Run:
    """One experiment. Its process lives as long as somebody may still want its report."""

    def __init__(self, id: str, wanted: LabWanted, address: str) -> None:
        self.id = id
        self.wanted = wanted
        self.address = address
        self.update = LabUpdate("waiting", of=wanted.games)
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._watchers: set[asyncio.Event] = set()
        self._ended = asyncio.Event()
        self.is_gone = False
        self._left_at = time.monotonic()
        self._papers: asyncio.Queue[Paper] = asyncio.Queue()
        self._asking = asyncio.Lock()

    async def start(self, order: Order) -> None:
        """Let the process begin."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "forvm.server.lab.process",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        self._reader = asyncio.create_task(self._read())
        await self._say(msgspec.json.encode(order))

    def line(self) -> LabRun:
        """What a page is told that comes to it."""
        return LabRun(self.id, self.wanted, self.update)

    @property
    def is_over(self) -> bool:
        """Has it stopped playing?"""
        return self.update.state in OVER

    @property
    def alone_for(self) -> float:
        """For how many seconds nobody has watched."""
        return 0.0 if self._watchers else time.monotonic() - self._left_at

    def watch(self) -> asyncio.Event:
        """An event that is set whenever there is something new."""
        watcher = asyncio.Event()
        watcher.set()
        self._watchers.add(watcher)
        return watcher

    def leave(self, watcher: asyncio.Event) -> None:
        """Somebody watches no longer."""
        self._watchers.discard(watcher)
        self._left_at = time.monotonic()

    async def stop(self) -> None:
        """Play no further; what was found stays. It is over then: the same person may begin the next one."""
        if self.is_over:
            return
        if self.update.state in NOT_BEGUN:
            # The compiler goes on, for whoever comes next; nobody need wait for it.
            self._tell(msgspec.structs.replace(self.update, state="stopped", done=0, of=self.wanted.games))
        await self._say(b'"stop"')
        with suppress(TimeoutError):
            async with asyncio.timeout(STOPPING):
                await self._ended.wait()

    async def report(self) -> str:
        """The report on the games played so far: a page of HTML."""
        async with self._asking:
            if self._reader is None or self._reader.done():
                raise ServerError("unavailable", BROKEN_OFF)
            while not self._papers.empty():  # one that came too late
                self._papers.get_nowait()
            await self._say(b'"report"')
            try:
                async with asyncio.timeout(PATIENCE):
                    paper = await self._papers.get()
            except TimeoutError:
                paper = Paper(problem="The report took too long.")
        if paper.problem:
            raise ServerError("unavailable", paper.problem)
        return paper.html

    async def end(self) -> None:
        """Let the process go, and everybody who watches."""
        if self._process is not None:
            if self._process.returncode is None:
                with suppress(ProcessLookupError):
                    self._process.kill()
            await self._process.wait()
        if self._reader is not None:
            await self._reader
        self.is_gone = True
        for watcher in self._watchers:
            watcher.set()

    async def _say(self, line: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError):  # it has gone, and the reader tells so
            self._process.stdin.write(line + b"\n")
            await self._process.stdin.drain()

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            told = _told.decode(line)
            if isinstance(told, LabUpdate):
                self._tell(told)
            else:
                self._papers.put_nowait(told)
        self._tell(msgspec.structs.replace(self.update, state="failed", problem=BROKEN_OFF))
        self._papers.put_nowait(Paper(problem=BROKEN_OFF))

    def _tell(self, update: LabUpdate) -> None:
        if self.is_over:
            return
        self.update = update
        if self.is_over:
            self._ended.set()
        for watcher in self._watchers:
            watcher.set()
