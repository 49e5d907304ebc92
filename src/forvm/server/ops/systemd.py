"""What systemd is told (``man sd_notify``): that the server is ready, that it is alive, that it ends."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import closing, suppress

from forvm.server.ops.probe import WriteProbe


def notify(state: str) -> None:
    """Tell systemd a state such as ``READY=1``. Where no systemd listens, nothing happens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        with suppress(OSError), closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as sender:
            sender.setblocking(False)
            sender.sendto(state.encode(), f"\0{address[1:]}" if address.startswith("@") else address)


def watchdog_seconds() -> float | None:
    """How long systemd waits for a sign of life before it restarts this process; None: for ever."""
    given, process = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not (given.isascii() and given.isdigit() and int(given)) or process not in ("", str(os.getpid())):
        return None
    return int(given) / 1e6


async def feed_watchdog(probe: WriteProbe) -> None:
    """Give signs of life for as long as this event loop runs and the store's thread answers.

    A store that answers that it cannot write, because the disk is full, is alive: a restart would not make room.
    """
    seconds = watchdog_seconds()
    while seconds is not None:
        if await probe.verdict(patience=seconds / 3) != "hangs":
            notify("WATCHDOG=1")
        await asyncio.sleep(seconds / 3)
