"""A file for one process alone."""

from __future__ import annotations

import sys
from typing import IO, Any


def lock_out_others(stream: IO[Any]) -> bool:
    """Take an open file for ourselves until it is closed; False if another process has it.

    The system lets go of it however the process ends. Where it has no such locks, as on Windows and on some network
    disks, everybody may have the file: a study must not fail for that.
    """
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True
