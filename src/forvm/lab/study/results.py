"""Opens the folder of a study to read its games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from forvm.errors import ForvmError
from forvm.lab.study.cell_tables import column_of, design_frame
from forvm.lab.study.compaction import by_cell
from forvm.lab.study.folder import GAMES, STUDY, find_shards, read_manifest, recorded_scheme, shard_of
from forvm.lab.study.model import Study
from forvm.lab.study.shards import Shard
from forvm.lab.study.study_reader import load, of_scheme


@dataclass(frozen=True)
class StudyResults:
    """A study and its games."""

    path: Path
    study: Study
    complete: bool
    cells: pl.DataFrame  # a row for each cell, with a column for each factor
    shards: dict[Shard, Path]

    @cached_property
    def _by_cell(self) -> dict[int, list[Shard]]:
        return by_cell(self.shards)

    @property
    def design(self) -> pl.DataFrame | None:
        """The points of a design that is sampled: cell, and place in the unit cube by factor."""
        return design_frame(self.study)

    def scan(self) -> pl.LazyFrame:
        """All games, cell by cell and in order, read only as far as they are asked for."""
        return pl.concat([self.scan_cell(cell.number) for cell in self.study.cells], how="diagonal")

    def scan_cell(self, cell: int) -> pl.LazyFrame:
        """The games of a cell."""
        files = [self.shards[shard] for shard in self._by_cell.get(cell, [])]
        if not files:
            return pl.LazyFrame(schema={"cell": pl.Int32, "game": pl.Int64})
        games = self.cells["games"][cell]
        return pl.scan_parquet(files).filter(pl.col("game") < games) if self.complete else pl.scan_parquet(files)

    def frame(self, cell: int | None = None) -> pl.DataFrame:
        """The games of a cell, or all, in memory."""
        return (self.scan() if cell is None else self.scan_cell(cell)).collect()

    def table(self) -> pl.DataFrame:
        """All games in memory, each with what its cell has for every factor."""
        factors = [column_of(factor.key) for factor in self.study.factors]
        return self.frame().join(self.cells.select("cell", *factors).cast({"cell": pl.Int32}), on="cell", how="left")


def open_folder(path: str | Path) -> StudyResults:
    """Open a study's folder, finished or not."""
    path = Path(path)
    manifest = read_manifest(path)
    study = of_scheme(load(path / STUDY), recorded_scheme(path))
    if study.digest() != manifest["digest"] and study.settings()["cells"] != manifest["settings"]["cells"]:
        raise ForvmError(f"{path / STUDY} is not the study that was played in this folder: its cells are others.")
    shards = _finished(path, manifest) if manifest["complete"] else find_shards(path)
    cells = pl.read_parquet(path / "cells.parquet")
    if not manifest["complete"]:
        counts = Counter({cell.number: 0 for cell in study.cells})
        for shard in shards:
            counts[shard.cell] += shard.count
        cells = cells.with_columns(games=pl.Series([counts[cell.number] for cell in study.cells], dtype=pl.Int64))
    return StudyResults(path, study, bool(manifest["complete"]), cells, shards)


def _finished(path: Path, manifest: dict[str, Any]) -> dict[Shard, Path]:
    """The shards of a study that is complete; that they are as they were written is not proved anew."""
    found = {}
    for name in manifest["shards"]:
        file = path / GAMES / name
        shard = shard_of(file)
        if shard is None or not file.is_file():
            raise ForvmError(f"{file} is missing: forvm sweep {path / STUDY} --out {path} --resume plays it again.")
        found[shard] = file
    return found
