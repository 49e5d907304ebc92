"""File descriptors: as many as the system gives, and few words when there are none left."""

from __future__ import annotations

import asyncio
import errno
from contextlib import suppress
from typing import Any

from forvm.server.ops.server_logs import log

ENOUGH = 1 << 16  # more would serve nobody
USED_UP = "no more connections can be accepted for now: %s"


def take_all() -> None:
    """Let this process open as many files and connections as the system allows it."""
    try:
        import resource
    except ImportError:  # where there is no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def be_brief(loop: asyncio.AbstractEventLoop) -> None:
    """Tell in one line that connections cannot be accepted; asyncio tells it with a trace for each that waits.

    The loop then pauses for a second by itself. The log leaves out what it has just been told (`logs.Repeats`).
    """
    loop.set_exception_handler(_handle)


def _handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
        log.error(USED_UP, error.strerror)
    else:
        loop.default_exception_handler(context)
