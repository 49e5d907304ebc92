"""Reader processes as the server sees them: started when first needed, ended when they take too long.

A process that somebody stopped is replaced, and what it was asked is asked once more: the file is not to blame.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections import OrderedDict, deque
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from forvm.server.common.child_processes import is_stopped
from forvm.server.common.server_errors import ServerError
from forvm.server.workers.uploads.reader_protocol import Answered, Mode, ReadRequest, Request

log = logging.getLogger("forvm.server")

STARTING = 60.0  # seconds until a new process is ready
# Wall time for each second of processor time: a busy machine is no fault of the file.
PATIENCE = 4
LOOK_EVERY = 1.0  # seconds between two looks whether a process was stopped
TRIES = 2
LONGEST_HEAD = 1 << 20  # bytes; a refusal is the longest first line of an answer
MOST_OF_AN_ADDRESS = 32  # requests that wait
MOST_IN_ALL = 256

TOO_LONG = "The file takes too long to read."
TOO_MUCH_MEMORY = "The file needs too much memory to read."
BROKE_OFF = "The file could not be read, because the reading process ended. Try again."


class ReaderGone(Exception):
    """The process ended, or was ended, before it answered."""


class ReaderStopped(Exception):
    """Somebody stopped the process before it answered; it is gone now."""


class Reader:
    """One process."""

    def __init__(self, mode: Mode) -> None:
        self._mode = mode
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, request: Request, seconds: int) -> bytes:
        """The result of a request; whatever is wrong is a ServerError."""
        for _ in range(TRIES):
            with suppress(ReaderStopped):
                return await self._ask(request, seconds)
        raise ServerError("unavailable", BROKE_OFF)

    async def _ask(self, request: Request, seconds: int) -> bytes:
        process = await self._running()
        watching = asyncio.create_task(_kill_when_stopped(process))
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(seconds * PATIENCE):
                process.stdin.write(msgspec.json.encode(ReadRequest(request, seconds)) + b"\n")
                await process.stdin.drain()
                answered = await _head(process)
                told = await process.stdout.readexactly(answered.size)
        except TimeoutError:
            await self.end()
            raise ServerError("too_large", TOO_LONG) from None
        except (OSError, ReaderGone, asyncio.IncompleteReadError):
            ended = await self.end()
            raise (ReaderStopped() if watching.done() else _why(ended)) from None
        except BaseException:
            await self.end()  # an answer that nobody reads must not become the next one's
            raise
        finally:
            watching.cancel()
        if answered.error is not None:
            raise ServerError(answered.error.code, answered.error.message, answered.error.where)
        return told

    async def end(self) -> int | None:
        """End the process; returns its exit code."""
        process, self._process = self._process, None
        if process is None:
            return None
        if process.returncode is None:
            # It may be about to end by itself, and how it ended tells why.
            with suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    await process.wait()
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        return await process.wait()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "forvm.server.workers.uploads.upload_reader",
            self._mode,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_HEAD,
        )
        watching = asyncio.create_task(_kill_when_stopped(self._process))
        try:
            async with asyncio.timeout(STARTING):
                await _head(self._process)
        except (OSError, ReaderGone, TimeoutError):
            await self.end()
            raise (ReaderStopped() if watching.done() else ServerError("unavailable", BROKE_OFF)) from None
        except BaseException:
            await self.end()
            raise
        finally:
            watching.cancel()
        return self._process


async def _kill_when_stopped(process: asyncio.subprocess.Process) -> None:
    """Watch a process, and end it once somebody has stopped it. Whoever waits for its answer notices that."""
    while not is_stopped(process):
        await asyncio.sleep(LOOK_EVERY)
    log.warning("a process that reads files was stopped and is replaced")
    with suppress(ProcessLookupError):
        process.kill()


def _why(ended: int | None) -> ServerError:
    """Why a process ended before it answered, by its exit code."""
    if ended == -getattr(signal, "SIGXCPU", 0):
        return ServerError("too_large", TOO_LONG)
    if ended == -signal.SIGABRT:  # Python itself may give up when memory runs out
        return ServerError("too_large", TOO_MUCH_MEMORY)
    return ServerError("unavailable", BROKE_OFF)


async def _head(process: asyncio.subprocess.Process) -> Answered:
    assert process.stdout is not None
    try:
        return msgspec.json.decode(await process.stdout.readline(), type=Answered)
    except (ValueError, msgspec.MsgspecError):
        raise ReaderGone from None


@dataclass(eq=False, slots=True)
class Job:
    """A request that waits for a process."""

    request: Request
    seconds: int
    answer: asyncio.Future[bytes] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class ReaderPool:
    """A few processes. Addresses take turns, and each has one request read at a time."""

    def __init__(self, count: int, mode: Mode = "games") -> None:
        self._idle = [Reader(mode) for _ in range(count)]
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()  # by address, the one whose turn it is first
        self._served: dict[str, asyncio.Task[None]] = {}
        self._closed = False
        self.asked = 0  # how often a process was asked

    async def ask(self, request: Request, address: str, seconds: int) -> bytes:
        """The result of a request of somebody at an address."""
        if self._closed:
            raise ServerError("unavailable", BROKE_OFF)
        if len(self._waiting.get(address, ())) >= MOST_OF_AN_ADDRESS:
            raise ServerError(
                "too_many", "Too many files from your address are waiting to be read. Try again in a moment."
            )
        if sum(map(len, self._waiting.values())) >= MOST_IN_ALL:
            self._make_room(len(self._waiting.get(address, ())))
        job = Job(request, seconds)
        self._waiting.setdefault(address, deque()).append(job)
        self._serve_next()
        return await job.answer

    async def close(self) -> None:
        """End the processes; those who wait are refused."""
        self._closed = True
        for queue in self._waiting.values():
            for job in queue:
                _settle(job, ServerError("unavailable", BROKE_OFF))
        self._waiting.clear()
        tasks = list(self._served.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(reader.end() for reader in self._idle))

    def _make_room(self, own: int) -> None:
        """Refuse the last request of whoever has most of them; or the new one, if its address has as many."""
        most = max(self._waiting.values(), key=len)
        refused = ServerError("unavailable", "Too many files are waiting to be read. Try again in a moment.")
        if len(most) <= own + 1:
            raise refused
        _settle(most.pop(), refused)

    def _serve_next(self) -> None:
        """Give idle processes to the addresses whose turn it is."""
        while self._idle and not self._closed:
            address = next((address for address in self._waiting if address not in self._served), None)
            if address is None:
                return
            queue = self._waiting[address]
            job = queue.popleft()
            if not queue:
                del self._waiting[address]
            if not job.answer.done():  # nobody waits for it any more
                self._served[address] = asyncio.create_task(self._serve(self._idle.pop(), address, job))

    async def _serve(self, reader: Reader, address: str, job: Job) -> None:
        self.asked += 1
        try:
            _settle(job, await reader.ask(job.request, job.seconds))
        except BaseException as error:
            _settle(job, error if isinstance(error, ServerError) else ServerError("unavailable", BROKE_OFF))
            if not isinstance(error, ServerError):
                raise
        finally:
            self._idle.append(reader)
            del self._served[address]
            if address in self._waiting:
                self._waiting.move_to_end(address)  # now it is the others' turn
            self._serve_next()


def _settle(job: Job, result: bytes | ServerError) -> None:
    if job.answer.done():
        return
    if isinstance(result, ServerError):
        job.answer.set_exception(result)
    else:
        job.answer.set_result(result)
