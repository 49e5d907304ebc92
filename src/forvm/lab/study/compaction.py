"""Joins the many small files of a cell into few: thousands of shards would make every reader slow.

The rows stay the same. A joined file is whole before the files that it replaces are removed, so a kill in between
leaves some games twice on the disk: `without_doubles` ignores the smaller file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from forvm.lab.games import partitions
from forvm.lab.games.atomic_files import replacing
from forvm.lab.study.shards import Shard

MOST_FILES = 32  # of a cell; with fewer, joining them is not worth the time


def compact(shards: Mapping[Shard, Path], most_files: int = MOST_FILES) -> dict[Shard, Path]:
    """The same games in fewer files, where a cell has more than so many; returns what there is now."""
    kept: dict[Shard, Path] = {}
    for cell in by_cell(shards).values():
        if len(cell) <= most_files:
            kept |= {shard: shards[shard] for shard in cell}
            continue
        for run in _runs(cell):
            kept |= _joined(run, shards) if len(run) > 1 else {run[0]: shards[run[0]]}
    return kept


def by_cell(shards: Iterable[Shard]) -> dict[int, list[Shard]]:
    """Shards by their cell, each in order."""
    found: dict[int, list[Shard]] = {}
    for shard in sorted(shards):
        found.setdefault(shard.cell, []).append(shard)
    return found


def without_doubles(shards: Mapping[Shard, Path]) -> dict[Shard, Path]:
    """Shards without those whose games are in a larger one, too."""
    kept: dict[Shard, Path] = {}
    for cell in by_cell(shards).values():
        covered = 0
        for shard in sorted(cell, key=lambda shard: (shard.first, -shard.count)):
            if shard.end > covered:
                kept[shard] = shards[shard]
                covered = shard.end
    return kept


def file_name(shard: Shard) -> str:
    """How the file of a shard is called."""
    return f"cell-{shard.cell:05}-games-{shard.first:08}-{shard.end - 1:08}.parquet"


def _runs(cell: Sequence[Shard]) -> Iterator[list[Shard]]:
    """Shards that follow one another without a gap, cut where a file would become too large."""
    run: list[Shard] = []
    for shard in cell:
        if run and (shard.first != run[-1].end or shard.end - run[0].first > partitions.MOST_IN_A_FILE):
            yield run
            run = []
        run.append(shard)
    yield run


def _joined(run: Sequence[Shard], shards: Mapping[Shard, Path]) -> dict[Shard, Path]:
    """One file in place of several. Row group by row group: never all of them in memory."""
    files = [shards[shard] for shard in run]
    whole = Shard(run[0].cell, run[0].first, run[-1].end - run[0].first)
    path = files[0].with_name(file_name(whole))
    metadata = partitions.footer(files[0]).metadata or {}
    told = {key.decode(): value.decode() for key, value in metadata.items() if not key.startswith(b"ARROW:")}
    with replacing(path) as temporary:
        partitions.write(temporary, (table for file in files for table in partitions.tables_in(file)), told)
    for file in files:
        file.unlink()
    return {whole: path}
