"""What has been played: a study's folder, opened to be read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from forvm.errors import ForvmError
from forvm.lab.study.folder import STUDY, find_shards, read_manifest
from forvm.lab.study.model import Study
from forvm.lab.study.reading import load
from forvm.lab.study.shards import Shard
from forvm.lab.study.tables import column_of, design_frame


@dataclass(frozen=True)
class Results:
    """A study and its games."""

    path: Path
    study: Study
    complete: bool
    cells: pl.DataFrame  # a row for each cell, with a column for each factor
    shards: dict[Shard, Path]

    @property
    def design(self) -> pl.DataFrame | None:
        """The points of a design that is sampled: cell, and place in the unit cube by factor."""
        return design_frame(self.study)

    def scan(self) -> pl.LazyFrame:
        """All games, cell by cell and in order, read only as far as they are asked for."""
        return pl.concat([self.scan_cell(cell.number) for cell in self.study.cells], how="diagonal")

    def scan_cell(self, cell: int) -> pl.LazyFrame:
        """The games of a cell."""
        files = [file for shard, file in sorted(self.shards.items()) if shard.cell == cell]
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


def open_folder(path: str | Path) -> Results:
    """Open a study's folder, finished or not."""
    path = Path(path)
    manifest = read_manifest(path)
    study = load(path / STUDY)
    if study.digest() != manifest["digest"] and study.settings()["cells"] != manifest["settings"]["cells"]:
        raise ForvmError(f"{path / STUDY} is not the study that was played in this folder: its cells are others.")
    shards = find_shards(path)
    cells = pl.read_parquet(path / "cells.parquet")
    if not manifest["complete"]:
        counts = {
            cell.number: sum(shard.count for shard in shards if shard.cell == cell.number) for cell in study.cells
        }
        cells = cells.with_columns(games=pl.Series(counts.values(), dtype=pl.Int64))
    return Results(path, study, bool(manifest["complete"]), cells, shards)
