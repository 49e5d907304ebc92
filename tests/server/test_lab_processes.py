"""Processes of experiments that end, stop or talk nonsense: it is told, what was found is kept, and the next one runs.

What a process says is written by a stand-in here, byte by byte, so that it ends in the middle of a line each time. That
a real process is killed is in ``test_lab.py``.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from forvm.server.common.server_errors import ServerError
from forvm.server.lab.lab_protocol import StartLab
from forvm.server.lab.lab_run import SILENCE, Run
from forvm.server.protocol.lab_messages import LabSide, LabUpdate, LabWanted
from forvm.server.workers.lab_limits import LabLimits
from forvm.server.workers.laboratory import Laboratory
from forvm.server.workers.uploads.upload_service import Uploads

PATIENCE = 60.0
WANTED = LabWanted(LabSide(["random"] * 4), games=48)
# It hears its order, says that it has played 24 games, and goes on as a test says.
BEGINNING = """
import os, signal, sys, time
hear = sys.stdin.buffer.readline
def say(line):
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
hear()
say(b'{"type":"lab_update","state":"playing","done":24,"of":48}\\n')
"""
DONE = """
say(b'{"type":"lab_update","state":"done","done":48,"of":48}\\n')
"""
DIE = """
os.kill(os.getpid(), signal.SIGKILL)
"""
HALF_A_LINE = """
say(b'{"type":"lab_update","state":"done","done":4')
"""
HALF_A_REPORT = """
hear()
say(b'{"type":"paper","html":"<html><body>')
"""
REPORT = """
hear()
say(b'{"type":"paper","html":"<html></html>"}\\n')
"""
WAIT = """
time.sleep(600)
"""


@asynccontextmanager
async def run_of(*script: str, silence: float = SILENCE) -> AsyncIterator[Run]:
    run = Run("x", WANTED, "here", command=(sys.executable, "-c", "".join((BEGINNING, *script))), silence=silence)
    try:
        async with asyncio.timeout(PATIENCE):
            await run.start(StartLab(WANTED))
            yield run
    finally:
        await run.end()


async def until_told(run: Run, *states: str) -> LabUpdate:
    watcher = run.watch()
    while run.update.state not in states:
        await watcher.wait()
        watcher.clear()
    run.leave(watcher)
    return run.update


@pytest.mark.parametrize("last", [HALF_A_LINE, "", "say(b'x')\n", "say(b'{}\\n')\n", "say(b'\\xff\\n' * 9)\n"])
def test_a_process_that_is_killed_is_told_and_what_it_found_stays(last: str):
    async def visit() -> None:
        async with run_of(last, DIE) as run:
            update = await until_told(run, "failed", "done")
            assert (update.state, update.done) == ("failed", 24)
            assert "experiment failed" in update.problem
            assert msgspec.json.decode(run.written, type=LabUpdate) == update
            with pytest.raises(ServerError, match="experiment failed") as caught:
                await run.report()
            assert caught.value.code == "unavailable"

    asyncio.run(visit())


def test_after_a_process_was_killed_the_next_experiment_begins():
    async def visit() -> None:
        uploads = Uploads()
        command = (sys.executable, "-c", BEGINNING + HALF_A_LINE + DIE)
        laboratory = Laboratory(uploads, LabLimits(runs_of_an_address=1, runs_kept=1), command=command)
        try:
            first = await laboratory.begin(WANTED, "here")
            await until_told(first, "failed")
            second = await laboratory.begin(WANTED, "here")  # it takes the place of the first
            assert (await until_told(second, "failed")).done == 24
            with pytest.raises(ServerError, match="no such experiment"):
                laboratory.find(first.id)
            laboratory._command = ("/nowhere/forvm",)
            for _ in range(2):
                with pytest.raises(ServerError, match="could not be started"):
                    await laboratory.begin(WANTED, "here")
            assert laboratory._runs == {}
        finally:
            await laboratory.close()
            await uploads.close()

    asyncio.run(visit())


def test_a_process_that_is_killed_while_it_writes_a_report_is_told_at_once():
    async def visit() -> None:
        async with run_of(DONE, REPORT, HALF_A_REPORT, DIE) as run:
            await until_told(run, "done")
            assert await run.report() == "<html></html>"
            both = await asyncio.gather(run.report(), run.report(), return_exceptions=True)
            assert all(isinstance(error, ServerError) and "report is gone" in error.message for error in both)
            assert (run.update.state, run.update.done) == ("failed", 48)

    asyncio.run(visit())


@pytest.mark.parametrize("said", ["{", "null", '{"type":"paper"', '{"type":"other"}', '{"type":"lab_update"}', "\\xff"])
def test_a_process_that_talks_nonsense_is_ended(said: str):
    async def visit() -> None:
        async with run_of(f"say(b'{said}\\n')\n", WAIT) as run:
            update = await until_told(run, "failed")
            assert "invalid message" in update.problem
            assert update.done == 24
            assert run._process is not None
            assert await run._process.wait() != 0

    asyncio.run(visit())


def test_a_line_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("forvm.server.lab.lab_run.LONGEST_LINE", 1 << 16)

    async def visit() -> None:
        async with run_of("while True: say(b'x' * 1000)\n") as run:
            assert "invalid message" in (await until_told(run, "failed")).problem

    asyncio.run(visit())


@pytest.mark.parametrize("state", ["", DONE])
def test_a_process_that_stands_still_is_noticed(state: str):
    async def visit() -> None:
        async with run_of(state, "os.kill(os.getpid(), signal.SIGSTOP)\n", silence=5.0) as run:
            update = await until_told(run, "failed")
            assert update.done == (48 if state else 24)
            with pytest.raises(ServerError, match="report is gone" if state else "stopped answering"):
                await run.report()

    asyncio.run(visit())


def test_a_process_whose_games_take_long_says_that_it_is_alive():
    beating = 'for _ in range(20): time.sleep(0.3); say(b\'{"type":"alive"}\\n\')\n'

    async def visit() -> None:
        async with run_of(beating, DONE, WAIT, silence=5.0) as run:
            assert (await until_told(run, "done", "failed")).state == "done"

    asyncio.run(visit())


def test_an_update_is_written_once_for_all_who_watch():
    async def visit() -> None:
        async with run_of(WAIT) as run:
            await until_told(run, "playing")
            assert run.written is run.written

    asyncio.run(visit())
