"""Shows the progress of long work: bars in a terminal, lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

Report = Callable[[int, int], None]  # how much of how much is done


def compile_in_sight(console: Console, words: str, is_ready: bool, compile_it: Callable[[Report], None]) -> None:
    """Compile what is not compiled yet."""
    if is_ready:
        return
    if not console.is_terminal:
        console.print(words)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(words, total=None)
        compile_it(lambda done, of: progress.update(task, completed=done, total=of))


@contextmanager
def games_in_sight(console: Console, words: str, unit: str) -> Iterator[Report]:
    """A bar for games, with their rate and the time that is left; those of an earlier run do not count for the rate."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(words, total=None, rate="")
        begun, before = time.monotonic(), -1

        def report(done: int, of: int) -> None:
            nonlocal before
            if before < 0:
                before = done
            rate = (done - before) / max(time.monotonic() - begun, 1e-3)
            shown = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2f}"
            progress.update(task, completed=done, total=of, rate=f"{shown} {unit}")

        yield report
