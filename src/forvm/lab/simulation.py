"""Simulations: many games by the same rules between the same bots, into a table or a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from forvm import content
from forvm.content import Rules
from forvm.errors import ForvmError
from forvm.lab.ctrl_c import CtrlC
from forvm.lab.lineups import parse
from forvm.lab.scheme import SCHEME

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from forvm.lab.games.parquet_output import SimulationPlan
    from forvm.lab.games.setting import Setting
    from forvm.lab.simulation_summary import SimulationSummary
    from forvm.lab.statistics.game_metrics import Metric
    from forvm.lab.statistics.own_statistics import OwnStatistic

PACKAGES = ("numba", "polars", "pyarrow")
Report = Callable[["SimulationSummary"], None]


def require_packages(packages: Sequence[str] = PACKAGES, extra: str = "lab") -> None:
    """Say at once, and how to mend it, if a package of the laboratory is missing."""
    for name in packages:
        if find_spec(name) is None:
            raise ForvmError(
                f"The laboratory needs a package that is not installed ({name}). "
                f"Install what it needs with: pip install 'forvm[{extra}]'"
            )


def plan_of(
    rules: str | Path | Rules = "forvm",
    *,
    players: int | None = None,
    bots: str | Sequence[str] = "greedy",
    games: int = 1000,
    seed: int = 1,
    turns: bool = False,
    scheme: int = SCHEME,
    collect: Sequence[str] = (),
) -> SimulationPlan:
    """What is to be played, checked."""
    require_packages()
    from forvm.lab.games.collectors import collectors_of
    from forvm.lab.games.columns import column_names
    from forvm.lab.games.parquet_output import SimulationPlan
    from forvm.lab.games.setting import Setting, check_games

    loaded = rules if isinstance(rules, Rules) else content.load(rules)
    words = parse(bots) if isinstance(bots, str) else tuple(bots)
    count = max(len(words), min(4, loaded.player_counts[-1])) if players is None else players
    check_games(games)
    setting = Setting(loaded, count, words, seed, scheme)
    own = collectors_of(collect, loaded, count, column_names(loaded, count))
    return SimulationPlan(replace(setting, collect=own), games, turns)


@overload
def simulate(
    rules: str | Path | Rules = ...,
    *,
    players: int | None = ...,
    bots: str | Sequence[str] = ...,
    games: int = ...,
    seed: int = ...,
    workers: int | None = ...,
    collect: Sequence[str] = ...,
    frame: Literal["polars"] = ...,
) -> pl.DataFrame: ...


@overload
def simulate(
    rules: str | Path | Rules = ...,
    *,
    players: int | None = ...,
    bots: str | Sequence[str] = ...,
    games: int = ...,
    seed: int = ...,
    workers: int | None = ...,
    collect: Sequence[str] = ...,
    frame: Literal["pandas"],
) -> pd.DataFrame: ...


def simulate(
    rules: str | Path | Rules = "forvm",
    *,
    players: int | None = None,
    bots: str | Sequence[str] = "greedy",
    games: int = 1000,
    seed: int = 1,
    workers: int | None = None,
    collect: Sequence[str] = (),
    frame: Literal["polars", "pandas"] = "polars",
) -> Any:
    """Play games and return a row for each, with all their statistics (``forvm.lab.games.columns`` explains them).

    ``rules`` are an edition, a house rule or its file, or loaded rules; ``bots`` one word for each seat, the last one
    also for the seats that are left. The rows depend on nothing but rules, players, bots and seed. ``collect`` names
    functions of your own, as ``module:function``, that add columns.

    >>> rows = simulate("short", bots="merchant,greedy", games=20, seed=3)
    >>> rows.height
    20
    """
    plan = plan_of(rules, players=players, bots=bots, games=games, seed=seed, collect=collect)
    if frame not in ("polars", "pandas"):
        raise ForvmError(f"frame must be “polars” or “pandas”, not {frame!r}.")
    import polars as pl

    from forvm.lab.games.game_workers import play_all, workers_of

    batches = [played.games for played in play_all(plan.setting, 0, games, workers_of(workers))]
    rows = pl.concat(batches, rechunk=True)
    return rows.to_pandas() if frame == "pandas" else rows


def run(
    plan: SimulationPlan,
    *,
    workers: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    report: Report | None = None,
    statistics: Sequence[OwnStatistic] = (),
) -> SimulationSummary:
    """Play a plan, into a file if one is named, and sum it up. Ctrl-C ends it early and keeps what is done.

    ``statistics`` are summed up too (`forvm.lab.statistics.own_statistics`).
    ``report`` hears first what an earlier run has left, then of every batch.
    """
    from forvm.lab.games.game_workers import play_all, workers_of
    from forvm.lab.games.parquet_output import ParquetOutput, check_out
    from forvm.lab.simulation_summary import SimulationSummary

    summary = SimulationSummary(plan.setting, metrics=metrics_of(plan.setting, statistics))
    kept = None
    if out is not None:
        check_out(out, resume)
        kept = ParquetOutput(out, plan)
        for rows in kept.batches(summary.columns):
            summary.add(rows)
    batches = play_all(plan.setting, summary.games, plan.games, workers_of(workers), plan.turns)
    with CtrlC() as ctrl_c:
        try:
            if report is not None:
                report(summary)
            for played in ctrl_c.while_waiting_for(batches):
                if kept is not None:
                    kept.add(played)
                summary.add(played.games)
                if report is not None:
                    report(summary)
        except KeyboardInterrupt:
            if not summary.games:
                raise
        finally:
            # A second Ctrl-C does not wait for games that are still being played.
            with suppress(KeyboardInterrupt), ctrl_c.heard():
                batches.close()
            if kept is not None:
                kept.flush()
    if kept is not None:
        kept.finish()
    return summary


def metrics_of(setting: Setting, statistics: Sequence[OwnStatistic]) -> tuple[Metric, ...]:
    """The metrics that a user's statistics stand for, checked."""
    if not statistics:
        return ()
    from forvm.lab.statistics.game_metrics import MeasuredGame
    from forvm.lab.statistics.own_statistics import with_collected

    own = [name for one in setting.collect for name in one.names]
    statistics = with_collected(statistics, own)
    for statistic in statistics:
        statistic.check([MeasuredGame(setting.rules, setting.players)])
    return tuple(metric for one in statistics for metric in one.metrics(setting.line_up, setting.players))


def resumed(out: Path, games: int | None = None) -> SimulationPlan:
    """The plan of a file that is to go on, perhaps for more games than it was begun for."""
    require_packages()
    from forvm.lab.games.parquet_output import read_plan

    plan = read_plan(out)
    if games is None or games == plan.games:
        return plan
    if games < plan.games:
        raise ForvmError(f"{out} was begun for {plan.games} games: --games can only ask for more, not for {games}.")
    return replace(plan, games=games)
