"""Random games by the thousand, in the compiled engine.

Game i of a seed is the same whatever the number of games, the size of batches and the machine.
"""

from __future__ import annotations

import csv
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forvm.content import Rules
from forvm.engine.scratch import Scratch
from forvm.engine.state import OVER
from forvm.errors import ForvmError
from forvm.notation import SEATS

if TYPE_CHECKING:
    import numpy as np

BATCH = 500
MOST_DECISIONS = 1_000_000  # no game comes near; a bug in the rules must not hang the machine
MOST_GAMES = 100_000_000


@dataclass
class Results:
    """What came of the games played so far: one entry for each game, in order."""

    rules: Rules
    players: int
    seed: int
    asked: int
    seconds: float = 0.0
    batches: list[Any] = field(default_factory=list)  # the final states, as records
    decisions: list[Any] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games are done."""
        return sum(len(batch) for batch in self.batches)

    def column(self, name: str) -> np.ndarray[Any, Any]:
        """A field of all final states."""
        import numpy as np

        return np.concatenate([batch[name] for batch in self.batches])

    def all_decisions(self) -> np.ndarray[Any, Any]:
        """How many decisions each game took."""
        import numpy as np

        return np.concatenate(self.decisions)


@dataclass(frozen=True)
class Seat:
    """How one seat fared."""

    letter: str
    wins: float  # a shared victory counts in equal parts
    share: float
    low: float  # the 95 % interval of the share
    high: float
    prestige: float
    money: float


@dataclass(frozen=True)
class Summary:
    """The games in a few numbers."""

    games: int
    games_per_second: float
    decisions_per_second: float
    turns: float
    shortest: int
    longest: int
    decisions: float
    by_prestige: int
    shared: int
    seats: tuple[Seat, ...]
    winners_prestige: float
    winners_money: float


def simulate(
    rules: Rules, players: int, games: int, seed: int, report: Callable[[Results], None] | None = None
) -> Results:
    """Play random games; ``report`` hears of every batch. Ctrl-C ends it early and keeps what is done."""
    check(games, seed)
    definition = rules.definition(players).to_buffer()
    from forvm.engine.compiled import engine_program
    from forvm.engine.entries import STATE, random_games_entry

    play = engine_program()[random_games_entry]
    scratch = Scratch().to_buffer()
    results = Results(rules, players, seed, games)
    try:
        while results.games < games:
            _batch(results, min(BATCH, games - results.games), play, definition, scratch, STATE)
            if report is not None:
                report(results)
    except KeyboardInterrupt:
        if not results.games:
            raise
    return results


def check(games: int, seed: int) -> None:
    """Refuse numbers that cannot be meant."""
    if not 1 <= games <= MOST_GAMES:
        raise ForvmError(f"The number of games must be from 1 to {MOST_GAMES}, not {games}.")
    if not 0 <= seed < 2**60:
        raise ForvmError(f"A seed is a whole number from 0 to {2**60 - 1}, not {seed}.")


def check_writable(path: Path) -> None:
    """Find out before an hour of games, not after it, that their file cannot be written."""
    if path.is_dir():
        raise ForvmError(f"{path} is a folder: name a file, such as {path / 'games.csv'}.")
    if not path.parent.is_dir():
        raise ForvmError(f"{path} cannot be written: there is no folder {path.parent}.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ForvmError(f"{path} cannot be written: there is no permission.")


def _batch(results: Results, count: int, play: Any, definition: Any, scratch: Any, layout: Any) -> None:
    import numpy as np

    states = np.zeros(count * layout.itemsize, np.uint8)
    decisions = np.zeros(count, np.int64)
    begun = time.perf_counter()
    play(states, definition, scratch, results.seed, results.games, decisions, MOST_DECISIONS)
    seconds = time.perf_counter() - begun
    records = states.view(layout)
    top = records["task"][np.arange(count), records["top"]]
    if not (top == OVER).all():
        stuck = results.games + int(np.flatnonzero(top != OVER)[0])
        raise ForvmError(
            f"Game {stuck} of seed {results.seed} did not end within {MOST_DECISIONS} decisions. With a house rule "
            "of your own, ask whether anyone can still win by it, or set win.turn_limit."
        )
    results.batches.append(records)
    results.decisions.append(decisions)
    results.seconds += seconds


def summarise(results: Results) -> Summary:
    """The games in a few numbers."""
    import numpy as np

    games, seats = results.games, results.players
    winners = results.column("winners")
    won = (winners[:, None] >> np.arange(seats)) & 1
    count = won.sum(axis=1)
    wins = (won / count[:, None]).sum(axis=0)
    prestige = results.column("prestige")[:, :seats]
    money = results.column("money")[:, :seats]
    turns, decisions = results.column("turn"), results.all_decisions()
    highest = results.rules.definition(seats).win_prestige
    rows = []
    for seat in range(seats):
        low, high = interval(float(wins[seat]), games)
        share = float(wins[seat]) / games
        rows.append(
            Seat(
                SEATS[seat],
                float(wins[seat]),
                share,
                low,
                high,
                float(prestige[:, seat].mean()),
                float(money[:, seat].mean()),
            )
        )
    return Summary(
        games=games,
        games_per_second=games / max(results.seconds, 1e-9),
        decisions_per_second=float(decisions.sum()) / max(results.seconds, 1e-9),
        turns=float(turns.mean()),
        shortest=int(turns.min()),
        longest=int(turns.max()),
        decisions=float(decisions.mean()),
        by_prestige=int((prestige.max(axis=1) >= highest).sum()),
        shared=int((count > 1).sum()),
        seats=tuple(rows),
        winners_prestige=float(prestige[won == 1].mean()),
        winners_money=float(money[won == 1].mean()),
    )


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share.

    >>> low, high = interval(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    z = 1.959964
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def write_csv(results: Results, path: Path) -> None:
    """One row for each game."""
    letters = SEATS[: results.players]
    header = ["game", "turns", "decisions", "winners"]
    header += [f"{what}_{letter}" for letter in letters for what in ("prestige", "money")]
    turns, decisions = results.column("turn").tolist(), results.all_decisions().tolist()
    winners = results.column("winners").tolist()
    prestige, money = results.column("prestige").tolist(), results.column("money").tolist()
    try:
        with path.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(header)
            for game in range(results.games):
                won = "".join(letter for seat, letter in enumerate(letters) if (winners[game] >> seat) & 1)
                row: list[Any] = [game, turns[game], decisions[game], won]
                for seat in range(results.players):
                    row += [prestige[game][seat], money[game][seat]]
                writer.writerow(row)
    except OSError as error:
        raise ForvmError(f"{path} cannot be written: {error.strerror}.") from None
