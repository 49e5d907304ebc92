"""Writes the games of a simulation to Parquet or CSV, so that an interrupted run can be resumed.

Until the file is complete, games are kept as pieces in a folder beside it. If a run ends early, the next run continues
after the complete pieces. At the end the pieces are joined into one file, always in row groups of the same size, so the
same games give the same bytes however often the run was interrupted. A very large number of games becomes a folder of
files (`partitions`). Each file is written when it is full, and then its pieces are deleted.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl
import pyarrow as pa

from forvm._version import __version__
from forvm.errors import ForvmError
from forvm.lab.games import partitions
from forvm.lab.games.atomic_files import check_writable, replacing
from forvm.lab.games.game_workers import GameBatch
from forvm.lab.games.setting import MOST_GAMES, Setting

ENDINGS = (".parquet", ".csv")
KEEP_AFTER = 10.0  # seconds: so much is lost at most when the power goes
ACTION_LOG = "trail"  # the column as all files have it; bytes, so CSV has no room for them
PLAN = "plan.json"
SETTING, GAMES, TURNS, VERSION = "forvm.setting", "forvm.games", "forvm.turns", "forvm.version"


@dataclass(frozen=True)
class SimulationPlan:
    """What a simulation plays, and what its file contains."""

    setting: Setting
    games: int
    turns: bool = False  # the standing at the end of every turn, too

    def metadata(self) -> dict[str, str]:
        """All that is needed to replay the games or to resume the run."""
        return {
            SETTING: self.setting.to_text(),
            GAMES: str(self.games),
            TURNS: str(int(self.turns)),
            VERSION: __version__,
        }

    @classmethod
    def from_metadata(cls, metadata: dict[str, str]) -> SimulationPlan:
        """The plan that metadata describe."""
        return cls(Setting.from_text(metadata[SETTING]), int(metadata[GAMES]), metadata[TURNS] == "1")


def folder_of(out: Path) -> Path:
    """The folder that holds the games of a file until it is complete."""
    return out.with_name(f"{out.name}.unfinished")


def turns_of(out: Path) -> Path:
    """The file of the turns that belongs to a file of games."""
    return out.with_name(f"{out.stem}.turns{out.suffix}")


def check_out(out: Path, resume: bool) -> None:
    """Raise an error for a file that cannot be written or would be overwritten."""
    if out.suffix not in ENDINGS:
        raise ForvmError(f"{out}: games are written as Parquet or CSV, so the file must end in .parquet or .csv.")
    if out.suffix == ".parquet" and out.is_dir():
        partitions.files_of(out)
    else:
        check_writable(out)
    if resume:
        return
    for there in (out, folder_of(out), turns_of(out)):
        if there.exists():
            raise ForvmError(f"{there} exists already: go on with its games by --resume, or choose another --out.")


def read_plan(out: Path) -> SimulationPlan:
    """The plan of a file, finished or not."""
    written = folder_of(out) / PLAN
    if written.exists():
        try:
            return SimulationPlan.from_metadata(json.loads(written.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, TypeError, ForvmError) as error:
            raise ForvmError(f"{written} cannot be read as the plan of a simulation: {error}") from None
    if not out.exists() and folder_of(out).exists():
        raise ForvmError(f"There is no {PLAN} in {folder_of(out)}: remove that folder, and begin without --resume.")
    if not out.exists():
        raise ForvmError(f"There is nothing to go on with: neither {out} nor {folder_of(out)} exists.")
    if out.suffix == ".csv":
        raise ForvmError(
            f"{out} is finished, and CSV does not say how its games were played: choose another --out, or "
            "write Parquet, which can be added to."
        )
    return SimulationPlan.from_metadata(read_metadata(out))


def read_metadata(path: Path) -> dict[str, str]:
    """The metadata of a Parquet file of games, or of the last file of a folder."""
    found = partitions.footer(partitions.file_with(path, MOST_GAMES)).metadata or {}
    metadata = {key.decode(): value.decode(errors="replace") for key, value in found.items()}
    if SETTING not in metadata:
        raise ForvmError(
            f"{path} is no file of games: it does not say how they were played, as those of forvm simulate and "
            "forvm sweep do."
        )
    return metadata


class ParquetOutput:
    """The output of a simulation, open for more games."""

    def __init__(self, out: Path, plan: SimulationPlan) -> None:
        self.out = out
        self.plan = plan
        self.folder = folder_of(out)
        # Turns come first: where games are on the disk, their turns must be.
        self._outputs = [*([("turns", turns_of(out))] if plan.turns else []), ("games", out)]
        self._partitioned = out.suffix == ".parquet" and (plan.games > partitions.MOST_IN_A_FILE or out.is_dir())
        self._whole = partitions.whole_games(out)  # in parts that are full, and need no pieces any more
        for kind, path in self._outputs:
            partitions.check(path, kind, self._whole)
        self._waiting: list[GameBatch] = []
        self._since = time.monotonic()
        self.folder.mkdir(exist_ok=True)
        if not (self.folder / PLAN).exists():
            self._take_over()
        with replacing(self.folder / PLAN) as temporary:
            temporary.write_text(json.dumps(plan.metadata()), encoding="utf-8")
        self._drop_pieces()
        self.done = self._count()

    def add(self, played: GameBatch) -> None:
        """Store a batch. Small batches are collected for a few seconds."""
        self._waiting.append(played)
        self.done += played.games.height
        rows = sum(batch.games.height for batch in self._waiting)
        if rows >= partitions.ROW_GROUP or time.monotonic() - self._since > KEEP_AFTER:
            self.flush()

    def flush(self) -> None:
        """Write all collected batches to disk."""
        if not self._waiting:
            return
        games = pl.concat([batch.games for batch in self._waiting])
        turns = [batch.turns for batch in self._waiting if batch.turns is not None]
        for first, end in partitions.cut(self.done - games.height, self.done):  # a piece belongs to one part
            inside = pl.col("game").is_between(first, end, closed="left")
            try:
                if turns:
                    self._write(f"turns-{first:012}", pl.concat(turns).filter(inside))
                self._write(f"games-{first:012}", games.filter(inside))
            except ForvmError as error:
                safe = f"{first} games are safe: once it can be written, go on with --resume."
                raise ForvmError(f"{error} {safe}") from None
        self._waiting = []
        self._since = time.monotonic()
        self._make_full_partitions()

    def finish(self) -> None:
        """Join the pieces into the file, and delete them once all games are in it."""
        self.flush()
        if self._partitioned:
            self._make_full_partitions()
            if self.done > self._whole:
                self._make_partition(self.plan)
        else:
            for kind, path in self._outputs:
                self._join(kind, path, self.plan)
        if self.done >= self.plan.games:
            (self.folder / PLAN).unlink()  # first: without it, what is left of the folder counts for nothing
            shutil.rmtree(self.folder, ignore_errors=True)

    def batches(self, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        """Some columns of all games that are on the disk, a few thousand rows at a time."""
        for first, _ in partitions.cut(0, self._whole):
            for table in partitions.tables_in(partitions.partition_of(self.out, "games", first), columns):
                yield _frame(table)
        for table in self._tables("games"):
            yield _frame(table.select(columns))

    def _make_full_partitions(self) -> None:
        while self._partitioned and self.done >= self._whole + partitions.MOST_IN_A_FILE:
            end = self._whole + partitions.MOST_IN_A_FILE
            # It tells of no more games than it ends with, and so needs no change when more are added behind it.
            self._make_partition(replace(self.plan, games=end))
            self._whole = end
            self._drop_pieces()

    def _make_partition(self, plan: SimulationPlan) -> None:
        for kind, path in self._outputs:
            self._join(kind, partitions.partition_of(path, kind, self._whole), plan)

    def _join(self, kind: str, path: Path, plan: SimulationPlan) -> None:
        try:
            with replacing(path, within=self.folder) as temporary:
                if path.suffix == ".csv":
                    self._write_csv(kind, temporary)
                else:
                    partitions.write(temporary, self._tables(kind), plan.metadata())
                if self._partitioned:
                    partitions.make_folder(path.parent)
        except ForvmError as error:
            places = f"{self.folder} and {self.out}" if self._whole else f"{self.folder}"
            raise ForvmError(f"{error} All games are safe in {places}: go on with --resume.") from None

    def _write_csv(self, kind: str, path: Path) -> None:
        with path.open("wb") as stream:
            for number, table in enumerate(self._tables(kind)):
                columns = [name for name in table.column_names if name != ACTION_LOG]
                _frame(table.select(columns)).write_csv(stream, include_header=number == 0)

    def _pieces(self, kind: str) -> list[Path]:
        return sorted(self.folder.glob(f"{kind}-*.arrow"))

    def _drop_pieces(self) -> None:
        """Delete the pieces of partitions that are full."""
        for kind, _ in self._outputs:
            for piece in self._pieces(kind):
                if _first_of(piece) < self._whole:
                    piece.unlink()

    def _tables(self, kind: str) -> Iterator[pa.Table]:
        """The pieces of the file or partition that is written next."""
        for piece in self._pieces(kind):
            if self._partitioned and _first_of(piece) >= self._whole + partitions.MOST_IN_A_FILE:
                return
            with pa.OSFile(str(piece)) as stream, pa.ipc.open_file(stream) as reader:
                yield reader.read_all()

    def _count(self) -> int:
        """How many games are stored. Raises an error if a piece is missing."""
        done = self._whole
        for piece in self._pieces("games"):
            try:
                with pa.OSFile(str(piece)) as stream, pa.ipc.open_file(stream) as reader:
                    rows = sum(reader.get_batch(i).num_rows for i in range(reader.num_record_batches))
            except (OSError, pa.ArrowException) as error:
                raise ForvmError(
                    f"{piece} is damaged ({error}): remove it and those behind it, and go on with --resume."
                ) from None
            if _first_of(piece) != done:
                raise ForvmError(f"{piece} does not follow upon the {done} games before it: a piece was removed.")
            done += rows
        return done

    def _take_over(self) -> None:
        """Turn a finished file, or the last one of a folder, back into pieces, to add games to it."""
        for kind, path in self._outputs:
            for piece in self._pieces(kind):  # of a run that was killed when it was about here
                piece.unlink()
            if not self.out.exists():
                continue
            for file in partitions.files_of(path):
                if path.is_dir() and partitions.first_of(file) < self._whole:
                    continue
                for group, table in enumerate(partitions.tables_in(file)):
                    rows = _frame(table)
                    # Turns of one long game may fill several groups.
                    self._write(f"{kind}-{rows['game'][0]:012}-{group:06}", rows)

    def _write(self, name: str, rows: pl.DataFrame) -> None:
        table = rows.to_arrow()
        with replacing(self.folder / f"{name}.arrow") as temporary, pa.OSFile(str(temporary), "wb") as stream:
            options = pa.ipc.IpcWriteOptions(compression="lz4")
            with pa.ipc.new_file(stream, table.schema, options=options) as writer:
                writer.write_table(table)


def _first_of(piece: Path) -> int:
    """The game that a piece begins with."""
    return int(piece.stem.split("-")[1])


def _frame(table: pa.Table) -> pl.DataFrame:
    rows = pl.from_arrow(table)
    assert isinstance(rows, pl.DataFrame)
    return rows
