"""Could a copy of the store be restored? Found out by doing it in a temporary folder, away from the store.

The copy is restored as `forvm.server.ops.backups` does it, looked through as `forvm.server.ops.checking` does, and
opened as a server opens a store that went back: each running game begins a new epoch of its dice, so it is written to
as well. No port is opened, and no bot moves.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from forvm.errors import ForvmError
from forvm.game import Game
from forvm.game.dicecheck import UNCHECKED, verify_record
from forvm.server.games.dice_reports import record_of
from forvm.server.http.context import ServerContext
from forvm.server.ops.backups import Progress, restore
from forvm.server.ops.checking import check
from forvm.server.people.access import Access
from forvm.server.play.live_table import LiveTable
from forvm.server.store import stored_games
from forvm.server.store.opening import one_moment

# What a record may say although nothing is wrong with the copy: people took the end of the game back.
SOUND = (*UNCHECKED, "reopened")


@dataclass(slots=True)
class Drill:
    """What came of it: how much was tried, how long each part took, and what is wrong."""

    games: int = 0  # in the copy
    tried: int = 0  # of these: looked through, opened, and their records read again
    running: int = 0  # of those that were tried: they are what people would go on with
    events: int = 0
    dice: int = 0
    seconds: dict[str, float] = field(default_factory=dict)  # of each part
    problems: list[str] = field(default_factory=list)

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Note how long a part takes."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.seconds[part] = time.monotonic() - began


def drill(
    copy: Path,
    games: int | None = None,
    copied: Progress | None = None,
    checked: Progress | None = None,
    opened: Progress | None = None,
) -> Drill:
    """Restore a copy into a temporary folder and open it.

    ``games``: try no more than so many, chosen at random, running ones first. The file as a whole is always checked.
    """
    found = Drill()
    with tempfile.TemporaryDirectory(prefix="forvm-drill-") as folder:
        store = Path(folder) / "games.sqlite3"
        try:
            with found.timed("restoring"):
                restore(copy, store, verify=False, progress=copied)
            with one_moment(store) as moment:  # restoring has brought it up to date
                every = stored_games.which_are_over(moment.transaction)
            chosen = every if games is None else _sample(every, games)
            found.games, found.tried = len(every), len(chosen)
            found.running = sum(not over for over in chosen.values())
            with found.timed("checking"):
                health = check(store, checked, only=chosen.keys())
            found.problems += health.problems
            found.events, found.dice = health.events, health.dice
            if not found.problems:  # else each broken game would be told of twice
                with found.timed("opening"):
                    asyncio.run(_open(store, chosen.keys(), found, opened))
        except ForvmError as error:
            found.problems.append(error.message)
    return found


def _sample(every: dict[str, bool], most: int) -> dict[str, bool]:
    shuffled = random.sample(sorted(every), len(every))
    return {id: every[id] for id in sorted(shuffled, key=every.__getitem__)[:most]}  # sorting keeps the order of equals


async def _open(store: Path, games: Collection[str], found: Drill, opened: Progress | None) -> None:
    """Open games in the restored store as a server does when the first page comes to them."""
    context = ServerContext.open(store, bot_pool=1, access=Access(online=True))
    try:
        for number, id in enumerate(games, 1):
            try:
                problem = _record_problem(await context.tables.open(id))
            except ForvmError as error:
                problem = f"Game {id} cannot be opened: {error}"
            except Exception as error:  # nobody knows what a strange store does
                problem = f"Game {id} cannot be opened: {error!r}"
            if problem is not None:
                found.problems.append(problem)
            if opened is not None:
                opened(number, len(games))
    finally:
        await context.close()


def _record_problem(table: LiveTable) -> str | None:
    """What is wrong with the record that players would get, if anything."""
    record = record_of(table)
    verdict = verify_record(record)
    if not verdict.follows and verdict.finding not in SOUND:
        return f"The record of game {table.id} does not verify: {verdict.text}"
    if [played.id for played in Game.from_record(record).history] != [played.id for played in table.game.history]:
        return f"The record of game {table.id} has other moves than its table."
    return None
