"""Plays a study: gives shards to workers and stores their games until nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from forvm.errors import ForvmError
from forvm.lab.ctrl_c import CtrlC
from forvm.lab.games import Setting
from forvm.lab.games.game_workers import workers_of
from forvm.lab.statistics import estimate, gather
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.study.folder import MANIFEST, Folder, new_folder, recorded_scheme, resumed_folder
from forvm.lab.study.model import Cell, Study
from forvm.lab.study.shard_workers import LocalWorkers, ShardWorkers
from forvm.lab.study.shards import Shard, ShardPlan
from forvm.lab.study.study_reader import of_scheme

FEWEST_TO_STOP = 200  # games of a cell, before its interval may be narrow enough


@dataclass(frozen=True)
class StudyProgress:
    """How far a study is."""

    done: int
    asked: int  # as far as is known: with intervals to be made narrow, there may be more
    resumed: int  # of those done, games that an earlier run had played


Report = Callable[[StudyProgress], None]


def run(study: Study, folder: Folder, shard_workers: ShardWorkers, report: Report | None = None) -> bool:
    """Play what is left of a study; False if Ctrl-C ended it early, with everything kept that was done.

    A second Ctrl-C does not wait for what is still being played.
    """
    with CtrlC() as ctrl_c:
        folder.begin(study)
        plan = ShardPlan(study, folder.shards, Judge(study, folder))
        complete = True
        try:
            _play(plan, settings_of(study), folder, shard_workers, ctrl_c, report)
        except KeyboardInterrupt:
            complete = False
            with suppress(KeyboardInterrupt):
                for shard, games in ctrl_c.while_waiting_for(shard_workers.rest()):
                    folder.keep(shard, games)
        folder.finish(study, plan.goals, complete)
    return complete


def _play(
    plan: ShardPlan,
    settings: Sequence[Setting],
    folder: Folder,
    shard_workers: ShardWorkers,
    ctrl_c: CtrlC,
    report: Report | None,
) -> None:
    resumed = plan.games_done
    under_way = 0
    while True:
        if report is not None:
            report(StudyProgress(plan.games_done, plan.games_asked, resumed))
        with ctrl_c.heard():
            room = shard_workers.room()
        while under_way < room and (shard := plan.take()) is not None:
            shard_workers.submit(shard, settings[shard.cell])
            under_way += 1
        if not under_way:
            return
        with ctrl_c.heard():
            shard, games = shard_workers.finished()
        folder.keep(shard, games)
        plan.done(shard)
        under_way -= 1


def settings_of(study: Study) -> list[Setting]:
    """What each cell plays."""
    return [study.setting_of(cell) for cell in study.cells]


class Judge:
    """Says of a cell whether the interval of the study's metric is narrow enough. Every shard is read once."""

    def __init__(self, study: Study, folder: Folder) -> None:
        self._study = study
        self._folder = folder
        self._values: dict[Shard, NDArray[np.float64]] = {}

    def __call__(self, cell: Cell, games: int) -> bool:
        """Do the first so many games of a cell, all of which have been played, suffice?"""
        metric = self._study.metric(self._study.amount.metric)
        shards = [shard for shard in sorted(self._folder.of_cell(cell.number)) if shard.first < games]
        values = np.concatenate([self._read(shard, cell, metric) for shard in shards])[:games]
        if np.isnan(values).all():
            return False  # as when nobody ever wins
        sample = gather(np.arange(games), values)
        # Games that are few, or all alike, show a small spread by chance: they say nothing yet of how rare others are.
        if games < FEWEST_TO_STOP or np.ptp(sample.sums) == 0:
            return False
        told = estimate(sample, metric.kind)
        return told.high - told.low <= self._study.amount.width

    def _read(self, shard: Shard, cell: Cell, metric: Metric) -> NDArray[np.float64]:
        if shard not in self._values:
            rows = pl.scan_parquet(self._folder.shards[shard]).select(metric.expression(cell.rules, cell.players))
            self._values[shard] = rows.collect()[metric.id].to_numpy()
        return self._values[shard]


def workers_for(study: Study, workers: int | None, cluster: str | None) -> ShardWorkers:
    """Those who play: the cores of this machine, or a cluster."""
    if cluster is None:
        return LocalWorkers(workers_of(workers), settings_of(study))
    if workers is not None:
        raise ForvmError("--workers is for this machine: a cluster has the workers that were started in it.")
    from forvm.lab.study.cluster import Cluster

    return Cluster(cluster)


def as_begun(study: Study, out: Path | None, resume: bool) -> Study:
    """A study that is resumed keeps the scheme of dice and seats that its folder was begun with."""
    path = _path(study, out)
    return of_scheme(study, recorded_scheme(path)) if resume and (path / MANIFEST).exists() else study


def folder_of(study: Study, out: Path | None, resume: bool) -> Folder:
    """Where a study is kept: by default in a folder of its name, here."""
    path = _path(study, out)
    return resumed_folder(path, study) if resume else new_folder(path)


def _path(study: Study, out: Path | None) -> Path:
    return Path(study.id) if out is None else out
