"""Games on their way into a file: kept in a folder beside it, piece by piece, until the file is whole.

Whatever ends a run, the pieces that are complete stay, and the next run goes on behind them. The file is made of them
in one go, always in row groups of the same size, so that it does not show how often its making was interrupted.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from forvm._version import __version__
from forvm.errors import ForvmError
from forvm.lab.games.crew import Played
from forvm.lab.games.files import check_writable, replacing
from forvm.lab.games.setting import Setting

ENDINGS = (".parquet", ".csv")
ROW_GROUP = 4_000
KEEP_AFTER = 10.0  # seconds: so much is lost at most when the power goes
TRAIL = "trail"  # bytes, which have no place in CSV
SETTING, GAMES, TURNS, VERSION = "forvm.setting", "forvm.games", "forvm.turns", "forvm.version"


@dataclass(frozen=True)
class Plan:
    """What a file is to hold."""

    setting: Setting
    games: int
    turns: bool = False  # the standing at the end of every turn, too

    def metadata(self) -> dict[str, str]:
        """All that is needed to play the games again, or to go on with them."""
        return {
            SETTING: self.setting.to_text(),
            GAMES: str(self.games),
            TURNS: str(int(self.turns)),
            VERSION: __version__,
        }

    @classmethod
    def from_metadata(cls, metadata: dict[str, str]) -> Plan:
        """The plan that metadata tell."""
        return cls(Setting.from_text(metadata[SETTING]), int(metadata[GAMES]), metadata[TURNS] == "1")


def folder_of(out: Path) -> Path:
    """Where the games of a file are kept until it is whole."""
    return out.with_name(f"{out.name}.unfinished")


def turns_of(out: Path) -> Path:
    """The file of the turns that belongs to a file of games."""
    return out.with_name(f"{out.stem}.turns{out.suffix}")


def check_out(out: Path, resume: bool) -> None:
    """Refuse a file that cannot be written, or that would be lost."""
    if out.suffix not in ENDINGS:
        raise ForvmError(f"{out}: games are written as Parquet or CSV, so the file must end in .parquet or .csv.")
    check_writable(out)
    if resume:
        return
    for there in (out, folder_of(out)):
        if there.exists():
            raise ForvmError(f"{there} exists already: go on with its games by --resume, or choose another --out.")


def read_plan(out: Path) -> Plan:
    """What a file, finished or not, is to hold."""
    written = folder_of(out) / "plan.json"
    if written.exists():
        try:
            return Plan.from_metadata(json.loads(written.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, TypeError, ForvmError) as error:
            raise ForvmError(f"{written} cannot be read as the plan of a simulation: {error}") from None
    if not out.exists():
        raise ForvmError(f"There is nothing to go on with: neither {out} nor {folder_of(out)} exists.")
    if out.suffix == ".csv":
        raise ForvmError(
            f"{out} is finished, and CSV does not say how its games were played: choose another --out, or "
            "write Parquet, which can be added to."
        )
    return Plan.from_metadata(read_metadata(out))


def read_metadata(path: Path) -> dict[str, str]:
    """What a Parquet file of ours says of its games."""
    try:
        found = pq.read_metadata(path).metadata or {}
    except FileNotFoundError:
        raise ForvmError(f"There is no file {path}.") from None
    except (OSError, pa.ArrowException) as error:
        raise ForvmError(f"{path} cannot be read as Parquet: {str(error).rstrip('.')}.") from None
    metadata = {key.decode(): value.decode(errors="replace") for key, value in found.items()}
    if SETTING not in metadata:
        raise ForvmError(
            f"{path} is no file of games: it does not say how they were played, as those of forvm simulate and "
            "forvm sweep do."
        )
    return metadata


class Kept:
    """The pieces of a plan's games, open for more."""

    def __init__(self, out: Path, plan: Plan) -> None:
        self.out = out
        self.plan = plan
        self.folder = folder_of(out)
        self._waiting: list[Played] = []
        self._since = time.monotonic()
        is_new = not self.folder.exists()
        self.folder.mkdir(exist_ok=True)
        with replacing(self.folder / "plan.json") as temporary:
            temporary.write_text(json.dumps(plan.metadata()), encoding="utf-8")
        self.done = 0
        if is_new and out.exists():
            self._take_over()
        self.done = self._count()

    def add(self, played: Played) -> None:
        """Keep a batch; small ones wait for more, but not for long."""
        self._waiting.append(played)
        self.done += played.games.height
        rows = sum(batch.games.height for batch in self._waiting)
        if rows >= ROW_GROUP or time.monotonic() - self._since > KEEP_AFTER:
            self.flush()

    def flush(self) -> None:
        """Put all that waits on the disk."""
        if not self._waiting:
            return
        first = self._waiting[0].games["game"][0]
        turns = [batch.turns for batch in self._waiting if batch.turns is not None]
        try:
            if turns:
                self._write(self.folder / f"turns-{first:012}.arrow", pl.concat(turns))
            self._write(self.folder / f"games-{first:012}.arrow", pl.concat([batch.games for batch in self._waiting]))
        except ForvmError as error:
            raise ForvmError(f"{error} {first} games are safe: once it can be written, go on with --resume.") from None
        self._waiting = []
        self._since = time.monotonic()

    def finish(self) -> None:
        """Make the file of all that is kept; once it holds everything, the pieces go."""
        self.flush()
        if self.plan.turns:
            self._join("turns", turns_of(self.out))
        self._join("games", self.out)
        if self.done >= self.plan.games:
            shutil.rmtree(self.folder, ignore_errors=True)

    def batches(self) -> Iterator[pl.DataFrame]:
        """All games that are kept on the disk, a few thousand at a time."""
        for table in self._tables("games"):
            rows = pl.from_arrow(table)
            assert isinstance(rows, pl.DataFrame)
            yield rows

    def _join(self, kind: str, path: Path) -> None:
        try:
            with replacing(path) as temporary:
                if path.suffix == ".csv":
                    self._write_csv(kind, temporary)
                else:
                    self._write_parquet(kind, temporary)
        except ForvmError as error:
            raise ForvmError(f"{error} All games are safe in {self.folder}: go on with --resume.") from None

    def _write_parquet(self, kind: str, path: Path) -> None:
        writer: pq.ParquetWriter | None = None
        metadata = self.plan.metadata()
        try:
            for group in _in_groups(self._tables(kind)):
                if writer is None:
                    schema = group.schema.with_metadata(metadata)
                    writer = pq.ParquetWriter(path, schema, compression="zstd", write_statistics=["game"])
                writer.write_table(group.replace_schema_metadata(metadata), row_group_size=ROW_GROUP)
        finally:
            if writer is not None:
                writer.close()

    def _write_csv(self, kind: str, path: Path) -> None:
        with path.open("wb") as stream:
            for number, table in enumerate(self._tables(kind)):
                columns = [name for name in table.column_names if name != TRAIL]
                rows = pl.from_arrow(table.select(columns))
                assert isinstance(rows, pl.DataFrame)
                rows.write_csv(stream, include_header=number == 0)

    def _pieces(self, kind: str) -> list[Path]:
        return sorted(self.folder.glob(f"{kind}-*.arrow"))

    def _tables(self, kind: str) -> Iterator[pa.Table]:
        for piece in self._pieces(kind):
            with pa.OSFile(str(piece)) as stream, pa.ipc.open_file(stream) as reader:
                yield reader.read_all()

    def _count(self) -> int:
        """How many games are kept; pieces that do not follow upon the one before are of no use."""
        done = 0
        for piece in self._pieces("games"):
            try:
                with pa.OSFile(str(piece)) as stream, pa.ipc.open_file(stream) as reader:
                    rows = sum(reader.get_batch(i).num_rows for i in range(reader.num_record_batches))
            except (OSError, pa.ArrowException) as error:
                raise ForvmError(
                    f"{piece} is damaged ({error}): remove it and those behind it, and go on with --resume."
                ) from None
            if int(piece.stem.removeprefix("games-")) != done:
                raise ForvmError(f"{piece} does not follow upon the {done} games before it: a piece was removed.")
            done += rows
        return done

    def _take_over(self) -> None:
        """A finished file becomes the first pieces of a longer one."""
        for kind, path in (("games", self.out), ("turns", turns_of(self.out))):
            if kind == "turns" and not self.plan.turns:
                continue
            with pq.ParquetFile(path) as file:
                for group in range(file.num_row_groups):
                    rows = pl.from_arrow(file.read_row_group(group))
                    assert isinstance(rows, pl.DataFrame)
                    self._write(self.folder / f"{kind}-{rows['game'][0]:012}.arrow", rows)

    @staticmethod
    def _write(path: Path, rows: pl.DataFrame) -> None:
        table = rows.to_arrow()
        with replacing(path) as temporary, pa.OSFile(str(temporary), "wb") as stream:
            options = pa.ipc.IpcWriteOptions(compression="lz4")
            with pa.ipc.new_file(stream, table.schema, options=options) as writer:
                writer.write_table(table)


def _in_groups(tables: Iterator[pa.Table]) -> Iterator[pa.Table]:
    """The same rows in row groups of one size, each of one piece: then the same rows make the same bytes."""
    waiting: list[pa.Table] = []
    for table in tables:
        waiting.append(table)
        while sum(part.num_rows for part in waiting) >= ROW_GROUP:
            joined = pa.concat_tables(waiting)
            yield joined.slice(0, ROW_GROUP).combine_chunks()
            waiting = [joined.slice(ROW_GROUP)]
    if sum(part.num_rows for part in waiting):
        yield pa.concat_tables(waiting).combine_chunks()
