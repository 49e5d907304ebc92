"""The processes in which bots think, as the server sees them."""

from __future__ import annotations

import asyncio
import itertools
import sys
from contextlib import suppress

import msgspec

from forvm.server.errors import ServerError
from forvm.server.setup import Setup
from forvm.server.thinking.errands import Answer, Errand, Task, Thought

LONGEST_LINE = 1 << 24
PATIENCE = 120.0  # seconds; a bot that thinks longer has lost its way
STOPPED = "The bot stopped thinking."


class Thinker:
    """One process. It is started when first needed, and again if it should die, until it is let go."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._let_go = False

    @property
    def is_gone(self) -> bool:
        """Does no process run?"""
        return self._process is None or self._process.returncode is not None

    async def start(self) -> None:
        """Start the process, if it does not run."""
        async with self._lock:
            await self._running()

    async def ask(self, errand: Errand) -> Answer:
        """Hand over an errand and wait for its answer; errands of one process are done one after another."""
        async with self._lock:
            process = await self._running()
            if process is None:
                return Answer(errand.number, problem=STOPPED)
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(msgspec.json.encode(errand) + b"\n")
                await process.stdin.drain()
                async with asyncio.timeout(PATIENCE):
                    line = await process.stdout.readline()
                return msgspec.json.decode(line, type=Answer)
            except (OSError, TimeoutError, msgspec.DecodeError):
                await self._kill()
                return Answer(errand.number, problem=STOPPED)

    async def stop(self) -> None:
        """Let the process go for good: whoever still waits in line is told so."""
        self._let_go = True
        await self._kill()
        async with self._lock:
            await self._kill()  # one that was just being started

    async def _running(self) -> asyncio.subprocess.Process | None:
        """The process, started if need be; None once it was let go."""
        if self.is_gone and not self._let_go:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "forvm.server.thinking.process",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
            )
        return None if self._let_go else self._process

    async def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class Thinkers:
    """A few processes; a game always goes to the same one, which then knows it already."""

    def __init__(self, count: int = 1) -> None:
        self._thinkers = [Thinker() for _ in range(count)]
        self._numbers = itertools.count(1)

    async def start(self) -> None:
        """Start the processes before anyone waits for them: importing and compiling take their time."""
        await asyncio.gather(*(thinker.start() for thinker in self._thinkers))

    async def choose(self, game: str, setup: Setup, moves: list[int], seat: int, bot: str) -> int:
        """The move of a bot for a seat, as an id."""
        answer = await self._ask("choose", game, setup, moves, seat, bot)
        if answer.move is None:
            raise ServerError("unavailable", "The bot found no move.")
        return answer.move

    async def explain(self, game: str, setup: Setup, moves: list[int], seat: int) -> list[Thought]:
        """What a bot would consider in the place of whoever sits there."""
        return (await self._ask("explain", game, setup, moves, seat)).thoughts

    async def chances(self, game: str, setup: Setup, moves: list[int], seat: int) -> list[float]:
        """Everyone's chance of winning, as it looks from a seat."""
        return (await self._ask("chances", game, setup, moves, seat)).chances

    async def stop(self) -> None:
        """Let all processes go."""
        await asyncio.gather(*(thinker.stop() for thinker in self._thinkers))

    async def _ask(self, task: Task, game: str, setup: Setup, moves: list[int], seat: int, bot: str = "") -> Answer:
        # The table's dice are nothing that a bot should be able to know.
        known = msgspec.structs.replace(setup, seed=None, dice=None)
        errand = Errand(next(self._numbers), task, game, known, moves, seat, bot)
        thinker = self._thinkers[hash(game) % len(self._thinkers)]
        # An answer is waited for even if nobody wants it any more: the next one comes after it.
        answer = await asyncio.shield(asyncio.create_task(thinker.ask(errand)))
        if answer.problem is not None:
            raise ServerError("unavailable", answer.problem)
        return answer
