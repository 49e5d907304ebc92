"""``forvm simulate``."""

from __future__ import annotations

import math
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from forvm import content, text
from forvm.cli import INTERRUPTED
from forvm.cli.progress import compile_in_sight, games_in_sight
from forvm.cli.set_option import warn_without_effect
from forvm.content.assignments import with_assignments
from forvm.errors import ForvmError
from forvm.lab import simulation
from forvm.terminal import piece_symbols
from forvm.terminal.screen import Screen, make_console

if TYPE_CHECKING:
    from forvm.lab.games.parquet_output import SimulationPlan
    from forvm.lab.simulation_summary import SimulationSummary, WinRecord
    from forvm.lab.statistics.own_statistics import OwnStatistic


def option(name: str) -> str:
    """What an option means."""
    return str(text.load("simulate")["cli"][name])


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("simulate")["report"][key], values)


def simulate(
    *,
    games: Annotated[int | None, Parameter(help=option("games"))] = None,
    seed: Annotated[int | None, Parameter(help=option("seed"))] = None,
    edition: Annotated[str | None, Parameter(help=option("edition"))] = None,
    set_: Annotated[list[str] | None, Parameter(name="--set", help=option("set"), negative=())] = None,
    players: Annotated[int | None, Parameter(help=option("players"))] = None,
    bots: Annotated[str | None, Parameter(help=option("bots"))] = None,
    out: Annotated[Path | None, Parameter(help=option("out"))] = None,
    turns: Annotated[bool, Parameter(help=option("turns"), negative=())] = False,
    statistic: Annotated[list[str] | None, Parameter(help=option("statistic"), negative=())] = None,
    collect: Annotated[list[str] | None, Parameter(help=option("collect"), negative=())] = None,
    workers: Annotated[int | None, Parameter(help=option("workers"))] = None,
    resume: Annotated[bool, Parameter(help=option("resume"), negative=())] = False,
) -> int:
    """Play games and sum them up."""
    simulation.require_packages((*simulation.PACKAGES, "scipy"))
    from forvm.lab.games.game_workers import workers_of
    from forvm.lab.games.parquet_output import check_out
    from forvm.lab.statistics.own_statistics import named_in

    statistics = named_in(statistic or ())
    if out is None and (turns or resume):
        raise ForvmError(f"{'--resume' if resume else '--turns'} is about a file: name it with --out.")
    count = workers_of(workers)
    chosen: dict[str, Any] = {
        "rules": with_assignments(content.load(edition or "forvm"), set_) if set_ else edition,
        "players": players,
        "bots": bots,
        "games": games,
        "seed": seed,
        "turns": turns or None,
        "collect": collect,
    }
    given = {key: value for key, value in chosen.items() if value is not None}
    plan = _resumed(out, given) if resume and out is not None else simulation.plan_of(**given)
    simulation.metrics_of(plan.setting, statistics)  # what is wrong with them is said before anything is played
    if out is not None:
        check_out(out, resume)
    progress_to = make_console(stderr=True)
    _warn(plan, progress_to)
    _compile(progress_to)
    begun = time.perf_counter()
    summary, before = _play(plan, count, out, resume, statistics, progress_to)
    _show(plan, summary, (summary.games - before) / (time.perf_counter() - begun))
    if out is not None:
        _tell_files(plan, summary, out)
    return 0 if summary.games == plan.games else INTERRUPTED


def _resumed(out: Path, given: dict[str, Any]) -> SimulationPlan:
    """The plan of a file. Whatever is said again must be what it was begun with; only games may become more."""
    plan = simulation.resumed(out, given.get("games"))
    setting = plan.setting
    was: dict[str, Any] = {
        "rules": setting.rules,
        "players": setting.players,
        "bots": setting.bots,
        "seed": setting.seed,
        "scheme": setting.scheme,
        "collect": [one.word for one in setting.collect],
    }
    asked = simulation.plan_of(**(was | {"games": plan.games, "turns": plan.turns} | given))
    if asked != plan:
        raise ForvmError(
            f"{out} was begun with other settings: {setting.rules.name} for {setting.players} players, "
            f"{','.join(setting.bots)}, seed {setting.seed}{', with turns' if plan.turns else ''}. "
            "Leave the settings away, or choose another --out."
        )
    return plan


def _warn(plan: SimulationPlan, console: Console) -> None:
    from forvm.bots import recipe

    by_the_clock = [bot for bot in plan.setting.bots if (made := recipe(bot)) is not None and made.seconds is not None]
    if by_the_clock:
        console.print(say("by_the_clock", bots=", ".join(dict.fromkeys(by_the_clock))))
    warn_without_effect(plan.setting.rules, plan.setting.rules.overrides, console)


def _compile(console: Console) -> None:
    from forvm.lab.games.game_rows import prepare, programs

    is_ready = all(program.is_ready() for program in programs())
    compile_in_sight(console, say("compiling"), is_ready, prepare)


