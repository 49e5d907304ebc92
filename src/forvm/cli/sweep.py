"""``forvm sweep``."""

from __future__ import annotations

import shlex
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from forvm import text
from forvm.cli import INTERRUPTED
from forvm.errors import ForvmError
from forvm.terminal.screen import Screen, make_console

if TYPE_CHECKING:
    from forvm.lab.study import Study
    from forvm.lab.study.crews import Crew
    from forvm.lab.study.folder import Folder
    from forvm.lab.study.running import Progress as Far

PACKAGES = ("numba", "polars", "pyarrow", "scipy", "SALib")


def option(name: str) -> str:
    """What an option means."""
    return str(text.load("sweep")["cli"][name])


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("sweep")["report"][key], values)


def sweep(
    study: Annotated[str, Parameter(help=option("study"))],
    *,
    out: Annotated[Path | None, Parameter(help=option("out"))] = None,
    workers: Annotated[int | None, Parameter(help=option("workers"))] = None,
    cluster: Annotated[str | None, Parameter(help=option("cluster"))] = None,
    resume: Annotated[bool, Parameter(help=option("resume"), negative=())] = False,
    check: Annotated[bool, Parameter(help=option("check"), negative=())] = False,
) -> int:
    """Play a study."""
    _require_packages()
    from forvm.lab.study.reading import load
    from forvm.lab.study.running import crew_of, folder_of

    made = load(study)
    screen, progress_to = Screen(), make_console(stderr=True)
    if check:
        _tell(made, screen)
        return 0
    with closing(crew_of(made, workers, cluster)) as crew:
        folder = folder_of(made, out, resume)
        _tell(made, screen)
        if cluster is None:
            _compile(progress_to)
        else:
            _tell_cluster(crew, progress_to)
        complete = _play(made, folder, crew, progress_to)
    games = sum(shard.count for shard in folder.shards)
    kept: dict[str, text.Value] = {"games": games, "cells": len(made.cells), "folder": str(folder.path)}
    screen.address(say("done" if complete else "stopped", **kept))
    if not complete:
        words = [study, "--out", str(folder.path), *(["--cluster", cluster] if cluster else []), "--resume"]
        screen.address(say("go_on", command=shlex.join(["forvm", "sweep", *words])))
    return 0 if complete else INTERRUPTED


def _require_packages() -> None:
    """Say at once, and how to mend it, if a package of the laboratory is missing."""
    for name in PACKAGES:
        if find_spec(name) is None:
            raise ForvmError(
                f"Studies need a package that is not installed ({name}). "
                "Install what the laboratory needs with: pip install 'forvm[lab]'"
            )


def _tell(study: Study, screen: Screen) -> None:
    """What is going to be played."""
    screen.line(study.title, "bold")
    if study.question != study.title:
        screen.line(study.question)
    amount = study.amount
    if amount.metric:
        told: dict[str, Any] = {"least": amount.least, "most": amount.most, "metric": amount.metric}
        screen.line(say("plan_until", cells=len(study.cells), width=f"{amount.width:g}", **told))
    else:
        screen.line(say("plan", cells=len(study.cells), games=amount.most, total=study.most_games))


def _tell_cluster(crew: Crew, console: Console) -> None:
    from forvm.lab.study.cluster import Cluster

    assert isinstance(crew, Cluster)
    threads = crew.workers()
    console.print(say("on_cluster", threads=threads) if threads else say("waiting"))


def _compile(console: Console) -> None:
    """Compile the games in sight of whoever waits."""
    from forvm.lab.games.playing import prepare, programs

    if all(program.is_ready() for program in programs()):
        return
    if not console.is_terminal:
        console.print(say("compiling"))
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(say("compiling"), total=None)
        prepare(lambda done, of: progress.update(task, completed=done, total=of))


def _play(study: Study, folder: Folder, crew: Crew, console: Console) -> bool:
    from forvm.lab.study.running import run

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(say("playing"), total=None, rate="")

        def report(far: Far) -> None:
            if far.resumed and far.done == far.resumed and progress.tasks[0].total is None:
                console.print(say("resumed", games=far.resumed))
            shown = f"{far.rate:,.0f}" if far.rate >= 10 else f"{far.rate:.2f}"
            progress.update(task, completed=far.done, total=far.asked, rate=f"{shown} {say('rate')}")

        return run(study, folder, crew, report)
