"""Sweeps from Python: the same as ``forvm sweep``, and the games as a frame."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from forvm.lab.study.model import Study
from forvm.lab.study.running import Report, as_begun, folder_of, run, workers_for
from forvm.lab.study.study_reader import load

if TYPE_CHECKING:
    import polars as pl


def sweep(
    study: str | Path | Mapping[str, Any] | Study,
    *,
    out: str | Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    resume: bool = False,
    report: Report | None = None,
) -> pl.DataFrame:
    """Play a study; returns its games, a row each, with a column for each factor.

    ``study`` is a file, the name of a shipped study, or what such a file would say, as a mapping. Without ``out``
    nothing is kept on disk. For pandas, call ``.to_pandas()`` on what is returned.
    """
    made = study if isinstance(study, Study) else load(study)
    if out is not None:
        return _sweep(made, Path(out), workers, cluster, resume, report)
    with TemporaryDirectory(prefix="forvm-study-") as folder:
        return _sweep(made, Path(folder), workers, cluster, False, report)


def _sweep(
    study: Study, out: Path, workers: int | None, cluster: str | None, resume: bool, report: Report | None
) -> pl.DataFrame:
    from forvm.lab.games import prepare
    from forvm.lab.study.results import open_folder

    study = as_begun(study, out, resume)
    shard_workers = workers_for(study, workers, cluster)
    with closing(shard_workers):
        folder = folder_of(study, out, resume)
        if cluster is None:
            prepare()
        if not run(study, folder, shard_workers, report):
            raise KeyboardInterrupt
    return open_folder(out).table()


def write_folder(out: str | Path, study: Study, games: Mapping[int, pl.DataFrame]) -> Path:
    """Keep games that have been played elsewhere, by cell, as the folder of a study that is complete.

    The games of a cell are those from its first on, without gaps.
    """
    from forvm.lab.study.shard_files import encode
    from forvm.lab.study.shards import Shard

    folder = folder_of(study, Path(out), resume=False)
    folder.begin(study)
    for cell, rows in games.items():
        shard = Shard(cell, 0, rows.height)
        folder.keep(shard, encode(study.setting_of(study.cells[cell]), shard, rows))
    folder.finish(study, {cell.number: games[cell.number].height for cell in study.cells}, complete=True)
    return folder.path