def _play(
    plan: SimulationPlan,
    workers: int,
    out: Path | None,
    resume: bool,
    statistics: tuple[OwnStatistic, ...],
    console: Console,
) -> tuple[SimulationSummary, int]:
    """The games in sum, and how many of them an earlier run had played."""
    before = -1

    def note(summary: SimulationSummary) -> None:
        nonlocal before
        if before < 0:
            before = summary.games
            if before:
                console.print(say("resumed", games=before))
        report(summary.games, plan.games)

    with games_in_sight(console, say("playing"), say("rate")) as report:
        summary = simulation.run(plan, workers=workers, out=out, resume=resume, report=note, statistics=statistics)
    return summary, before


def _show(plan: SimulationPlan, told: SimulationSummary, rate: float) -> None:
    screen, setting = Screen(), plan.setting
    if told.games < plan.games:
        screen.line(say("stopped", done=told.games, games=plan.games), "yellow")
    rules = setting.rules.name
    screen.line(say("title", games=told.games, name=rules, players=setting.players, seed=setting.seed), "bold")
    screen.show(_facts(told))
    screen.show(_seats(told))
    if setting.is_mixed:
        screen.show(_bots(told))
    if told.metrics:
        screen.show(_statistics(told))
    screen.line(say("speed", games=f"{rate:,.0f}"), "dim")


def _facts(told: SimulationSummary) -> Table:
    facts = Table.grid(padding=(0, 2))
    turns, decisions = f"{told.turns / told.games:.1f}", f"{told.decisions / told.games:,.0f}"
    length = say("length_told", turns=turns, least=told.shortest, most=told.longest, decisions=decisions)
    facts.add_row(say("length"), length)
    victory, limit = told.endings["prestige"], told.endings["turn_limit"]
    ending = say("ending_told", victory=victory, limit=limit, shared=told.decided["shared"])
    if given_up := told.endings["given_up"]:
        ending += f", {say('given_up', games=given_up)}"
    facts.add_row(say("ending"), ending)
    if told.setting.is_mixed:
        facts.add_row(say("seatings"), _seatings(told))
    facts.add_row(say("starter"), say("starter_told", share=f"{told.starters / told.games:.1%}"))
    if told.winners.seats:
        prestige = f"{told.winners.prestige / told.winners.seats:.1f}"
        money = f"${told.winners.money / told.winners.seats:,.0f}"
        facts.add_row(say("winners"), say("winners_told", prestige=prestige, money=money))
    return facts


def _seatings(told: SimulationSummary) -> str:
    """Whether every seating was played equally often."""
    count = len(told.setting.seatings)
    rest = told.games % count
    if not rest:
        return say("seatings_told", count=count)
    return say("seatings_uneven", rest=rest, count=count, even=told.games + count - rest)


def _seats(told: SimulationSummary) -> Table:
    table = _table("seat")
    for number, (letter, line) in enumerate(told.by_seat.items()):
        table.add_row(Text(f"{piece_symbols.SHAPES[number]} {letter}", piece_symbols.colour(number)), *_cells(line))
    return table


def _bots(told: SimulationSummary) -> Table:
    table = _table("bot")
    for bot, line in sorted(told.by_bot.items(), key=lambda item: -item[1].share):
        table.add_row(Text(bot), *_cells(line))
    return table


def _statistics(told: SimulationSummary) -> Table:
    table = _table("statistic", "mean", "interval", "statistic_games")
    for metric in told.metrics:
        found = told.moments[metric.id].estimate(metric.kind)
        assert metric.words is not None
        unit = metric.words["unit"]
        ends = (_number(found.low, unit), _number(found.high, unit))
        name = Text.assemble(metric.words["name"], (f"  {unit}" if unit not in ("", "%", "$") else "", "dim"))
        table.add_row(name, _number(found.value, unit), " – ".join(ends), f"{found.blocks:,}")
    return table


def _number(value: float, unit: str) -> str:
    if not math.isfinite(value):
        return "–"
    if unit == "%":
        return f"{value:.1%}"
    return f"{'$' if unit == '$' else ''}{value:,.{0 if abs(value) >= 1000 else 2}f}"


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in (first, *(others or ("wins", "interval", "prestige", "money"))):
        table.add_column(say(key), justify="left" if key == first else "right")
    return table


def _cells(line: WinRecord) -> tuple[str, ...]:
    low, high = line.interval
    return (
        f"{line.share:.1%}",
        f"{low:.1%} – {high:.1%}",
        f"{line.prestige / line.seats:.1f}",
        f"${line.money / line.seats:,.0f}",
    )


def _tell_files(plan: SimulationPlan, told: SimulationSummary, out: Path) -> None:
    from forvm.lab.games.parquet_output import turns_of

    screen = Screen()
    screen.address(say("file", file=str(out)))
    if plan.turns:
        screen.address(say("file_turns", file=str(turns_of(out))))
    if told.games < plan.games:
        words = ["forvm", "simulate", "--out", str(out), "--resume"]
        screen.address(say("go_on", command=shlex.join(words)))
    elif out.suffix == ".parquet":
        screen.address(say("replay", command=shlex.join(["forvm", "replay", str(out), "--game", "0"])))
