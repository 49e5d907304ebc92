"""Bots at a table: in their own seats, and in those of people who are away or whose clock has run out."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from forvm.errors import ForvmError
from forvm.game import CHANCE
from forvm.server.common.server_errors import StoreError
from forvm.server.common.shielded_task import shielded
from forvm.server.common.timestamps import seconds_until
from forvm.server.games.sensible_answers import is_bargaining, sensible_answer
from forvm.server.play.table_events import Published, SeatsTakenBack, TableListener, Woken
from forvm.server.protocol.socket_messages import Thinking

if TYPE_CHECKING:
    from forvm.server.play.live_table import LiveTable

log = logging.getLogger("forvm.server")

WRITE_AGAIN = 2.0  # seconds after a move that could not be stored
TIME_TO_ANSWER = 2.5  # times the pause before any other move
BOTS_ASKED = 2  # times, before a bot's seat just makes a move


class Autopilot(TableListener):
    """Moves for every seat that a bot plays, one move after another, as long as there is one to act."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Does no bot think?"""
        return self._task is None or self._task.done()

    def on_event(self, event: Published) -> None:
        """Move when a bot is to act; stop thinking for somebody who is back."""
        match event:
            case Woken():
                self.wake()
            case SeatsTakenBack():
                for seat in event.seats:
                    self.hand_back(seat)

    def wake(self) -> None:
        """Let bots move, if one is to act."""
        if self.is_idle and self._due() is not None:
            self._task = asyncio.create_task(self._play())

    def hand_back(self, seat: int) -> None:
        """The person has come back: what a bot thinks about their move is forgotten."""
        if self._table.thinking == seat and self._task is not None and not self._task.done():
            self._task.cancel()
            self._table.chore(self._go_on_after(self._task))

    async def _go_on_after(self, task: asyncio.Task[None]) -> None:
        """Once nothing is under way any more (a move that was just being stored, say), tell how things stand."""
        await asyncio.wait([task])
        async with self._table.lock:
            pass
        self._table.settle()

    async def stop(self) -> None:
        """Think no more."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])

    def _due(self) -> tuple[int, str] | None:
        """The seat for which a bot is to move, and which bot."""
        seat = self._table.game.to_act
        if seat is None or seat == CHANCE:
            return None
        bot = self._table.bot_for(seat)
        return None if bot is None else (seat, bot)

    async def _play(self) -> None:
        table, clock = self._table, asyncio.get_running_loop()
        try:
            while (due := self._due()) is not None:
                seat, bot = due
                seq, began = table.seq, clock.time()
                table.thinking = seat
                table.tell(Thinking(seq, seat))
                move = await self._choice(seat, bot)
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._time_left(seat)):
                        await asyncio.sleep(max(0.0, began + self._pause() - clock.time()))
                        if table.session is not None:
                            await table.session.wait_settled()
                await self._move_when_possible(seq, seat, bot, move)
        except Exception:
            log.exception("game %s stands still", table.id)
        finally:
            table.thinking = None
        table.settle()

    def _pause(self) -> float:
        """Seconds until a bot moves, at the pace of the page; an answer in a bargain is thought over longer."""
        return self._table.pace / 1000 * (TIME_TO_ANSWER if is_bargaining(self._table.game) else 1)

    def _time_left(self, seat: int) -> float | None:
        """How long a bot may wait at most that moves for somebody: once their clock has run out, not at all."""
        table = self._table
        if table.session is None or seat not in table.setup.persons:
            return None
        end = table.session.runs_out(table.changed)
        return None if end is None else seconds_until(end)

    async def _move_when_possible(self, seq: int, seat: int, bot: str, move: int) -> None:
        """Move as soon as the store can be written: the table goes on by itself when a full disk has room again."""
        waits = False
        while True:
            try:
                await shielded(self._move(seq, seat, bot, move))
            except StoreError as error:
                if not waits:
                    log.error("game %s stands still until the store can be written: %s", self._table.id, error)
                waits = True
                await asyncio.sleep(WRITE_AGAIN)
            else:
                if waits:
                    log.warning("game %s goes on", self._table.id)
                return

    async def _move(self, seq: int, seat: int, bot: str, move: int) -> None:
        table = self._table
        async with table.lock:
            # Else the move before it was taken back, or the person is there again, and the thought is void.
            if table.seq == seq and self._due() == (seat, bot):
                await table.do(move, seat, None if table.setup.seats[seat].bot is not None else bot)

    async def _choice(self, seat: int, bot: str) -> int:
        """What the bot chooses. A bot that cannot be asked must not hold up the table: then its seat just ends."""
        table = self._table
        for _ in range(BOTS_ASKED):
            moves = [played.id for played in table.game.history]
            try:
                chosen = await table.services.bot_pool.choose(table.id, table.setup, moves, seat, bot, table.owner)
                return sensible_answer(table.game, table.game.move(chosen)).id
            except ForvmError as error:
                log.warning("game %s, seat %d: %s", table.id, seat, error)
        return table.game.legal()[-1].id
