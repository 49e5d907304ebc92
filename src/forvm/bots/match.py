"""Matches: whole games between built-in bots inside compiled code, or between any bots in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from forvm.bots.bot import search_seat
from forvm.bots.driver import (
    DECISIONS,
    MONEY,
    MOVES,
    PRESTIGE,
    RESULT,
    TURNS,
    WINNERS,
    bots_entry,
)
from forvm.bots.mind import Mind, chart_of
from forvm.bots.paper import Paper
from forvm.bots.recipes import Recipe
from forvm.bots.tree import ASIDE, EDGES_PER_NODE, GREEDY_BOT, RANDOM_BOT, Edge, Node, Seat, Tree
from forvm.engine.definition import Definition
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.compiler import Program
from forvm.errors import ForvmError

if TYPE_CHECKING:
    import numpy as np

TRAIL = 1200  # room for the moves of a game; half as many are usual


class Result(NamedTuple):
    """How a game ended; everything by seat. No winners: it was given up."""

    winners: tuple[int, ...]
    turns: int
    prestige: tuple[int, ...]
    money: tuple[int, ...]
    decisions: tuple[int, ...]


def can_compile(recipes: Sequence[Recipe | None]) -> bool:
    """Can games between these bots be played in compiled code? Only built-in ones with one tree and no clock."""
    return all(recipe is not None and recipe.seconds is None and recipe.threads == 1 for recipe in recipes)


def seat_of(recipe: Recipe) -> Seat:
    """A built-in bot as compiled code knows it."""
    seat = search_seat(recipe.simulations or 0)
    if recipe.character is None:
        seat.kind = RANDOM_BOT
    elif recipe.simulations is None:
        seat.kind = GREEDY_BOT
    return seat


class Match:
    """Games between the same bots in the same seats, by the same rules. One match serves one thread."""

    def __init__(self, program: Program, g: Definition, recipes: Sequence[Recipe]) -> None:
        import numpy as np

        if len(recipes) != g.players or not can_compile(recipes):
            raise ForvmError(
                f"A compiled match needs {g.players} built-in bots without a budget in seconds and without threads."
            )
        self.players = g.players
        self._play = program[bots_entry]
        nodes = 5 * max([recipe.simulations or 0 for recipe in recipes]) + 1000 + ASIDE
        self._memory: tuple[Any, ...] = (
            np.zeros(nodes, State.dtype()).view(np.uint8),
            np.zeros(nodes, Node.dtype()).view(np.uint8),
            np.zeros(nodes * EDGES_PER_NODE, Edge.dtype()).view(np.uint8),
            Tree().to_buffer(),
            g.to_buffer(),
            chart_of(g).to_buffer(),
            np.concatenate([w.to_buffer() for recipe in recipes for w in (recipe.weights(), recipe.judgement())]),
            np.concatenate([seat_of(recipe).to_buffer() for recipe in recipes]),
            Mind().to_buffer(),
            Paper.new_buffer(),
            np.concatenate([Scratch().to_buffer(), Scratch().to_buffer()]),
        )

    def play(self, seed: int, first: int, games: int) -> list[Result]:
        """Games ``first`` … of a seed. Dice depend on seed, game and moment, not on who sits where."""
        import numpy as np

        rows = np.zeros(games * RESULT, np.int64)
        self._play(*self._memory, seed, first, games, rows)
        return [self._result(row.tolist()) for row in rows.reshape(games, RESULT)]

    def trails(self, seed: int, first: int, games: int) -> list[np.ndarray[Any, Any]]:
        """The same games, each as all that was played: the ids of moves, dice and cards in order."""
        import numpy as np

        found: list[np.ndarray[Any, Any]] = []
        room = TRAIL * games
        while len(found) < games:
            left = games - len(found)
            rows = np.zeros(left * RESULT + room, np.int64)
            self._play(*self._memory, seed, first + len(found), left, rows)
            ends = np.cumsum(rows[MOVES : left * RESULT : RESULT])
            whole = int(np.searchsorted(ends, room, side="right"))
            found += np.split(rows[left * RESULT :], ends[:whole])[:whole]
            room *= 2  # where it did not reach, there are very long games
        return found

    def _result(self, row: list[int]) -> Result:
        seats = range(self.players)

        def column(start: int) -> tuple[int, ...]:
            return tuple(row[start : start + self.players])

        winners = tuple(seat for seat in seats if (row[WINNERS] >> seat) & 1)
        return Result(winners, row[TURNS], column(PRESTIGE), column(MONEY), column(DECISIONS))


assert RESULT == MOVES + 1
