"""Playing a study: shards to a crew, games to the folder, until nothing is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from forvm.errors import ForvmError
from forvm.lab.games import Setting
from forvm.lab.games.crew import workers_of
from forvm.lab.study.crews import Cores, Crew
from forvm.lab.study.folder import Folder, new_folder, resumed_folder
from forvm.lab.study.model import Cell, Study
from forvm.lab.study.shards import Plan


@dataclass(frozen=True)
class Progress:
    """How far a study is."""

    done: int
    asked: int  # as far as is known: with intervals to be made narrow, there may be more
    resumed: int  # of those done, games that an earlier run had played


Report = Callable[[Progress], None]


def run(study: Study, folder: Folder, crew: Crew, report: Report | None = None) -> bool:
    """Play what is left of a study; False if Ctrl-C ended it early, with everything kept that was done."""
    folder.begin(study)
    plan = Plan(study, folder.shards, lambda cell, games: is_narrow(study, folder, cell, games))
    resumed = plan.games_done
    settings = settings_of(study)
    under_way = 0
    complete = True
    try:
        while True:
            if report is not None:
                report(Progress(plan.games_done, plan.games_asked, resumed))
            room = crew.room()
            while under_way < room and (shard := plan.take()) is not None:
                crew.submit(shard, settings[shard.cell])
                under_way += 1
            if not under_way:
                break
            shard, games = crew.finished()
            folder.keep(shard, games)
            plan.done(shard)
            under_way -= 1
    except KeyboardInterrupt:
        complete = False
        for shard, games in crew.rest():
            folder.keep(shard, games)
    folder.finish(study, plan.goals, complete)
    return complete


def settings_of(study: Study) -> list[Setting]:
    """What each cell plays."""
    return [cell.setting(study.seed) for cell in study.cells]


def is_narrow(study: Study, folder: Folder, cell: Cell, games: int) -> bool:
    """Is the interval of a cell's metric narrow enough after so many games?"""
    import polars as pl

    from forvm.lab.statistics import estimate, gather
    from forvm.lab.statistics.metrics import METRICS

    metric = METRICS[study.amount.metric]
    values = (
        pl.scan_parquet(folder.cell_files(cell.number))
        .filter(pl.col("game") < games)
        .select("game", metric.expression(cell.rules, cell.players))
        .collect()
        .sort("game")
    )
    if values[metric.id].null_count() == games:
        return False  # nothing was measured, as when nobody ever wins
    told = estimate(gather(values["game"], values[metric.id].to_numpy()), metric.kind)
    return told.high - told.low <= study.amount.width


def crew_of(study: Study, workers: int | None, cluster: str | None) -> Crew:
    """Those who play: the cores of this machine, or a cluster."""
    if cluster is None:
        return Cores(workers_of(workers), settings_of(study))
    if workers is not None:
        raise ForvmError("--workers is for this machine: a cluster has the workers that were started in it.")
    from forvm.lab.study.cluster import Cluster

    return Cluster(cluster)


def folder_of(study: Study, out: Path | None, resume: bool) -> Folder:
    """Where a study is kept: by default in a folder of its name, here."""
    path = Path(study.id) if out is None else out
    return resumed_folder(path, study) if resume else new_folder(path)
