"""What is done to a server: it and its workers are killed and stopped, its disk is full, its clock jumps."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.server.serving import children_of

WorkerKind = Literal["thinking", "lab", "upload"]
KINDS: dict[str, WorkerKind] = {"thinking": "thinking", "lab": "lab", "uploads": "upload"}  # by the package's name
DISK = 64  # MB of the disk that is filled
_FAKETIME = ("/usr/lib/*/faketime/libfaketime.so.1", "/usr/lib/faketime/libfaketime.so.1")


@dataclass(frozen=True)
class Worker:
    """A process that the server has started."""

    pid: int
    kind: WorkerKind


def workers(server: int) -> list[Worker]:
    """The workers of a server process, by what they do."""
    found = []
    for pid in children_of(server):
        kind: WorkerKind | None = None
        with suppress(OSError):
            words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
            kind = next((KINDS[part] for word in words for part in word.split(".") if part in KINDS), None)
        if kind is not None and is_alive(pid):
            found.append(Worker(pid, kind))
    return found


def is_alive(pid: int) -> bool:
    """Does a process run, or stand still? One that has ended and was not yet asked for its code does neither."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def send(pid: int, sign: signal.Signals) -> bool:
    """Send a signal; says whether the process was still there."""
    try:
        os.kill(pid, sign)
    except ProcessLookupError:
        return False
    return True


class Disk:
    """Where the store lies. It can be full for a while."""

    how = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, server: int) -> None:
        """From now on nothing can be written."""
        raise NotImplementedError

    def empty(self, server: int) -> None:
        """Now there is room again."""
        raise NotImplementedError


class SmallDisk(Disk):
    """A small file system of its own: only root can have one."""

    how = f"a file system of {DISK} MB, filled to its last byte"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._ballast = folder / "ballast"

    def fill(self, server: int) -> None:
        with suppress(OSError), self._ballast.open("ab") as ballast:
            while True:
                ballast.write(b"\0" * 4096)
                ballast.flush()

    def empty(self, server: int) -> None:
        self._ballast.unlink(missing_ok=True)


class NarrowFiles(Disk):
    """The server may not make any file longer."""

    how = "a limit on the length of the server's files: a file system of its own needs root"

    def fill(self, server: int) -> None:
        self._limit(server, 0)

    def empty(self, server: int) -> None:
        self._limit(server, resource.RLIM_INFINITY)

    def _limit(self, server: int, length: int) -> None:
        with suppress(ProcessLookupError):  # it was killed just now, and the next one has no limit
            resource.prlimit(server, resource.RLIMIT_FSIZE, (length, resource.RLIM_INFINITY))


@contextmanager
def a_disk(folder: Path) -> Iterator[Disk]:
    """A disk that can be full, at an empty folder."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "forvm-chaos", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        yield NarrowFiles(folder)
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


class WallClock:
    """The clock on the wall as the server sees it, which can jump; the one that only counts seconds goes on."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._library = next((path for pattern in _FAKETIME for path in Path("/").glob(pattern[1:])), None)
        self.set(0)

    @property
    def can_jump(self) -> bool:
        """Is the library there that it takes?"""
        return self._library is not None

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to look at this clock."""
        if self._library is None:
            return {}
        return {
            "LD_PRELOAD": str(self._library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def set(self, ahead: int) -> None:
        """Let it be so many seconds ahead of the true time."""
        beside = self._file.with_suffix(".new")
        beside.write_text(f"{ahead:+d}s\n")
        beside.rename(self._file)
