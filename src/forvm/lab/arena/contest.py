"""Plans and plays an arena: from the names of bots to results."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from forvm import content
from forvm.content import Rules
from forvm.errors import ForvmError
from forvm.lab.arena.arena_plan import ArenaKey, ArenaPlan, ArenaRow
from forvm.lab.arena.journal import Journal, journal_of, recorded_scheme
from forvm.lab.arena.result import ENDINGS, ArenaResult
from forvm.lab.ctrl_c import CtrlC
from forvm.lab.lineups import lineups_of, parse

MOST_GAMES = 10_000_000
MOST_WORKERS = 256
PACKAGES = ("numba", "polars", "openskill", "scipy")


class ArenaProgress(NamedTuple):
    """How far an arena is."""

    done: int
    total: int
    resumed: int  # of those done, games that an earlier run had played


def plan_of(
    bots: Sequence[str],
    *,
    edition: str | Path | Rules = "forvm",
    players: int | None = None,
    games: int = 400,
    lineups: str | None = None,
    lineup: Sequence[str] = (),
    seed: int = 1,
) -> ArenaPlan:
    """Check everything that was asked for; nothing is played or written yet."""
    if not 1 <= games <= MOST_GAMES:
        raise ForvmError(f"The number of games must be from 1 to {MOST_GAMES}, not {games}.")
    if not 0 <= seed < 2**60:
        raise ForvmError(f"A seed is a whole number from 0 to {2**60 - 1}, not {seed}.")
    rules = edition if isinstance(edition, Rules) else content.load(edition)
    named = [parse(words) for words in lineup]
    if players is None:
        players = len(named[0]) if named else min(4, rules.player_counts[-1])
    rules.definition(players)
    require_packages()
    from forvm.lab.own_bots import own_bots

    own = own_bots([*bots, *(bot for bots_of_it in named for bot in bots_of_it)])
    plan = ArenaPlan(rules, players, lineups_of(bots, players, lineups, named), games, seed, own)
    if plan.total > MOST_GAMES:
        raise ForvmError(
            f"{len(plan.lineups)} line-ups make {plan.total:,} games, more than {MOST_GAMES:,}: name fewer bots."
        )
    return plan


def require_packages() -> None:
    """Say at once, and how to mend it, if a package of the laboratory is missing."""
    for name in PACKAGES:
        if find_spec(name) is None:
            raise ForvmError(
                f"The arena needs a package that is not installed ({name}). "
                "Install what the laboratory needs with: pip install 'forvm[lab]'"
            )


def check_out(out: Path | None, resume: bool) -> None:
    """Raise an error now, not after an hour of games, if the results cannot be written."""
    from forvm.lab.games.atomic_files import check_writable

    if out is None:
        if resume:
            raise ForvmError("--resume goes on with the games in a file: name it with --out.")
        return
    if out.suffix not in ENDINGS:
        raise ForvmError(f"{out}: results are written as Parquet or CSV, so the file must end in .parquet or .csv.")
    check_writable(out)
    if out.exists() and not journal_of(out).exists():
        raise ForvmError(f"{out} exists already, and without a journal it cannot be added to: choose another --out.")
    if out.exists() and not resume:
        raise ForvmError(f"{out} exists already: go on with its games by --resume, or choose another --out.")


def workers_of(workers: int | None, plan: ArenaPlan) -> int:
    """How many processes; by default as many as there are cores for, so that no bot's time is taken by another."""
    if workers is None:
        from forvm.bots import recipe

        threads = max(made.threads if (made := recipe(bot)) else 1 for bot in plan.bots)
        return max(1, (os.cpu_count() or 1) // threads)
    if not 1 <= workers <= MOST_WORKERS:
        raise ForvmError(f"The number of workers must be from 1 to {MOST_WORKERS}, not {workers}.")
    return workers


def needs_compiling(plan: ArenaPlan) -> bool:
    """Is compiled code wanted that is not there yet?

    Built-in bots think in it, whoever they meet; random does not think, but where all are built in they play in it.
    """
    from forvm.bots import recipe
    from forvm.bots.match import can_compile
    from forvm.bots.program import bots_program

    recipes = {bot: recipe(bot) for bot in plan.bots}
    is_wanted = any(made.character for made in recipes.values() if made is not None) or any(
        can_compile([recipes[bot] for bot in lineup]) for lineup in plan.lineups
    )
    return is_wanted and not bots_program().is_ready()


def compile_bots(report: Callable[[int, int], None] | None = None) -> None:
    """Compile once, before several processes would do it at the same time."""
    from forvm.bots.program import bots_program

    bots_program().compile(report)


def play(
    plan: ArenaPlan,
    *,
    workers: int = 1,
    out: Path | None = None,
    resume: bool = False,
    report: Callable[[ArenaProgress], None] | None = None,
) -> ArenaResult:
    """Play what is left of a plan, and write the results; Ctrl-C ends it early and keeps what is done."""
    with CtrlC() as ctrl_c, ExitStack() as closing:
        journal = None
        rows: dict[ArenaKey, ArenaRow] = {}
        check_out(out, resume)
        if out is not None:
            plan = replace(plan, scheme=recorded_scheme(journal_of(out))) if resume else plan
            journal = closing.enter_context(Journal(journal_of(out), plan, resume=resume))
            rows = {row.key: row for row in journal.rows if row.key.block < plan.blocks(row.key.lineup)}
        resumed = len(rows)

        def tell() -> None:
            if report is not None:
                report(ArenaProgress(len(rows), plan.total, resumed))

        try:
            _play(plan, rows, workers, journal, ctrl_c, tell)
        except KeyboardInterrupt:
            if not rows:
                raise
        except ForvmError as error:
            if journal is None or not rows:
                raise
            raise ForvmError(f"{error} {_kept(len(rows), journal.path)}") from error
        result = ArenaResult(plan, tuple(rows.values()))
        if out is not None:
            result.write(out)
    return result


def _kept(games: int, journal: Path) -> str:
    """Tells how to resume an arena that failed."""
    return (
        f"{'1 game is' if games == 1 else f'{games:,} games are'} kept in {journal}: the same command with --resume "
        "goes on after them. If you change a bot's source, though, begin anew with another --out."
    )


def _play(
    plan: ArenaPlan,
    rows: dict[ArenaKey, ArenaRow],
    workers: int,
    journal: Journal | None,
    ctrl_c: CtrlC,
    tell: Callable[[], None],
) -> None:
    tell()
    left = plan.total - len(rows)
    if not left:
        return
    from forvm.lab.arena.arena_processes import play_all

    for played in ctrl_c.while_waiting_for(play_all(plan, plan.schedule(frozenset(rows)), left, min(workers, left))):
        if journal is not None:
            journal.add(played)
        rows.update((row.key, row) for row in played)
        tell()


def arena(
    *bots: str,
    edition: str | Path | Rules = "forvm",
    players: int | None = None,
    games: int = 400,
    lineups: str | None = None,
    lineup: Sequence[str] = (),
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    report: Callable[[ArenaProgress], None] | None = None,
) -> ArenaResult:
    """Let bots play each other, as ``forvm arena`` does; returns the games.

    Bots are named as on the command line. ``result.standings()`` sums the games up, ``result.frame()`` has a row for
    each. ``report`` hears how far it is.
    """
    plan = plan_of(bots, edition=edition, players=players, games=games, lineups=lineups, lineup=lineup, seed=seed)
    count = workers_of(workers, plan)
    path = None if out is None else Path(out)
    check_out(path, resume)
    if needs_compiling(plan):
        compile_bots()
    return play(plan, workers=count, out=path, resume=resume, report=report)
