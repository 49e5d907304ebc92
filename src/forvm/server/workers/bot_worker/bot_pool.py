"""Where bots think: a few processes, and who is served next.

The first process is started with the server, the others when all that run are busy, or soon on a server for many. A
game goes to the process that knows it, if that one is free. A process that was killed, stopped or does not answer is
replaced, and what it was asked is asked once more elsewhere.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
from collections import OrderedDict
from collections.abc import Coroutine, Hashable
from typing import Any, TypeAlias

import msgspec

from forvm.server.common.server_errors import ServerError
from forvm.server.games.game_setup import GameSetup
from forvm.server.workers.bot_worker.bot_child import BotChild, WorkerFailed
from forvm.server.workers.bot_worker.bot_protocol import BotAnswer, BotRequest, Task, Thought
from forvm.server.workers.bot_worker.fair_shares import Shares, Ticket

log = logging.getLogger("forvm.server")

PATIENCE = 20.0  # seconds; a bot that thinks longer, and much longer than it usually does, has lost its way
MUCH_LONGER = 20  # times
TRIES = 2
LOOK_EVERY = 1.0  # seconds between two looks whether a process was stopped
SOON = 5.0  # seconds between two processes that nobody waits for
START_AGAIN = 1.0  # seconds until a process is started again that could not be started
GAMES_KNOWN = 2_000
STOPPED = "The bot stopped thinking."

_Job: TypeAlias = "tuple[BotRequest, asyncio.Future[BotAnswer]]"
_Ticket: TypeAlias = Ticket[_Job]


def usual_count() -> int:
    """How many processes think unless somebody says otherwise: two, so that no quick bot waits for a slow one."""
    return min(2, os.cpu_count() or 1)


class BotPool:
    """The processes, and everyone who waits for one."""

    def __init__(self, count: int | None = None) -> None:
        count = count or usual_count()
        self._workers = [BotChild() for _ in range(count)]
        self._off = list(self._workers)  # not started yet
        self._starting = 0
        self._free: dict[BotChild, asyncio.Future[_Ticket]] = {}
        self._shares: Shares[_Job] = Shares(count)
        self._knows: OrderedDict[str, BotChild] = OrderedDict()  # the process that was asked last about a game
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._let_go = False

    @property
    def waiting(self) -> int:
        """How many requests wait for a process."""
        return len(self._shares)

    async def start(self, *, all_soon: bool = False) -> None:
        """Start the first process before anyone waits for it: importing and compiling take their time.

        ``all_soon``: the others a little later, busy or not, so that they are there when many come at once.
        """
        self._look_after(self._watch())
        self._start_another()
        if all_soon:
            self._look_after(self._start_all())

    async def choose(
        self, game: str, setup: GameSetup, moves: list[int], seat: int, bot: str, owner: Hashable = None
    ) -> int:
        """The move of a bot for a seat, as an id. ``owner``: for whom the time counts; the game by itself if None."""
        answer = await self._ask("choose", game, setup, moves, seat, owner, bot)
        if answer.move is None:
            raise ServerError("unavailable", "The bot found no move.")
        return answer.move

    async def explain(
        self, game: str, setup: GameSetup, moves: list[int], seat: int, owner: Hashable = None
    ) -> list[Thought]:
        """What a bot would consider in that seat."""
        return (await self._ask("explain", game, setup, moves, seat, owner)).thoughts

    async def chances(
        self, game: str, setup: GameSetup, moves: list[int], seat: int, owner: Hashable = None
    ) -> list[float]:
        """Everyone's chance of winning, as it looks from a seat."""
        return (await self._ask("chances", game, setup, moves, seat, owner)).chances

    async def stop(self) -> None:
        """Let all processes go; all who wait are told."""
        self._let_go = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        for request, answered in self._shares.everyone():
            if not answered.done():
                answered.set_result(BotAnswer(request.number, problem=STOPPED))

    # Asking.

    async def _ask(
        self, task: Task, game: str, setup: GameSetup, moves: list[int], seat: int, owner: Hashable, bot: str = ""
    ) -> BotAnswer:
        if self._let_go:
            raise ServerError("unavailable", STOPPED)
        # The table's dice are nothing that a bot should be able to know.
        known = msgspec.structs.replace(setup, seed=None, dice=None)
        request = BotRequest(next(self._numbers), task, game, known, moves, seat, bot)
        answered: asyncio.Future[BotAnswer] = asyncio.get_running_loop().create_future()
        whose = game if owner is None else owner
        ticket = Ticket((request, answered), whose, game, f"{task} {bot}", is_move=task == "choose")
        self._shares.add(ticket)
        self._hand_out()
        try:
            answer = await answered
        finally:
            self._shares.withdraw(ticket)
        if answer.problem is not None:
            raise ServerError("unavailable", answer.problem)
        return answer

    def _hand_out(self) -> None:
        """Give free processes what is to be done next; start another if there is still more."""
        while self._free and (ticket := self._shares.take()) is not None:
            game = ticket.job[0].game
            knows = self._knows.get(game)
            worker = knows if knows in self._free else next(iter(self._free))
            self._knows[game] = worker
            self._knows.move_to_end(game)
            if len(self._knows) > GAMES_KNOWN:
                self._knows.popitem(last=False)
            self._free.pop(worker).set_result(ticket)
        if not self._starting and self._shares.next_up() is not None:
            self._start_another()

    # Processes.

    def _start_another(self) -> None:
        """Start one more process, unless all run or none is to run any more."""
        if self._off and not self._let_go:
            self._starting += 1
            self._look_after(self._run(self._off.pop(0)))

    async def _start_all(self) -> None:
        while self._off:
            await asyncio.sleep(SOON)
            if not self._starting:
                self._start_another()

    def _look_after(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, worker: BotChild) -> None:
        """Keep one process running, and busy."""
        try:
            while True:
                try:
                    await worker.start()
                except (WorkerFailed, OSError) as error:
                    log.warning("a process for bots cannot be started: %s", error)
                    await asyncio.sleep(START_AGAIN)
                    continue
                self._starting -= 1
                await self._serve(worker)
                self._starting += 1
                worker.kill()
                await worker.ended()
        finally:
            worker.kill()
            await worker.ended()

    async def _serve(self, worker: BotChild) -> None:
        """Do one request after another until the process fails."""
        ended = asyncio.create_task(worker.ended())
        try:
            while not ended.done():
                handed: asyncio.Future[_Ticket] = asyncio.get_running_loop().create_future()
                self._free[worker] = handed
                self._hand_out()
                await asyncio.wait((handed, ended), return_when=asyncio.FIRST_COMPLETED)
                if handed.done() and not await self._work(worker, handed.result()):
                    return
        finally:
            self._free.pop(worker, None)
            ended.cancel()

    async def _work(self, worker: BotChild, ticket: _Ticket) -> bool:
        """Do a request; says whether the process is good for another."""
        request, answered = ticket.job
        patience = max(PATIENCE, MUCH_LONGER * self._shares.takes(ticket.kind))
        try:
            answer = await worker.ask(request, patience)
        except WorkerFailed as failure:
            log.warning("a process for bots is replaced: %s", failure)
            ticket.tries += 1
            if ticket.tries < TRIES and not answered.done():
                self._shares.again(ticket)
                self._hand_out()
                return False
            self._shares.done(ticket, None)
            if not answered.done():
                answered.set_result(BotAnswer(request.number, problem=STOPPED))
            return False
        self._shares.done(ticket, answer.seconds)
        if not answered.done():
            answered.set_result(answer)
        return True

    async def _watch(self) -> None:
        """Replace processes that somebody has stopped."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for worker in self._workers:
                if worker.is_stopped:
                    log.warning("a process for bots was stopped and is replaced")
                    worker.kill()
