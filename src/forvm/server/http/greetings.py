"""What pages are told of a long game when they come: in parts, so that no other table waits for it.

A game may have 4,000 steps, which take a tenth of a second to write down and half as long to send. Each part is written
once, as long as there is room for it, and at most one is worked on in each turn of the event loop.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

from forvm.server.protocol.encoding import written
from forvm.server.protocol.socket_messages import Missed

if TYPE_CHECKING:
    from forvm.server.play.live_table import LiveTable

PART = 100  # steps: two or three milliseconds of work
LARGE = 20_000  # bytes of a message for whose sending one waits for a turn: most of the work is to compress it
KEPT = 32_000_000  # bytes of parts, of those asked for last


class Greetings:
    """The parts of long games that were written already, and whose turn it is to write or send one."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._parts: OrderedDict[tuple[str, int | None, int], bytes] = OrderedDict()
        self._size = 0  # bytes
        self._one_at_a_time = asyncio.Lock()

    async def turn(self) -> None:
        """Wait for a turn of the loop in which nobody else does such work."""
        async with self._one_at_a_time:
            await asyncio.sleep(0)

    async def part(self, table: LiveTable, number: int, eyes: int | None) -> bytes:
        """A part of a game as a page is told it, with the eyes of a seat (None: a spectator's). It never changes."""
        key = (table.id, eyes, number)
        if key not in self._parts:
            await self.turn()
        found = self._parts.pop(key, None)  # those who came together wait for one who writes it
        if found is None:
            steps = table.done[number * PART : (number + 1) * PART]
            found = written(Missed([done.seen_by(eyes) for done in steps]))
            self._size += len(found)
        self._parts[key] = found
        while self._size > self._kept:
            self._size -= len(self._parts.popitem(last=False)[1])
        return found
