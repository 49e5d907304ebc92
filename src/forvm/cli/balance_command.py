"""``forvm balance``."""

from __future__ import annotations

import shlex
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console

from forvm import text
from forvm.cli import INTERRUPTED
from forvm.cli.progress import compile_in_sight, games_in_sight
from forvm.lab.simulation import require_packages
from forvm.terminal.screen import Screen, make_console

if TYPE_CHECKING:
    from forvm.lab.balance.balance_result import BalanceResult
    from forvm.lab.balance.game_ledger import BalanceProgress
    from forvm.lab.balance.goals_model import BalancePlan
    from forvm.lab.study.shard_workers import ShardWorkers

PACKAGES = ("numba", "polars", "pyarrow", "scipy", "matplotlib", "tomli_w", "optuna")


def option(name: str) -> str:
    """What an option means."""
    return str(text.load("balance")["cli"][name])


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("balance")["report"][key], values)


def balance(
    goals: Annotated[str, Parameter(help=option("goals"))],
    /,
    *,
    out: Annotated[Path | None, Parameter(help=option("out"))] = None,
    seed: Annotated[int | None, Parameter(help=option("seed"))] = None,
    workers: Annotated[int | None, Parameter(help=option("workers"))] = None,
    cluster: Annotated[str | None, Parameter(help=option("cluster"))] = None,
    resume: Annotated[bool, Parameter(help=option("resume"), negative=())] = False,
    check: Annotated[bool, Parameter(help=option("check"), negative=())] = False,
) -> int:
    """Search house rules that meet goals."""
    require_packages(PACKAGES, "balance")
    from forvm.lab.balance.balancing import workers_for
    from forvm.lab.balance.goals_reader import load
    from forvm.lab.games.setting import check_seed

    plan = load(goals)
    if seed is not None:
        check_seed(seed)
        plan = replace(plan, seed=seed)
    folder = Path(plan.id) if out is None else out
    screen, progress_to = Screen(), make_console(stderr=True)
    _tell(plan, screen)
    if check:
        return 0
    with closing(workers_for(plan, workers, cluster)) as shard_workers:
        if cluster is None:
            _compile(progress_to)
        else:
            _tell_cluster(shard_workers, progress_to)
        try:
            result = _search(plan, folder, shard_workers, resume, progress_to)
        except KeyboardInterrupt:
            words = [goals, "--out", str(folder), *(["--seed", str(seed)] if seed is not None else [])]
            words += [*(["--cluster", cluster] if cluster else []), "--resume"]
            screen.address(say("stopped", folder=str(folder)))
            screen.address(say("go_on", command=shlex.join(["forvm", "balance", *words])))
            return INTERRUPTED
    _tell_front(result, folder, screen)
    return 0


def _tell(plan: BalancePlan, screen: Screen) -> None:
    """What is going to be searched."""
    from forvm.lab.balance.candidate_rules import Catalogue

    screen.line(plan.title, "bold")
    if plan.question != plan.title:
        screen.line(plan.question)
    singles = len(Catalogue(plan).singles())
    budget = plan.budget
    screen.line(say("plan", factors=len(plan.factors), singles=singles, pairs=budget.pairs, trials=budget.trials))
    for lineup in plan.lineups:
        told: dict[str, text.Value] = {"name": lineup.name, "games": lineup.games, "confirm": lineup.confirm_games}
        screen.line(say("lineup" if lineup.is_searched else "lineup_only", **told))


def _tell_cluster(shard_workers: ShardWorkers, console: Console) -> None:
    from forvm.lab.study.cluster import Cluster

    assert isinstance(shard_workers, Cluster)
    threads = shard_workers.workers()
    console.print(say("on_cluster", threads=threads) if threads else say("waiting"))


def _compile(console: Console) -> None:
    """Compile the games and show progress."""
    from forvm.lab.games.game_rows import prepare, programs

    compile_in_sight(console, say("compiling"), all(program.is_ready() for program in programs()), prepare)


def _search(
    plan: BalancePlan, folder: Path, shard_workers: ShardWorkers, resume: bool, console: Console
) -> BalanceResult:
    from forvm.lab.balance.balancing import balance as run_search

    step = ""
    with games_in_sight(console, say("playing"), say("rate")) as show:

        def report(far: BalanceProgress) -> None:
            nonlocal step
            if far.step != step:
                step = far.step
                told = "step_resumed" if far.replayed else "step"
                console.print(say(told, step=step, games=far.replayed))
            show(far.done, far.asked)

        return run_search(plan, folder, shard_workers, resume=resume, report=report)


def _tell_front(result: BalanceResult, folder: Path, screen: Screen) -> None:
    from forvm.lab.balance.front_files import HOUSE_RULES, front_table, rule_set_id

    verdicts = text.load("balance")["verdicts"]
    screen.line(say("found", front=len(result.front) - 1, tried=len(result.tried)))
    for row in front_table(result).iter_rows(named=True):
        screen.line(
            say(
                "row",
                number=row["rule_set"],
                what=row["what"],
                price=f"{row['price']:g}",
                searched=f"{row['missed_searched']:.2f}",
                others=f"{row['missed_others']:.2f}",
                verdict=str(verdicts.get(row["verdict"], "")).strip("*"),
            )
        )
    screen.address(say("done", folder=str(folder)))
    if len(result.front) > 1:
        file = folder / HOUSE_RULES / f"{rule_set_id(result, 1)}.toml"
        screen.address(say("play", command=shlex.join(["forvm", "play", "--edition", str(file)])))
