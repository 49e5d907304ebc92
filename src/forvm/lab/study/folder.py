"""The folder of a study: its file, its cells, and the games played so far, a Parquet file for each shard.

Files are written atomically. A resumed run plays again what a killed run had not finished.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forvm._version import __version__
from forvm.errors import ForvmError
from forvm.lab.bot_sources import BOTS, sources_of
from forvm.lab.games.atomic_files import replacing
from forvm.lab.scheme import read_scheme
from forvm.lab.study.cell_tables import cells_frame, design_frame
from forvm.lab.study.compaction import MOST_FILES, by_cell, compact, file_name, without_doubles
from forvm.lab.study.crate import METADATA, crate_text, environment_text
from forvm.lab.study.model import Study
from forvm.lab.study.shards import Shard

if TYPE_CHECKING:
    import polars as pl

FORMAT = 1
MANIFEST = "manifest.json"
STUDY = "study.toml"
GAMES = "games"
_UNFINISHED = ".*.*"  # as `replacing` names a file until it is whole
_SHARD = re.compile(r"cell-(\d+)-games-(\d+)-(\d+)\.parquet")


@dataclass
class Folder:
    """An open folder, and the shards in it."""

    path: Path
    shards: dict[Shard, Path] = field(default_factory=dict)
    most_files: int = MOST_FILES  # of a cell, when the study is complete

    def __post_init__(self) -> None:
        self._by_cell = by_cell(self.shards)

    def keep(self, shard: Shard, games: bytes) -> None:
        """Write the games of a shard."""
        self.shards[shard] = self._write(f"{GAMES}/{file_name(shard)}", games)
        self._by_cell.setdefault(shard.cell, []).append(shard)

    def finish(self, study: Study, goals: Mapping[int, int], complete: bool) -> None:
        """Say how many games each cell has, and what the shards hold; of a complete study they become few."""
        if complete:
            self.shards = compact(self.shards, self.most_files)
            self._by_cell = by_cell(self.shards)
        self._write_tables(study, goals)
        told = {path.name: _digest(path) for _, path in sorted(self.shards.items())}
        self._write_manifest(study, complete=complete, shards=told)
        self._write("environment.json", environment_text().encode())
        self._write(METADATA, crate_text(self.path, study).encode())

    def of_cell(self, cell: int) -> list[Shard]:
        """The shards of a cell."""
        return self._by_cell.get(cell, [])

    def begin(self, study: Study) -> None:
        """Write down what is to be played."""
        try:
            (self.path / GAMES).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ForvmError(f"The folder {self.path} cannot be made: {error.strerror}.") from None
        self._write_manifest(study, complete=False, shards={})
        self._write(STUDY, study.text.encode())
        for name in study.files:
            self._copy(study.folder / name, name)
        for name, source in sources_of(bot for bot, _ in study.own_bots).items():
            self._copy(source, f"{BOTS}/{name}")
        self._write_tables(study, dict.fromkeys(range(len(study.cells)), 0))
        design = design_frame(study)
        if design is not None:
            self._write_frame("design.parquet", design)

    def _copy(self, file: Path, name: str) -> None:
        with suppress(OSError):
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
        if not (self.path / name).exists() or not file.samefile(self.path / name):
            self._write(name, file.read_bytes())

    def _write_tables(self, study: Study, goals: Mapping[int, int]) -> None:
        cells = cells_frame(study, goals)
        self._write_frame("cells.parquet", cells)
        self._write("cells.csv", cells.write_csv().encode())

    def _write_manifest(self, study: Study, *, complete: bool, shards: Mapping[str, str]) -> None:
        manifest = {
            "forvm study": FORMAT,
            "version": __version__,
            "digest": study.digest(),
            "complete": complete,
            "settings": study.settings(),
            "shards": shards,
        }
        self._write(MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())

    def _write_frame(self, name: str, frame: pl.DataFrame) -> None:
        buffer = io.BytesIO()
        frame.write_parquet(buffer)
        self._write(name, buffer.getbuffer())

    def _write(self, name: str, content: bytes | memoryview) -> Path:
        path = self.path / name
        try:
            with replacing(path) as temporary:
                temporary.write_bytes(content)
        except ForvmError as error:
            raise ForvmError(f"{error} {self._safe()}Once there is room, go on with --resume.") from None
        return path

    def _safe(self) -> str:
        games = sum(shard.count for shard in self.shards)
        return f"The {games:,} games in {self.path} are safe. " if games else ""


def new_folder(path: Path) -> Folder:
    """A folder for a study that begins; nothing is written yet."""
    if path.exists() and not path.is_dir():
        raise ForvmError(f"{path} is a file: name a folder for the study with --out.")
    if (path / MANIFEST).exists():
        raise ForvmError(
            f"{path} holds a study already: go on with it by --resume, or choose another folder with --out."
        )
    if not _is_bare(path):
        raise ForvmError(f"{path} is not empty, and what is in it is no study: choose another folder with --out.")
    parent = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
    if not os.access(parent, os.W_OK):
        raise ForvmError(f"{path} cannot be written: there is no permission.")
    return Folder(path)


def resumed_folder(path: Path, study: Study) -> Folder:
    """The folder of a study that goes on, without what a run that was killed left unfinished."""
    if not (path / MANIFEST).exists() and _is_bare(path):
        return new_folder(path)
    _check_settings(path, study)
    for left in path.rglob(_UNFINISHED):
        left.unlink(missing_ok=True)
    return Folder(path, find_shards(path))


def _is_bare(path: Path) -> bool:
    """Is there nothing, or only what a run that was killed at its very beginning leaves?"""
    return not any(file.is_file() and not file.match(_UNFINISHED) for file in path.rglob("*"))


def find_shards(path: Path) -> dict[Shard, Path]:
    """The shards in a folder; a file that cannot be read, or is not what its name says, does not count."""
    files = sorted((path / GAMES).glob("*.parquet"))
    found = {shard: file for file in files if (shard := shard_of(file)) is not None and _holds(file, shard)}
    return without_doubles(found)


def shard_of(file: Path) -> Shard | None:
    """Which games a file should hold, by its name."""
    match = _SHARD.fullmatch(file.name)
    if match is None:
        return None
    cell, first, last = map(int, match.groups())
    return Shard(cell, first, last - first + 1)


def _holds(file: Path, shard: Shard) -> bool:
    import polars as pl

    try:
        numbers = pl.read_parquet(file, columns=["cell", "game"])
    except (pl.exceptions.PolarsError, OSError):
        return False
    expected = range(shard.first, shard.end)
    return numbers["game"].to_list() == list(expected) and set(numbers["cell"]) == {shard.cell}


def read_manifest(path: Path) -> dict[str, Any]:
    """What a folder says about itself."""
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        if manifest["forvm study"] == FORMAT:
            return dict(manifest)
        raise ForvmError(f"{path} was made by another version of FORVM (format {manifest['forvm study']}).")
    except FileNotFoundError:
        raise ForvmError(f"There is no study in {path}: its {MANIFEST} is missing.") from None
    except OSError as error:
        raise ForvmError(f"{path / MANIFEST} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError):
        raise ForvmError(f"{path / MANIFEST} is not the manifest of a study.") from None


def recorded_scheme(path: Path) -> int:
    """The scheme of dice and seats that the games of a folder have."""
    return read_scheme(read_manifest(path).get("settings", {}))


def _check_settings(path: Path, study: Study) -> None:
    """Games by other rules, bots or seeds must not be mixed with those in the folder."""
    manifest = read_manifest(path)
    if manifest.get("digest") == study.digest():
        return
    was, now = manifest.get("settings", {}), study.settings()
    different = [key for key in now if was.get(key) != now[key]]
    told = [f"{key} was {was.get(key)} and is now {now[key]}" for key in different if key in ("version", "seed")]
    if "cells" in different:
        told.append(f"its cells (rules, players, bots) are not the same {len(now['cells'])}")
    if "own bots" in different:
        told.append("the source of a bot of your own has changed")
    raise ForvmError(
        f"The games in {path} belong to another study: {'; '.join(told)}. Only the number of games and the words of a "
        "study may change while it goes on: choose another folder with --out."
    )


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
