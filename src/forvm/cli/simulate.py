"""``forvm simulate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich import box
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from forvm import content
from forvm.cli import INTERRUPTED
from forvm.cli.words import option
from forvm.content import Rules
from forvm.engine.compiled import engine_program
from forvm.lab import simulate as lab
from forvm.lab.simulate import Results, summarise
from forvm.terminal import pieces
from forvm.terminal.screen import Screen, make_console
from forvm.terminal.words import say


def simulate(
    *,
    games: Annotated[int, Parameter(help=option("simulate", "games"))] = 1000,
    seed: Annotated[int, Parameter(help=option("simulate", "seed"))] = 1,
    edition: Annotated[str, Parameter(help=option("simulate", "edition"))] = "forvm",
    players: Annotated[int | None, Parameter(help=option("simulate", "players"))] = None,
    csv: Annotated[Path | None, Parameter(help=option("simulate", "csv"))] = None,
) -> int:
    """Play random games and sum them up."""
    rules = content.load(edition)
    count = min(4, rules.player_counts[-1]) if players is None else players
    lab.check(games, seed)
    rules.definition(count)
    if csv is not None:
        lab.check_writable(csv)
    engine_program()  # says at once if Numba is missing
    progress_to = make_console(stderr=True)
    _compile(progress_to)
    results = _play(rules, count, games, seed, progress_to)
    _show(results)
    if csv is not None:
        lab.write_csv(results, csv)
        Screen().address(say("simulate.csv", file=str(csv)))
    return 0 if results.games == games else INTERRUPTED


def _compile(console: Console) -> None:
    """Compile the engine if that has not been done, in sight of whoever waits."""
    program = engine_program()
    if program.is_ready():
        return
    if not console.is_terminal:
        console.print(say("simulate.compiling"))
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(say("simulate.compiling"), total=None)
        program.compile(lambda done, of: progress.update(task, completed=done, total=of))


def _play(rules: Rules, players: int, games: int, seed: int, console: Console) -> Results:

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(say("simulate.playing"), total=games, rate="")

        def report(results: Results) -> None:
            rate = f"{results.games / max(results.seconds, 1e-9):,.0f} {say('simulate.rate')}"
            progress.update(task, completed=results.games, rate=rate)

        return lab.simulate(rules, players, games, seed, report)


def _show(results: Results) -> None:

    screen = Screen()
    told = summarise(results)
    if told.games < results.asked:
        screen.line(say("simulate.stopped", done=told.games, games=results.asked), "yellow")
    title = say("simulate.title", games=told.games, name=results.rules.name, players=results.players, seed=results.seed)
    screen.line(title, "bold")
    facts = Table.grid(padding=(0, 2))
    facts.add_row(
        say("simulate.length"),
        say(
            "simulate.length_told",
            turns=f"{told.turns:.1f}",
            least=told.shortest,
            most=told.longest,
            decisions=f"{told.decisions:,.0f}",
        ),
    )
    limit = told.games - told.by_prestige
    facts.add_row(
        say("simulate.ending"),
        say("simulate.ending_told", victory=told.by_prestige, limit=limit, shared=told.shared),
    )
    facts.add_row(
        say("simulate.winners"),
        say("simulate.winners_told", prestige=f"{told.winners_prestige:.1f}", money=f"${told.winners_money:,.0f}"),
    )
    screen.show(facts)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("seat", "wins", "interval", "prestige", "money"):
        table.add_column(say(f"simulate.{key}"), justify="left" if key == "seat" else "right")
    for number, seat in enumerate(told.seats):
        table.add_row(
            Text(f"{pieces.SHAPES[number]} {seat.letter}", pieces.colour(number)),
            f"{seat.share:.1%}",
            f"{seat.low:.1%} – {seat.high:.1%}",
            f"{seat.prestige:.1f}",
            f"${seat.money:,.0f}",
        )
    screen.show(table)
    screen.line(
        say(
            "simulate.speed",
            games=f"{told.games_per_second:,.0f}",
            decisions=f"{told.decisions_per_second:,.0f}",
        ),
        "dim",
    )
