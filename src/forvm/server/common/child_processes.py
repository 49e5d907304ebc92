"""What the system tells of a process that the server has started."""

from __future__ import annotations

import os
from asyncio.subprocess import Process
from contextlib import suppress


def is_stopped(process: Process) -> bool:
    """Has somebody stopped the process, so that it will not go on by itself?

    The system tells this at once. Signs of life would have to come from a process that is busy computing, and would
    stay out for a while on a busy machine.
    """
    if process.returncode is not None or not hasattr(os, "waitid"):
        return False
    with suppress(ChildProcessError):
        # Without WEXITED this never takes the end of the process away from asyncio, which waits for it.
        return os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    return False
