"""``forvm sweep``."""

from __future__ import annotations

import shlex
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.console import Console

from forvm import text
from forvm.cli import INTERRUPTED
from forvm.cli.progress import compile_in_sight, games_in_sight
from forvm.cli.set_option import warn_without_effect
from forvm.content.assignments import read_assignments
from forvm.lab.simulation import require_packages
from forvm.terminal.screen import Screen, make_console

if TYPE_CHECKING:
    from forvm.lab.study import Study
    from forvm.lab.study.folder import Folder
    from forvm.lab.study.running import StudyProgress as Far
    from forvm.lab.study.shard_workers import ShardWorkers

PACKAGES = ("numba", "polars", "pyarrow", "scipy", "SALib", "tomli_w")


def option(name: str) -> str:
    """What an option means."""
    return str(text.load("sweep")["cli"][name])


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("sweep")["report"][key], values)


def sweep(
    study: Annotated[str, Parameter(help=option("study"))],
    /,
    *,
    set_: Annotated[list[str] | None, Parameter(name="--set", help=option("set"), negative=())] = None,
    out: Annotated[Path | None, Parameter(help=option("out"))] = None,
    workers: Annotated[int | None, Parameter(help=option("workers"))] = None,
    cluster: Annotated[str | None, Parameter(help=option("cluster"))] = None,
    resume: Annotated[bool, Parameter(help=option("resume"), negative=())] = False,
    check: Annotated[bool, Parameter(help=option("check"), negative=())] = False,
) -> int:
    """Play a study."""
    require_packages(PACKAGES)
    from forvm.lab.study.running import as_begun, folder_of, workers_for
    from forvm.lab.study.study_reader import load

    changes = read_assignments(set_ or ())
    made = as_begun(load(study, changes), out, resume)
    screen, progress_to = Screen(), make_console(stderr=True)
    warn_without_effect(made.baseline.rules, changes, progress_to)
    if check:
        _tell(made, screen)
        return 0
    with closing(workers_for(made, workers, cluster)) as shard_workers:
        folder = folder_of(made, out, resume)
        _tell(made, screen)
        if cluster is None:
            _compile(progress_to)
        else:
            _tell_cluster(shard_workers, progress_to)
        complete = _play(made, folder, shard_workers, progress_to)
    games = sum(shard.count for shard in folder.shards)
    kept: dict[str, text.Value] = {"games": games, "cells": len(made.cells), "folder": str(folder.path)}
    screen.address(say("done" if complete else "stopped", **kept))
    if complete:
        screen.address(say("report", command=shlex.join(["forvm", "report", str(folder.path)])))
    else:
        again = [word for one in set_ or () for word in ("--set", one)]
        words = [study, *again, "--out", str(folder.path), *(["--cluster", cluster] if cluster else []), "--resume"]
        screen.address(say("go_on", command=shlex.join(["forvm", "sweep", *words])))
    return 0 if complete else INTERRUPTED


def _tell(study: Study, screen: Screen) -> None:
    """What is going to be played."""
    from forvm.lab.study.no_effect import without_effect

    screen.line(study.title, "bold")
    if study.question != study.title:
        screen.line(study.question)
    for reason in without_effect(study):
        screen.line(say("no_effect", reason=reason), "yellow")
    amount = study.amount
    if amount.metric:
        told: dict[str, Any] = {"least": amount.least, "most": amount.most, "metric": amount.metric}
        screen.line(say("plan_until", cells=len(study.cells), width=f"{amount.width:g}", **told))
    else:
        screen.line(say("plan", cells=len(study.cells), games=amount.most, total=study.most_games))


def _tell_cluster(shard_workers: ShardWorkers, console: Console) -> None:
    from forvm.lab.study.cluster import Cluster

    assert isinstance(shard_workers, Cluster)
    threads = shard_workers.workers()
    console.print(say("on_cluster", threads=threads) if threads else say("waiting"))


def _compile(console: Console) -> None:
    """Compile the games and show progress."""
    from forvm.lab.games.game_rows import prepare, programs

    compile_in_sight(console, say("compiling"), all(program.is_ready() for program in programs()), prepare)


def _play(study: Study, folder: Folder, shard_workers: ShardWorkers, console: Console) -> bool:
    from forvm.lab.study.running import run

    told = False
    with games_in_sight(console, say("playing"), say("rate")) as show:

        def report(far: Far) -> None:
            nonlocal told
            if far.resumed and not told:
                console.print(say("resumed", games=far.resumed))
            told = True
            show(far.done, far.asked)

        return run(study, folder, shard_workers, report)
