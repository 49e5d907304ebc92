"""One process in which bots think, as the server sees it."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

import msgspec

from forvm.server.common.child_processes import is_stopped
from forvm.server.workers.bot_worker.bot_protocol import READY, BotAnswer, BotRequest

LONGEST_LINE = 1 << 24
STARTING = 60.0  # seconds; importing takes one or two, and much longer on a machine that is busy


class WorkerFailed(Exception):
    """The process ended, was stopped or did not answer in time; it is gone now."""


class BotChild:
    """A process that does one request after another."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    @property
    def process(self) -> int | None:
        """The number of the process, while it runs."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    @property
    def is_stopped(self) -> bool:
        """Has somebody stopped the process?"""
        return self._process is not None and is_stopped(self._process)

    async def start(self) -> None:
        """Start the process, and wait until it is ready."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "forvm.server.workers.bot_worker.bot_process",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        try:
            await self._answer(self._process, READY, STARTING)
        except BaseException:
            self.kill()
            raise

    async def ask(self, request: BotRequest, patience: float) -> BotAnswer:
        """Hand over a request and wait for its answer, for so many seconds."""
        process = self._process
        if process is None:
            raise WorkerFailed("it was not started")
        assert process.stdin is not None
        try:
            process.stdin.write(msgspec.json.encode(request) + b"\n")
            await process.stdin.drain()
        except OSError as error:
            self.kill()
            raise WorkerFailed(str(error)) from None
        return await self._answer(process, request.number, patience)

    async def _answer(self, process: asyncio.subprocess.Process, number: int, patience: float) -> BotAnswer:
        assert process.stdout is not None
        try:
            async with asyncio.timeout(patience):
                line = await process.stdout.readline()
            answer = msgspec.json.decode(line, type=BotAnswer)
        except TimeoutError:
            self.kill()
            raise WorkerFailed(f"it did not answer within {patience:.0f} seconds") from None
        except (OSError, ValueError):  # nothing, or half a line
            self.kill()
            raise WorkerFailed("it ended") from None
        if answer.number != number:
            self.kill()
            raise WorkerFailed("it answered something else")
        return answer

    def kill(self) -> None:
        """End the process, also one that was stopped."""
        if self.process is not None and self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def ended(self) -> None:
        """Wait until the process is gone."""
        if self._process is not None:
            await self._process.wait()
