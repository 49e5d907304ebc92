"""An experiment as the server sees it: a process that plays, what it last told, and who watches."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from forvm.server.common.server_errors import ServerError
from forvm.server.lab.lab_protocol import FromLabWorker, LabReport, StartLab
from forvm.server.protocol.lab_messages import LabRun, LabUpdate, LabWanted

log = logging.getLogger("forvm.server")

COMMAND = (sys.executable, "-m", "forvm.server.lab.lab_process")
LONGEST_LINE = 1 << 26  # a report is one line
SILENCE = 60.0  # seconds; a process says every two seconds that it is alive
PATIENCE = 300.0  # seconds for a report
NOT_BEGUN = ("waiting", "compiling")
OVER = ("done", "stopped", "failed")
STOPPING = 10.0  # seconds within which a process has finished the games that it was at
BROKEN_OFF = "The experiment failed: its process ended. Perhaps there was too little memory."
SILENT = "The experiment failed: its process stopped answering and was ended."
GARBLED = "The experiment failed: its process sent an invalid message and was ended."
NO_REPORT = "The experiment's process has ended, so its report is gone. Run the experiment again to get one."

_told = msgspec.json.Decoder(FromLabWorker)


class Run:
    """One experiment. Its process lives as long as somebody may still want its report."""

    def __init__(
        self,
        id: str,
        wanted: LabWanted,
        address: str,
        *,
        command: Sequence[str] = COMMAND,
        silence: float = SILENCE,
    ) -> None:
        self._command = command
        self._silence = silence
        self.id = id
        self.wanted = wanted
        self.address = address
        self.update = LabUpdate("waiting", of=wanted.games)
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._watchers: set[asyncio.Event] = set()
        self._ended = asyncio.Event()
        self.is_gone = False
        self._ending = False
        self._written: str | None = None
        self._left_at = time.monotonic()
        self._papers: asyncio.Queue[LabReport] = asyncio.Queue()
        self._asking = asyncio.Lock()

    async def start(self, order: StartLab) -> None:
        """Let the process begin."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
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
    def written(self) -> str:
        """The update as JSON, which is written once for all who watch."""
        if self._written is None:
            self._written = msgspec.json.encode(self.update).decode()
        return self._written

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
            self._tell(replace(self.update, state="stopped", done=0, of=self.wanted.games))
        await self._say(b'"stop"')
        with suppress(TimeoutError):
            async with asyncio.timeout(STOPPING):
                await self._ended.wait()

    async def report(self) -> str:
        """The report on the games played so far: a page of HTML."""
        async with self._asking:
            if self._reader is None or self._reader.done():
                raise ServerError("unavailable", self.update.problem or NO_REPORT)
            while not self._papers.empty():  # one that came too late
                self._papers.get_nowait()
            await self._say(b'"report"')
            try:
                async with asyncio.timeout(PATIENCE):
                    paper = await self._papers.get()
            except TimeoutError:
                paper = LabReport(problem="The report took too long.")
        if paper.problem:
            raise ServerError("unavailable", paper.problem)
        return paper.html

    async def end(self) -> None:
        """Let the process go, and everybody who watches."""
        self._ending = True
        await self._kill()
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

    async def _kill(self) -> None:
        if self._process is not None:
            if self._process.returncode is None:
                with suppress(ProcessLookupError):
                    self._process.kill()
            await self._process.wait()

    async def _read(self) -> None:
        """Hear the process until it ends, or has to be ended. Whatever happens, everybody who waits is told."""
        problem = BROKEN_OFF
        try:
            problem = await self._listen()
        except Exception:
            log.exception("experiment %s failed", self.id)
        await self._kill()
        if not self._ending:
            self._break_off(problem)
        self._papers.put_nowait(LabReport(problem=self.update.problem or NO_REPORT))

    async def _listen(self) -> str:
        """Tell what the process says; returns why it says no more."""
        assert self._process is not None
        assert self._process.stdout is not None
        misses = 0
        while True:
            try:
                async with asyncio.timeout(self._silence / 2):
                    line = await self._process.stdout.readline()
            except TimeoutError:
                # Twice: a server that was stopped itself finds its clock run out, and the line there all the same.
                misses += 1
                if misses == 2:
                    return SILENT
                continue
            except ValueError:  # a line without end
                return GARBLED
            misses = 0
            if not line.endswith(b"\n"):  # it ended, perhaps in the middle of a line
                return BROKEN_OFF
            try:
                told = _told.decode(line)
            except msgspec.MsgspecError:
                return GARBLED
            if isinstance(told, LabUpdate):
                self._tell(told)
            elif isinstance(told, LabReport):
                self._papers.put_nowait(told)

    def _break_off(self, problem: str) -> None:
        """The process is gone, and nobody wanted that. What it found stays."""
        if self.update.state == "failed" or (self.update.state == "stopped" and self.update.figures is None):
            return
        code = None if self._process is None else self._process.returncode
        log.warning("experiment %s failed while it was %s (exit code %s)", self.id, self.update.state, code)
        self._show(replace(self.update, state="failed", problem=NO_REPORT if self.is_over else problem))

    def _tell(self, update: LabUpdate) -> None:
        if not self.is_over:
            self._show(update)

    def _show(self, update: LabUpdate) -> None:
        self.update, self._written = update, None
        if self.is_over:
            self._ended.set()
        for watcher in self._watchers:
            watcher.set()
