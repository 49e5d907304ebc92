"""Whose a store is: one server at a time writes to it, and nobody but its owner reads it."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import sys
from pathlib import Path

from forvm.server.errors import StoreError

if sys.platform == "linux":
    import fcntl

log = logging.getLogger("forvm.server")

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
OTHERS = 0o077


class Claim:
    """The right to write to a store. Two servers would each believe that they know how every game stands.

    There are two locks, and the system lets go of both when the process ends in whatever way. The first is on a file
    beside the store; it also holds while the store is replaced by another file. The second is on the file of the store
    itself, so it holds by whatever name the store is opened, and if somebody removes the file beside it. The second
    needs locks that do not disturb SQLite's own, which only Linux has; elsewhere there is the first alone.
    """

    def __init__(self, path: Path) -> None:
        self._file: int | None = None
        try:
            self.path = path.resolve()  # by whichever links it was named
            self.path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            lock = Path(f"{self.path}.lock")
            make_private(lock)
            self._lock = sqlite3.connect(lock, timeout=0.2, isolation_level=None, check_same_thread=False)
        except (OSError, ValueError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or error
            raise StoreError(f"The store {path} cannot be opened: {reason}.") from None
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
            if self.path.exists():
                self.hold()
        except sqlite3.Error as error:
            self.close()
            if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
                raise _in_use(path) from None
            raise StoreError(f"The store {path} cannot be locked: {error}.") from None
        except BaseException:
            self.close()
            raise

    def hold(self) -> None:
        """Lock the file of the store itself. It is made if it is not there."""
        try:
            if not self.path.exists():
                make_private(self.path)
            if sys.platform == "linux" and self._file is None:
                # Stays open as long as the claim: closing it would also drop SQLite's own locks.
                self._file = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _in_use(self.path) from None
        except OSError as error:
            raise StoreError(f"The store {self.path} cannot be opened: {error.strerror}.") from None

    def make_private(self) -> None:
        """Let nobody but their owner read the files of the store, which may have been made with other rights."""
        for added in ("", "-wal", "-shm"):
            file = Path(f"{self.path}{added}")
            if file.exists():
                make_private(file)

    def close(self) -> None:
        """Let go. The store must be closed before."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
        self._lock.close()


def make_private(path: Path) -> None:
    """Let nobody but its owner read a file, which is made if it is not there."""
    if os.name != "posix":
        return  # access is inherited from the folder
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, PRIVATE_FILE))
        return
    if mode & OTHERS:
        try:
            path.chmod(mode & ~OTHERS)
        except PermissionError:
            log.warning("%s can be read by others, and only its owner can change that", path)
        else:
            log.warning("%s could be read by others (mode %03o); now only its owner can", path, mode)


def _in_use(path: Path) -> StoreError:
    return StoreError(f"Another FORVM is using the store {path}: close it, or name another file with --store.")
