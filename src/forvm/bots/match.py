"""Matches: whole games between built-in bots inside compiled code, or between any bots in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from forvm.bots.bot_settings import BotSettings, greedy_settings, random_settings, search_settings
from forvm.bots.entry_points import DECISIONS, MONEY, MOVES, PRESTIGE, RESULT, TURNS, WINNERS
from forvm.bots.recipes import Recipe
from forvm.bots.search_buffers import SearchBuffers
from forvm.bots.search_tree import EDGES_PER_NODE
from forvm.engine.definition import Definition
from forvm.engine.twin.compiler import Program
from forvm.errors import ForvmError

if TYPE_CHECKING:
    import numpy as np

TRAIL = 1200  # room for the moves of a game; half as many are usual


class MatchResult(NamedTuple):
    """How a game ended; everything by seat. Without winners it was abandoned."""

    winners: tuple[int, ...]
    turns: int
    prestige: tuple[int, ...]
    money: tuple[int, ...]
    decisions: tuple[int, ...]


def can_compile(recipes: Sequence[Recipe | None]) -> bool:
    """Can games between these bots be played in compiled code? Only built-in ones with one tree and no clock."""
    return all(recipe is not None and recipe.seconds is None and recipe.threads == 1 for recipe in recipes)


def settings_of(recipe: Recipe) -> BotSettings:
    """Returns a built-in bot as compiled code knows it."""
    if recipe.character is None:
        return random_settings(recipe.without)
    if recipe.simulations is None:
        return greedy_settings(recipe.weights())
    return search_settings(recipe.weights(), recipe.judgement(), recipe.simulations)


class Match:
    """Games between the same bots in the same seats, by the same rules. One match serves one thread."""

    def __init__(self, program: Program, g: Definition, recipes: Sequence[Recipe]) -> None:
        if len(recipes) != g.players or not can_compile(recipes):
            raise ForvmError(
                f"A compiled match needs {g.players} built-in bots without a budget in seconds and without threads."
            )
        self.players = g.players
        nodes = 5 * max([recipe.simulations or 0 for recipe in recipes]) + 1000
        # How many edges there are decides when a tree is reused. Earlier versions had a few more: games stay the same.
        edges = EDGES_PER_NODE * (nodes + 3)
        self._buffers = SearchBuffers(program, g, [settings_of(recipe) for recipe in recipes], nodes, edges)

    def play(self, seed: int, first: int, games: int) -> list[MatchResult]:
        """Games ``first`` … of a seed. Dice depend on seed, game and moment, not on who sits where."""
        import numpy as np

        rows = np.zeros(games * RESULT, np.int64)
        self._buffers.play_games(seed, first, games, rows)
        return [self._result(row.tolist()) for row in rows.reshape(games, RESULT)]

    def trails(self, seed: int, first: int, games: int) -> list[np.ndarray[Any, Any]]:
        """The same games, each as all that was played: the ids of moves, dice and cards in order."""
        import numpy as np

        found: list[np.ndarray[Any, Any]] = []
        room = TRAIL * games
        while len(found) < games:
            left = games - len(found)
            rows = np.zeros(left * RESULT + room, np.int64)
            self._buffers.play_games(seed, first + len(found), left, rows)
            ends = np.cumsum(rows[MOVES : left * RESULT : RESULT])
            whole = int(np.searchsorted(ends, room, side="right"))
            found += np.split(rows[left * RESULT :], ends[:whole])[:whole]
            room *= 2  # where it did not reach, there are very long games
        return found

    def _result(self, row: list[int]) -> MatchResult:
        seats = range(self.players)

        def column(start: int) -> tuple[int, ...]:
            return tuple(row[start : start + self.players])

        winners = tuple(seat for seat in seats if (row[WINNERS] >> seat) & 1)
        return MatchResult(winners, row[TURNS], column(PRESTIGE), column(MONEY), column(DECISIONS))


assert RESULT == MOVES + 1
