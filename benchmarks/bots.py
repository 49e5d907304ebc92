"""How fast bots play and search, and how long a person waits for them.

Run as ``python -m benchmarks.bots --json``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import cycle
from time import perf_counter
from typing import Any

from benchmarks.peers.measure import rates, run_as_script
from forvm import Dice, Game, bots, content
from forvm.bots.match import Match
from forvm.bots.parallel_search import ParallelSearch
from forvm.bots.program import bots_program
from forvm.game import CHANCE

BATCH = 200
POSITIONS = 16
SIMULATIONS = 5_000
MOVES = 150

# What a person meets on a machine without a compiler, or before it is done.
PLAIN = """
import json, sys
sys.modules["numba"] = None
from benchmarks.bots import slowest_move
print(json.dumps({level: slowest_move(level) for level in %r}))
"""


def greedy_games(edition: str, seconds: float) -> dict[str, float]:
    """Whole games a second between four greedy bots in one thread of compiled code."""
    recipe = bots.RECIPES["greedy"]
    match = Match(bots_program(), content.load(edition).definition(4), [recipe] * 4)
    first = 0

    def batch() -> dict[str, int]:
        nonlocal first
        first += BATCH
        played = match.play(1, first, BATCH)
        return {"games": BATCH, "decisions": sum(sum(result.decisions) for result in played)}

    return rates(batch, seconds)


def positions(edition: str) -> list[Game]:
    """Positions with a choice to think about, from all stages of games between greedy bots."""
    found = []
    for seed in range(POSITIONS):
        game = Game(edition, 4)
        bot = bots.make("greedy")
        for count in range(20 + 12 * seed):
            game.roll_all(Dice(seed * 1000 + count))
            if game.to_act is None or (count >= 10 + 12 * seed and len(game.legal()) > 3):
                break
            game.play(bot.choose(game, game.to_act))
        if game.to_act not in (None, CHANCE):
            found.append(game)
    return found


def search(edition: str, seconds: float) -> float:
    """Simulations a second of the search in one thread, every leaf evaluated."""
    places = positions(edition)
    recipe = bots.RECIPES["search"]
    searcher = ParallelSearch(
        bots_program(), places[0].definition, recipe.weights(), recipe.judgement(), trees=1, seed=1
    )
    following = cycle(places)

    def one_search() -> dict[str, int]:
        moves = searcher.search(next(following).state, SIMULATIONS, None)
        return {"simulations": sum(move.visits for move in moves)}

    return rates(one_search, seconds)["simulations_per_second"]


def slowest_move(spec: str) -> float:
    """The longest that a bot thought about one of its moves in a game, in seconds of the clock."""
    game = Game("forvm", 4)
    bot = bots.make(spec, seed=1)
    dice = Dice(1)
    slowest = 0.0
    made = 0
    while (seat := game.to_act) is not None and made < MOVES:
        if seat == CHANCE:
            game.roll(dice)
            continue
        begin = perf_counter()
        move = bot.choose(game, seat)
        if made > 0:  # the first move also loads code
            slowest = max(slowest, perf_counter() - begin)
        game.play(move)
        made += 1
    return slowest


def plain_moves() -> dict[str, float]:
    """Every level's slowest move in plain Python."""
    program = PLAIN % (bots.LEVELS,)
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(told)
    return found


def measurements(seconds: float) -> dict[str, Any]:
    """Everything this file measures."""
    return {
        "greedy_games": {edition: greedy_games(edition, seconds) for edition in content.names()},
        "search_simulations_per_second": {edition: search(edition, seconds) for edition in content.names()},
        "slowest_move_seconds": {level: slowest_move(level) for level in bots.LEVELS},
        "slowest_plain_move_seconds": plain_moves(),
    }


if __name__ == "__main__":
    run_as_script("forvm", measurements)
