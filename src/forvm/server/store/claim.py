"""Whose a store is: one server at a time writes to it, and nobody but its owner reads it."""

from __future__ import annotations

import logging
import os
import stat
import sys
from pathlib import Path

import filelock

from forvm.server.common.server_errors import StoreError, StoreInUse

log = logging.getLogger("forvm.server")

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
OTHERS = 0o077


class Claim:
    """The right to write to a store. Two servers would each believe that they know how every game stands.

    There are two locks, and the system releases both however the process ends. The first is on a file beside the
    store; it also holds while the store is replaced by another file. The second is on the file of the store itself, so
    it holds by whatever name the store is opened, and if somebody removes the file beside it. Only on Linux does the
    second leave SQLite's own locks alone; elsewhere there is the first alone.
    """

    def __init__(self, path: Path) -> None:
        self._held: list[int] = []  # the locked files, open as long as the claim
        try:
            self.path = path.resolve()  # by whichever links it was named
            self.path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            lock = Path(f"{self.path}.lock")
            make_private(lock)
            self._lock(lock)
            if self.path.exists():
                self.hold()
        except (OSError, ValueError) as error:
            self.close()
            raise _cannot_be_opened(path, error) from None
        except BaseException:
            self.close()
            raise

    def hold(self) -> None:
        """Lock the file of the store itself. It is made if it is not there."""
        try:
            if not self.path.exists():
                make_private(self.path)
            if sys.platform == "linux" and len(self._held) == 1:
                self._lock(self.path)
        except OSError as error:
            raise _cannot_be_opened(self.path, error) from None

    def _lock(self, file: Path) -> None:
        # The store's own file stays open as long as the claim: closing it would also drop SQLite's locks.
        self._held.append(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
        if not filelock.lock_descriptor(self._held[-1], blocking=False):
            raise StoreInUse(
                f"Another FORVM is using the store {self.path}: close it, or name another file with --store."
            )

    def make_private(self) -> None:
        """Let nobody but their owner read the files of the store, which may have been made with other rights."""
        for added in ("", "-wal", "-shm"):
            file = Path(f"{self.path}{added}")
            if file.exists():
                make_private(file)

    def close(self) -> None:
        """Let go. The store must be closed before."""
        while self._held:
            os.close(self._held.pop())


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


def _cannot_be_opened(path: Path, error: OSError | ValueError) -> StoreError:
    return StoreError(f"The store {path} cannot be opened: {getattr(error, 'strerror', None) or error}.")
