"""The journal of a search for balance: a line for each piece of games that was played, with what they showed.

A search is the same computation whenever it is run: seeds, candidates and decisions follow from the file of goals. So
nothing but games is kept. A search that goes on takes them from here instead of playing them, and ends the same.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import zlib
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

import filelock
import numpy as np

from forvm.errors import ForvmError
from forvm.lab.balance.goals_model import BalancePlan
from forvm.lab.balance.targets import Values

FORMAT = 1
JOURNAL = "games.journal"


class Piece(NamedTuple):
    """Some games: by which rules, which line-up, to confirm or not, and which numbers."""

    rules: str
    lineup: int
    confirms: bool
    first: int
    games: int


class BalanceJournal:
    """An open journal; ``kept`` is what it held already."""

    def __init__(self, folder: Path, plan: BalancePlan, *, resume: bool) -> None:
        self.path = folder / JOURNAL
        self.kept: dict[Piece, Values] = {}
        _check_folder(folder, resume)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._stream: FileIO = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise ForvmError(f"The folder {folder} cannot be written: {error.strerror}.") from None
        try:
            self._lock()
            self._begin(plan, resume)
        except BaseException:
            self._stream.close()
            raise

    def add(self, piece: Piece, values: Values) -> None:
        """Write down what games showed."""
        packed = base64.b64encode(zlib.compress(values.astype("<f4").tobytes())).decode()
        self._write({**piece._asdict(), "targets": len(values), "values": packed})
        self.kept[piece] = values

    def close(self) -> None:
        """Make sure that all is on the disk."""
        with self._stream:
            os.fsync(self._stream.fileno())

    def _lock(self) -> None:
        try:
            ours = filelock.lock_descriptor(self._stream.fileno(), blocking=False)
        except OSError:
            ours = True  # some network disks have no locks
        if not ours:
            raise ForvmError(f"Another search is writing to {self.path}: wait until it ends, or choose another --out.")

    def _begin(self, plan: BalancePlan, resume: bool) -> None:
        self._stream.seek(0)
        content = self._stream.readall()
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].decode(errors="replace").splitlines()
        if lines and not resume:
            raise ForvmError(
                f"{self.path.parent} holds a search already: go on with it by --resume, or choose another --out."
            )
        if lines:
            self._check_header(lines[0], plan)
        self._stream.truncate(whole)  # a last line that was not finished goes
        if not lines:
            self._write({"balance": FORMAT, "digest": plan.digest(), **plan.settings()})
        for number, line in enumerate(lines[1:], 2):
            piece, values = self._read(line, number)
            self.kept[piece] = values

    def _check_header(self, line: str, plan: BalancePlan) -> None:
        try:
            header = json.loads(line)
            made = (header["balance"], header["digest"])
        except (ValueError, KeyError, TypeError):
            raise ForvmError(f"{self.path} is no journal of a search: its first line is not one.") from None
        if made == (FORMAT, plan.digest()):
            return
        now = plan.settings()
        different = [key for key in now if header.get(key) != json.loads(json.dumps(now[key]))]
        raise ForvmError(
            f"{self.path} belongs to a search with other settings ({', '.join(different) or 'format'} changed). Only "
            "bounds, factors, prices and numbers of games may change while it goes on: choose another --out."
        )

    def _read(self, line: str, number: int) -> tuple[Piece, Values]:
        try:
            told = json.loads(line)
            piece = Piece(told["rules"], told["lineup"], told["confirms"], told["first"], told["games"])
            raw = zlib.decompress(base64.b64decode(told["values"], validate=True))
            values = np.frombuffer(raw, "<f4").reshape(told["targets"], piece.games).astype(np.float64)
        except (ValueError, KeyError, TypeError, binascii.Error, zlib.error):
            raise ForvmError(
                f"{self.path}, line {number}: these are no games of a search. The file was changed: remove the line, "
                "and its games will be played again."
            ) from None
        return piece, values

    def _write(self, told: dict[str, Any]) -> None:
        left = memoryview((json.dumps(told) + "\n").encode())
        try:
            while left:  # a disk that is nearly full takes a part
                left = left[self._stream.write(left) :]
        except OSError as error:
            raise ForvmError(
                f"{self.path} cannot be written: {error.strerror}. Once there is room, go on with --resume."
            ) from None


def _check_folder(folder: Path, resume: bool) -> None:
    """Refuse a folder that is none, or that holds something else, before anything is written."""
    if folder.exists() and not folder.is_dir():
        raise ForvmError(f"{folder} is a file: name a folder for the search with --out.")
    if (folder / JOURNAL).exists():
        return
    if folder.exists() and any(folder.iterdir()):
        if resume:
            raise ForvmError(f"There is no search in {folder}: its {JOURNAL} is missing.")
        raise ForvmError(f"{folder} is not empty, and what is in it is no search: choose another folder with --out.")
