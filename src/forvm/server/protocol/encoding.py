"""Messages as they are sent."""

from __future__ import annotations

import msgspec

from forvm.server.protocol.socket_messages import ServerMessage


def written(message: ServerMessage) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message)
