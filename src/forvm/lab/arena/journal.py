"""The journal of an arena: a line for each game, so that an arena can be resumed.

A game is written as soon as it is over, and synced to disk a moment later.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any

import filelock

from forvm.errors import ForvmError
from forvm.lab.arena.arena_plan import ArenaPlan, ArenaRow
from forvm.lab.scheme import SCHEME, read_scheme

FORMAT = 1
SYNC_AFTER = 0.2  # seconds: the games of so long may be lost when the power goes; a disk needs some of them itself


def journal_of(out: Path) -> Path:
    """The journal beside a file of results."""
    return out.with_name(f"{out.name}.journal")


def recorded_scheme(path: Path) -> int:
    """The scheme of the games in a journal; the newest if there are none yet."""
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            header = json.loads(stream.readline())
        return read_scheme(header) if "digest" in header else SCHEME
    except (OSError, ValueError, TypeError, AttributeError):
        return SCHEME  # opening the journal says what is wrong with it


class Journal:
    """An open journal; ``rows`` are the games that it held already."""

    def __init__(self, path: Path, plan: ArenaPlan, *, resume: bool) -> None:
        self.path = path
        self.rows: list[ArenaRow] = []
        self._synced = 0.0  # when; nothing is known to be on the disk yet
        self._stream = self._open()
        try:
            self._begin(plan, resume)
        except BaseException:
            self._stream.close()
            raise

    def _open(self) -> FileIO:
        """The file, ours alone: two arenas that write between each other's games would spoil them."""
        try:
            stream = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise self._unwritable(error) from None
        try:
            ours = filelock.lock_descriptor(stream.fileno(), blocking=False)
        except OSError:
            ours = True  # some network disks have no locks, and an arena must not fail for that
        if not ours:
            stream.close()
            raise ForvmError(
                f"Another arena is writing to {self.path}: wait until it ends, or choose another --out for this one."
            )
        return stream

    def _begin(self, plan: ArenaPlan, resume: bool) -> None:
        """Read what is there, and get ready to write behind it."""
        if self.path.is_file():
            kept = self._read(plan, resume)
            try:
                self._stream.truncate(kept)  # a last line that was not finished goes
            except OSError as error:
                raise self._unwritable(error) from None
        if not self.rows:
            self._write(json.dumps({"arena": FORMAT, "digest": plan.digest(), **plan.settings()}) + "\n")
            self._sync()

    def add(self, rows: Iterable[ArenaRow]) -> None:
        """Write games down, and now and then make sure that they are on the disk."""
        self._write("".join(f"{row.as_json()}\n" for row in rows))
        if time.monotonic() - self._synced >= SYNC_AFTER:
            self._sync()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._stream:
            try:
                self._sync()
            except ForvmError:
                if error is None:  # else what went wrong first is told
                    raise

    def _write(self, text: str) -> None:
        left = memoryview(text.encode())
        try:
            while left:  # a disk that is nearly full takes a part
                left = left[self._stream.write(left) :]
        except OSError as error:
            raise self._unwritable(error) from None

    def _sync(self) -> None:
        try:
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise self._unwritable(error) from None
        self._synced = time.monotonic()

    def _unwritable(self, error: OSError) -> ForvmError:
        return ForvmError(f"{self.path} cannot be written: {error.strerror}. Once there is room, repeat the command.")

    def _read(self, plan: ArenaPlan, resume: bool) -> int:
        """Read what is there; returns how many bytes of it are whole lines."""
        try:
            self._stream.seek(0)
            content = self._stream.readall()  # on Windows the lock keeps every other handle from reading
        except OSError as error:
            raise ForvmError(f"{self.path} cannot be read: {error.strerror}.") from None
        kept = content.rfind(b"\n") + 1
        lines = content[:kept].decode(errors="replace").splitlines()
        if not lines or (len(lines) == 1 and _is_header(lines[0])):
            return 0  # no game is lost by beginning anew
        if not resume:
            raise ForvmError(
                f"{self.path} holds {len(lines) - 1} games already. Go on with them by --resume, "
                "or choose another --out."
            )
        self._check_header(lines[0], plan)
        for number, line in enumerate(lines[1:], 2):
            self.rows.append(self._row(line, number, plan))
        return kept

    def _check_header(self, line: str, plan: ArenaPlan) -> None:
        try:
            header = json.loads(line)
            made = {key: header[key] for key in ("arena", "digest")}
        except (ValueError, KeyError, TypeError):
            raise ForvmError(f"{self.path} is no journal of an arena: its first line is not one.") from None
        if made == {"arena": FORMAT, "digest": plan.digest()}:
            return
        asked: dict[str, Any] = {"arena": FORMAT, **plan.settings()}
        told = [
            f"{key} was {_shown(header.get(key))} and is now {_shown(asked[key])}"
            for key in asked
            if header.get(key) != asked[key]
        ]
        raise ForvmError(
            f"{self.path} was begun with other settings: {'; '.join(told)}. Repeat the settings, "
            "or choose another --out."
        )

    def _row(self, line: str, number: int, plan: ArenaPlan) -> ArenaRow:
        try:
            row = ArenaRow.from_json(line)
            if plan.has(row.key) and len(row.prestige) == plan.players:
                return row
        except (ValueError, TypeError):
            pass
        raise ForvmError(
            f"{self.path}, line {number}: this is no game of this arena. The file was changed: remove the line, and "
            "its game will be played again."
        )


def _is_header(line: str) -> bool:
    """Is this the first line of a journal?"""
    try:
        return "arena" in json.loads(line)
    except (ValueError, TypeError):
        return False


def _shown(value: Any) -> str:
    """A setting in a message; line-ups as they are written on the command line."""
    if isinstance(value, list):
        return " ".join(",".join(lineup) if isinstance(lineup, list) else str(lineup) for lineup in value)
    return str(value)
