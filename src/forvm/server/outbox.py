"""What waits to be sent to a page."""

from __future__ import annotations

import asyncio

import msgspec

from forvm.server.messages.socket import ServerMessage

LONGEST_QUEUE = 2_000  # messages; a page that reads no more is let go, and gets all it missed when it comes back


def written(message: ServerMessage) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message)


class Outbox(asyncio.Queue[bytes | None]):
    """Messages in the order in which they are to be sent, and None at the end: so no slow network holds up a table."""

    def __init__(self) -> None:
        super().__init__(LONGEST_QUEUE)

    def post(self, message: bytes) -> bool:
        """Add a message as it was `written`; says whether there was room for it."""
        try:
            self.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    def end(self) -> None:
        """After this the page is to go."""
        while self.full():
            self.get_nowait()
        self.put_nowait(None)
