"""What waits to be sent to a page."""

from __future__ import annotations

import asyncio

# A page that reads no more is let go, and gets all it missed when it comes back.
LONGEST_QUEUE = 2_000  # messages
LARGEST_QUEUE = 4_000_000  # bytes
FEW = 16  # messages that may wait however large they are: all that a page is told when it comes


class Outbox(asyncio.Queue[bytes | None]):
    """Messages in the order in which they are to be sent, and None at the end: so no slow network holds up a table."""

    def __init__(self) -> None:
        self._size = 0  # bytes
        self._greeting = 0  # bytes of what the page is told of the past, which is as long as the game was
        super().__init__(LONGEST_QUEUE)

    def post(self, message: bytes) -> bool:
        """Add a message as it was `written`; says whether there was room for it."""
        if self._size > LARGEST_QUEUE + self._greeting and self.qsize() >= FEW:
            return False
        try:
            self.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    def greet(self, message: bytes) -> bool:
        """Add a message about the past, for which there is room beside all else."""
        self._greeting += len(message)
        return self.post(message)

    def end(self) -> None:
        """After this the page is to go."""
        while self.full():
            self.get_nowait()
        self.put_nowait(None)

    # Where asyncio.Queue keeps what waits.

    def _put(self, item: bytes | None) -> None:
        super()._put(item)
        self._size += len(item or b"")

    def _get(self) -> bytes | None:
        item = super()._get()
        self._size -= len(item or b"")
        return item
