"""The processes in which bots think: they are replaced if they fail, and once let go none comes back."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from forvm.server.common.server_errors import ServerError
from forvm.server.games.new_games import setup_of
from forvm.server.protocol.http_messages import NewGame, NewSeat
from forvm.server.workers.bot_worker.bot_answers import COUNTING_ENGINE
from forvm.server.workers.bot_worker.bot_pool import BotPool

SETUP = setup_of(NewGame([NewSeat(name) for name in ("Gaius", "Livia", "Marcus")]), "game")
MANY = 20
PATIENCE = 240.0  # seconds; a busy machine takes ten to start a process


@asynccontextmanager
async def thinkers(count: int = 1) -> AsyncIterator[BotPool]:
    running = BotPool(count)
    await running.start()
    try:
        async with asyncio.timeout(PATIENCE):
            yield running
    finally:
        await running.stop()


def processes(running: BotPool) -> list[int]:
    return [worker.process for worker in running._workers if worker.process is not None]


async def ask(running: BotPool, game: str = "game") -> list[float]:
    return await running.chances(game, SETUP, [], 0)


@pytest.mark.parametrize("answered", [0, 1, 5])
def test_who_waits_in_line_is_told_and_no_process_is_started_again(answered: int):
    async def run() -> None:
        async with thinkers() as running:
            asked = [asyncio.create_task(ask(running)) for _ in range(MANY)]
            await asyncio.gather(*asked[:answered])
            await running.stop()
            told = await asyncio.gather(*asked, return_exceptions=True)
            known = [chances for chances in told if isinstance(chances, list)]
            assert answered <= len(known) < MANY, "some more may have been answered before it was let go"
            assert {len(chances) for chances in known} <= {3}
            assert {str(refused) for refused in told[len(known) :]} == {"The bot stopped thinking."}
            assert not processes(running)
            with pytest.raises(ServerError):
                await ask(running)
            assert not processes(running)

    asyncio.run(run())


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("busy", [False, True])
def test_a_process_that_is_killed_or_stopped_is_replaced(sign: signal.Signals, busy: bool):
    async def run() -> None:
        async with thinkers() as running:
            assert len(await ask(running)) == 3
            (before,) = processes(running)
            asked = [asyncio.create_task(ask(running)) for _ in range(MANY)] if busy else []
            await asyncio.sleep(0)
            os.kill(before, sign)
            assert [len(chances) for chances in await asyncio.gather(*asked, ask(running))] == [3] * (len(asked) + 1)
            assert before not in processes(running)

    asyncio.run(run())


def test_a_process_that_was_stopped_while_nobody_asked_is_replaced():
    async def run() -> None:
        async with thinkers() as running:
            await ask(running)
            (before,) = processes(running)
            os.kill(before, signal.SIGSTOP)
            await until(lambda: before not in processes(running))

    asyncio.run(run())


def test_a_process_that_never_answers_is_replaced_and_who_asked_is_told(monkeypatch: pytest.MonkeyPatch):
    """Whatever the bot does, the table is not held up for good."""
    monkeypatch.setattr("forvm.server.workers.bot_worker.bot_pool.PATIENCE", 0.0)
    monkeypatch.setattr("forvm.server.workers.bot_worker.bot_pool.MUCH_LONGER", 0.0)

    async def run() -> None:
        async with thinkers() as running:
            with pytest.raises(ServerError, match="stopped thinking"):
                await ask(running)
            monkeypatch.undo()
            assert len(await ask(running)) == 3

    asyncio.run(run())


def test_a_second_process_is_started_when_the_first_is_busy():
    async def run() -> None:
        async with thinkers(2) as running:
            await ask(running)
            assert len(processes(running)) == 1
            asked = [asyncio.create_task(ask(running, f"game {number}")) for number in range(MANY)]
            await asyncio.gather(*asked)
            await until(lambda: len(processes(running)) == 2)

    asyncio.run(run())


def test_on_a_server_for_many_all_processes_are_started_soon(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("forvm.server.workers.bot_worker.bot_pool.SOON", 0.1)

    async def run() -> None:
        running = BotPool(2)
        await running.start(all_soon=True)
        async with asyncio.timeout(PATIENCE):
            await until(lambda: len(processes(running)) == 2)
        await running.stop()
        assert not processes(running)

    asyncio.run(run())


def test_who_goes_does_not_keep_the_others_waiting():
    async def run() -> None:
        async with thinkers() as running:
            asked = [asyncio.create_task(ask(running)) for _ in range(MANY)]
            await asyncio.sleep(0)
            for task in asked[:-1]:
                task.cancel()
            assert len(await asked[-1]) == 3
            assert running.waiting == 0

    asyncio.run(run())


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.05)


def test_what_is_compiled_beside_the_bots_is_the_engine_of_the_laboratory():
    from forvm.lab.games.tally import tally_program

    assert tally_program().factory == COUNTING_ENGINE
