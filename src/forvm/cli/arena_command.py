"""``forvm arena``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from forvm import content, text
from forvm.cli import INTERRUPTED
from forvm.cli.arena_tables import say, show
from forvm.cli.progress import compile_in_sight, games_in_sight
from forvm.cli.set_option import warn_without_effect
from forvm.content.assignments import with_assignments
from forvm.lab.arena import contest
from forvm.lab.arena.arena_plan import ArenaPlan
from forvm.lab.arena.result import ArenaResult
from forvm.terminal.screen import Screen, make_console


def option(name: str) -> str:
    """What an option means."""
    return str(text.load("arena")["cli"][name])


def arena(
    *bots: Annotated[str, Parameter(help=option("bots"))],
    edition: Annotated[str, Parameter(help=option("edition"))] = "forvm",
    set_: Annotated[list[str] | None, Parameter(name="--set", help=option("set"), negative=())] = None,
    players: Annotated[int | None, Parameter(help=option("players"))] = None,
    games: Annotated[int, Parameter(help=option("games"))] = 400,
    lineups: Annotated[str | None, Parameter(help=option("lineups"))] = None,
    lineup: Annotated[list[str] | None, Parameter(help=option("lineup"), negative=())] = None,
    seed: Annotated[int, Parameter(help=option("seed"))] = 1,
    workers: Annotated[int | None, Parameter(help=option("workers"))] = None,
    out: Annotated[Path | None, Parameter(help=option("out"))] = None,
    resume: Annotated[bool, Parameter(help=option("resume"), negative=())] = False,
) -> int:
    """Let bots play each other, and print how strong each is."""
    rules = with_assignments(content.load(edition), set_ or ())
    plan = contest.plan_of(
        bots, edition=rules, players=players, games=games, lineups=lineups, lineup=lineup or (), seed=seed
    )
    count = contest.workers_of(workers, plan)
    contest.check_out(out, resume)
    progress_to = make_console(stderr=True)
    progress_to.print(_planned(plan))
    warn_without_effect(rules, rules.overrides, progress_to)
    compile_in_sight(progress_to, say("compiling"), not contest.needs_compiling(plan), contest.compile_bots)
    result = _play(plan, count, out, resume, progress_to)
    screen = Screen()
    show(result, screen, kept=out is not None)
    if out is not None:
        screen.address(say("file", file=str(out)))
    return 0 if result.complete else INTERRUPTED


def _planned(plan: ArenaPlan) -> str:
    """How many games there will be: more than --games, which is for each line-up."""
    each = [plan.games_of(number) for number in range(len(plan.lineups))]
    key = "one_lineup" if len(each) == 1 else "lineups_alike" if len(set(each)) == 1 else "lineups_unlike"
    return say(f"planned.{key}", lineups=len(each), least=min(each), most=max(each), games=plan.total)


def _play(plan: ArenaPlan, workers: int, out: Path | None, resume: bool, console: Console) -> ArenaResult:
    with games_in_sight(console, say("playing"), say("rate")) as show_games:

        def report(far: contest.ArenaProgress) -> None:
            if resume and far.done == far.resumed:  # before the first game
                console.print(say("resumed", games=far.resumed) if far.resumed else say("anew", file=str(out)))
            show_games(far.done, far.total)

        return contest.play(plan, workers=workers, out=out, resume=resume, report=report)
