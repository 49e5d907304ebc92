"""Writes files atomically: a file is complete or absent. Errors say why it could not be written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from forvm.errors import ForvmError


def check_writable(path: Path) -> None:
    """Raise an error now, not after an hour of games, if a file cannot be written."""
    if path.is_dir():
        raise ForvmError(f"{path} is a folder: name a file, such as {path / 'games.csv'}.")
    if not path.parent.is_dir():
        raise ForvmError(f"{path} cannot be written: there is no folder {path.parent}.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ForvmError(f"{path} cannot be written: there is no permission.")


@contextmanager
def replacing(path: Path, within: Path | None = None) -> Iterator[Path]:
    """A temporary file that takes the place of ``path`` once it is whole and on the disk.

    It lies beside ``path``, or ``within`` another folder of the same disk. Whatever goes wrong, ``path`` is as it was;
    an error of the system is told as a ``ForvmError``.
    """
    temporary = (within or path.parent) / f".{path.name}.{os.getpid()}"
    try:
        yield temporary
        with temporary.open("rb+") as stream:
            os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error).rstrip(".")
        raise ForvmError(f"{path} cannot be written: {why}.") from error
    finally:
        temporary.unlink(missing_ok=True)
