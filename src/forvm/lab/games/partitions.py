"""Parquet tables of games: one file, or a folder of files (partitions) for very many games.

Until a Parquet file is closed, its footer is held in memory, with an entry for every row group and each of a thousand
columns. So a file has a maximum number of games. Any Parquet reader opens the folder as one table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from forvm.errors import ForvmError

ROW_GROUP = 4_000
MOST_IN_A_FILE = 100_000
_PARTITION = re.compile(r"(?:games|turns)-(\d{12})\.parquet")


def partition_of(path: Path, kind: str, first: int) -> Path:
    """The partition that begins with a game."""
    return path / f"{kind}-{first:012}.parquet"


def first_of(part: Path) -> int:
    """The first game of a partition, from its name."""
    match = _PARTITION.fullmatch(part.name)
    if match is None or not part.is_file():
        raise ForvmError(
            f"{part.parent} is a folder with other things in it than games ({part.name}): it is left as it is. "
            "Choose another file, or take them out."
        )
    return int(match[1])


def files_of(path: Path) -> list[Path]:
    """The files of a table in their order: itself, or those in its folder."""
    return sorted(path.iterdir(), key=first_of) if path.is_dir() else [path]


def file_with(path: Path, game: int) -> Path:
    """The file of a table that has a game, if any has."""
    files = files_of(path)
    if not files:
        raise ForvmError(f"{path} is an empty folder: there are no games in it.")
    return next((file for file in reversed(files) if file == path or first_of(file) <= game), files[0])


def cut(first: int, end: int) -> Iterator[tuple[int, int]]:
    """Games as first and end, cut where a partition ends.

    >>> list(cut(99_990, 200_001))
    [(99990, 100000), (100000, 200000), (200000, 200001)]
    """
    while first < end:
        until = min(end, (first // MOST_IN_A_FILE + 1) * MOST_IN_A_FILE)
        yield first, until
        first = until


def whole_games(path: Path) -> int:
    """How many games are in full partitions; only the last one may have fewer."""
    files = files_of(path) if path.is_dir() else []
    whole = 0
    for file in files:
        if first_of(file) != whole:
            raise ForvmError(f"{file} does not follow upon the {whole} games before it: a file was removed.")
        rows = footer(file).num_rows
        if rows > MOST_IN_A_FILE or (rows < MOST_IN_A_FILE and file != files[-1]):
            raise ForvmError(f"{file} was changed: it has {rows} games, and should have {MOST_IN_A_FILE}.")
        if rows == MOST_IN_A_FILE:
            whole += rows
    return whole


def check(path: Path, kind: str, games: int) -> None:
    """Raise an error if a partition of the first so many games is missing."""
    there = files_of(path)
    for first, _ in cut(0, games):
        if (part := partition_of(path, kind, first)) not in there:
            raise ForvmError(f"{part} is missing: it belongs to the games from {first} on. A file was removed.")


def footer(file: Path) -> pq.FileMetaData:
    """What the end of a Parquet file says."""
    try:
        return pq.read_metadata(file)
    except FileNotFoundError:
        raise ForvmError(f"There is no file {file}.") from None
    except (OSError, pa.ArrowException) as error:
        raise ForvmError(f"{file} cannot be read as Parquet: {str(error).rstrip('.')}.") from None


def tables_in(file: Path, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
    """The rows of a file, or some of their columns, group by group."""
    groups = footer(file).num_row_groups
    try:
        with pq.ParquetFile(file) as opened:
            for group in range(groups):
                yield opened.read_row_group(group, columns=columns)
    except (OSError, pa.ArrowException) as error:
        raise ForvmError(f"{file} is damaged ({str(error).rstrip('.')}).") from None


def write(path: Path, tables: Iterable[pa.Table], metadata: Mapping[str, str]) -> None:
    """Write tables as one Parquet file."""
    writer: pq.ParquetWriter | None = None
    try:
        for group in _in_groups(tables):
            if writer is None:
                schema = group.schema.with_metadata(metadata)
                writer = pq.ParquetWriter(path, schema, compression="zstd", write_statistics=["game"])
            writer.write_table(group.replace_schema_metadata(metadata), row_group_size=ROW_GROUP)
            del group
    finally:
        if writer is not None:
            writer.close()


def make_folder(path: Path) -> None:
    """Make the folder for partitions; it replaces a shorter table in one file."""
    if path.is_file():
        path.unlink()
    path.mkdir(exist_ok=True)


def _in_groups(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """The same rows in row groups of one size, each of one piece: then the same rows make the same bytes."""
    waiting: list[pa.Table] = []
    for table in tables:
        waiting.append(table)
        del table  # rows of a thousand columns: none are held longer than they are needed
        while sum(part.num_rows for part in waiting) >= ROW_GROUP:
            joined = pa.concat_tables(waiting)
            waiting = [joined.slice(ROW_GROUP)]
            group = joined.slice(0, ROW_GROUP).combine_chunks()
            del joined
            yield group
            del group
    if sum(part.num_rows for part in waiting):
        yield pa.concat_tables(waiting).combine_chunks()
