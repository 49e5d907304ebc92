"""Keeping games: after every move, in a file that is always whole, where the next session finds it."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from forvm.errors import ForvmError
from forvm.game import Game
from forvm.notation.records import FIRST_LINE, UNFINISHED
from forvm.terminal.terminal_text import say

SUFFIX = ".forvm"
_SEATS = "# seats: "  # a comment to the record: names alone do not tell people from bots


@dataclass(frozen=True)
class Save:
    """An unfinished game that was kept."""

    path: Path
    when: datetime
    rules: str
    players: str
    turn: int


def folder() -> Path:
    """Where games are kept: under the user's data directory, or where FORVM_DATA_DIR says."""
    if chosen := os.environ.get("FORVM_DATA_DIR"):
        return Path(chosen) / "games"
    import platformdirs

    return Path(platformdirs.user_data_dir("forvm")) / "games"


def new_path(game: Game) -> Path:
    """A file name that no game has yet."""
    name = f"{datetime.now():%Y-%m-%d-%H%M%S}-{re.sub(r'[^a-z0-9_-]', '_', game.rules.id.casefold())}"
    path = folder() / f"{name}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder() / f"{name}_{number}{SUFFIX}"
        number += 1
    return path


def write(path: Path, game: Game, seats: Sequence[str]) -> None:
    """Write the record whole or not at all, whatever happens meanwhile."""
    record = f"{game.record()}{_SEATS}{','.join(seats)}\n"
    handle, name = tempfile.mkstemp(prefix=".", suffix=SUFFIX, dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(record)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def seats_in(path: Path) -> list[str] | None:
    """Who sat where, if the file says so."""
    text = path.read_text(encoding="utf-8", errors="replace")
    found = re.search(rf"^{_SEATS}(.+)$", text, re.MULTILINE)
    return found[1].split(",") if found else None


def unfinished() -> list[Save]:
    """The games that wait to be finished, the latest first."""
    games = []
    for path in folder().glob(f"*{SUFFIX}") if folder().is_dir() else ():
        if path.name.startswith("."):
            continue  # being written, or left by a machine that lost its power
        with contextlib.suppress(OSError):
            text = path.read_text(encoding="utf-8", errors="replace")
            if text.startswith(FIRST_LINE) and re.search(rf"^{UNFINISHED}$", text, re.MULTILINE):
                games.append(_summary(path, text))
    return sorted(games, key=lambda save: (save.when, save.path.name), reverse=True)


def _summary(path: Path, text: str) -> Save:
    rules = re.search(r"^rules: (.*)$", text, re.MULTILINE)
    players = re.findall(r"^  [A-D] = \"(.*)\"$", text, re.MULTILINE)
    turns = re.findall(r"^(\d+) \w+ +[A-D]: ", text, re.MULTILINE)
    when = datetime.fromtimestamp(path.stat().st_mtime)
    return Save(path, when, rules[1] if rules else "", ", ".join(players), int(turns[-1]) if turns else 0)


def find(word: str) -> Path:
    """The saved game that is meant: ``last``, a number in the list, or a file."""
    games = unfinished()
    if word == "last":
        if not games:
            raise ForvmError(f"{say('saves.none')} Begin one with: forvm play")
        return games[0].path
    if word.isdigit() and not Path(word).exists():
        if not 1 <= int(word) <= len(games):
            count = f"there are {len(games)}" if games else "there are none"
            raise ForvmError(f"There is no unfinished game {word}: {count}. See: forvm play --resume list")
        return games[int(word) - 1].path
    path = Path(word)
    return path if path.exists() or not (folder() / word).exists() else folder() / word
