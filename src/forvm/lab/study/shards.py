"""Divides what is left to play into shards: some games of one cell each.

Which games belong to a study does not depend on how they are cut, on who plays them or when. A cell that is played
until an interval is narrow is judged after whole rounds of games, by all its games in order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from forvm import bots
from forvm.lab.study.model import Cell, Study

# A shard takes seconds: so much is lost at most when the power goes.
MOST_IN_A_SHARD = 1000
FEWEST_IN_A_SHARD = 250
SIMULATIONS_IN_A_SHARD = 5000  # of a search bot, for each of its moves; summed over games
OWN_BOT_GAMES = 20


@dataclass(frozen=True, order=True)
class Shard:
    """Some games of a cell."""

    cell: int
    first: int
    count: int

    @property
    def end(self) -> int:
        """The first game that is not in it."""
        return self.first + self.count


class ShardPlan:
    """The shards that are left, in a deterministic order: round by round, and in each round cell by cell.

    ``is_narrow`` tells of a cell whether its first so many games, all of which have been played, suffice.
    """

    def __init__(self, study: Study, played: Iterable[Shard], is_narrow: Callable[[Cell, int], bool]) -> None:
        self._study = study
        self._is_narrow = is_narrow
        self._size = {cell.number: shard_size(study, cell) for cell in study.cells}
        self._played: dict[int, list[Shard]] = {cell.number: [] for cell in study.cells}
        for shard in played:
            self._played[shard.cell].append(shard)
        self._queue: deque[Shard] = deque()
        self._under_way: dict[int, int] = {}  # of each cell, shards of its round that are not done
        self._done = dict.fromkeys(self._played, 0)  # of each cell, games up to its goal
        self.goals = dict.fromkeys(self._played, 0)
        self.games_done = 0
        self.games_asked = 0  # as far as is known: open rounds count, later ones do not
        for cell in study.cells:
            self._open_round(cell)

    def take(self) -> Shard | None:
        """The next shard to play; None if there is none now (there may be when others are done)."""
        return self._queue.popleft() if self._queue else None

    def done(self, shard: Shard) -> None:
        """A shard has been played and kept."""
        self._played[shard.cell].append(shard)
        self._under_way[shard.cell] -= 1
        self._add(shard.cell, _up_to(self.goals[shard.cell], shard))
        if not self._under_way[shard.cell]:
            self._next_round(self._study.cells[shard.cell])

    def _open_round(self, cell: Cell) -> None:
        number, step = cell.number, self._study.amount.least
        self.goals[number] += step
        self.games_asked += step
        self._count(number)
        shards = list(missing(number, self.goals[number], self._played[number], self._size[number]))
        self._under_way[number] = len(shards)
        self._queue.extend(shards)
        if not shards:
            self._next_round(cell)

    def _next_round(self, cell: Cell) -> None:
        goal = self.goals[cell.number]
        if goal < self._study.amount.most and not self._is_narrow(cell, goal):
            self._open_round(cell)

    def _count(self, cell: int) -> None:
        counted = sum(_up_to(self.goals[cell], shard) for shard in self._played[cell])
        self._add(cell, counted - self._done[cell])

    def _add(self, cell: int, games: int) -> None:
        self.games_done += games
        self._done[cell] += games


def _up_to(goal: int, shard: Shard) -> int:
    """How many games of a shard count towards a goal."""
    return max(0, min(shard.end, goal) - shard.first)


def missing(cell: int, goal: int, played: Iterable[Shard], size: int) -> Iterator[Shard]:
    """Shards for the games up to a goal that have not been played.

    >>> list(missing(7, 100, [Shard(7, 20, 30)], 25))
    [Shard(cell=7, first=0, count=20), Shard(cell=7, first=50, count=25), Shard(cell=7, first=75, count=25)]
    """
    first = 0
    for shard in [*sorted(played, key=lambda shard: shard.first), Shard(cell, goal, 0)]:
        until = min(shard.first, goal)
        while first < until:
            # Cut at multiples of the size, wherever one begins: a later run then finds the same pieces.
            count = min((first // size + 1) * size, until) - first
            yield Shard(cell, first, count)
            first += count
        first = max(first, shard.end)


def shard_size(study: Study, cell: Cell) -> int:
    """How many games of a cell make a shard: so many that all cores have something to do, and each for seconds."""
    spread = max(FEWEST_IN_A_SHARD, min(MOST_IN_A_SHARD, study.amount.least * len(study.cells) // 64))
    recipes = [bots.recipe(bot) for bot in cell.bots]
    if any(recipe is None for recipe in recipes):
        return min(spread, OWN_BOT_GAMES)
    simulations = max(recipe.simulations or 0 for recipe in recipes if recipe is not None)
    return min(spread, max(1, SIMULATIONS_IN_A_SHARD // simulations)) if simulations else spread
