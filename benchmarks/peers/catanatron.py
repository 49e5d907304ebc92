"""Catanatron: random play, its greedy player, and tree searches over its game.

Run as `python -m benchmarks.peers.catanatron --json`. *Decisions* are all that a player is asked, *choices*
those with more than one playable action; the throw of the dice, which Catanatron asks for as an action, is a
decision without a choice unless a card may be played before it.

Catanatron's `MCTSPlayer` and `AlphaBetaPlayer` are in its repository, but in no package that it has published
(3.2.1 is the newest). So two plain searches over the published game stand in for them, with the same budgets
(10 simulations, depth 2). They do less for each node than the originals: dice fall as they may instead of all
being expanded, and a leaf's value is its victory points. Their figures are therefore generous to Catanatron.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, cycle
from math import inf, log, sqrt
from typing import Any

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, RandomPlayer
from catanatron.players.search import VictoryPointPlayer
from catanatron.state_functions import player_key

from benchmarks.peers.measure import rates, run_as_script

POSITIONS = 64
DECISIONS_BEFORE_SEARCH = 100
SIMULATIONS_PER_DECISION = 10
ALPHA_BETA_DEPTH = 2
EXPLORATION = sqrt(2)


def measurements(seconds: float) -> dict[str, Any]:
    """All figures, four players throughout."""
    positions = [_position(seed) for seed in range(1, POSITIONS + 1)]
    return {
        "players": len(Color),
        "random_player": _whole_games(RandomPlayer, seconds),
        "victory_point_player": _whole_games(VictoryPointPlayer, seconds),
        "mcts_with_random_rollouts_our_stand_in": {
            "simulations_per_decision": SIMULATIONS_PER_DECISION,
            **_searches("simulations", _mcts_decision, positions, seconds),
        },
        "alpha_beta_our_stand_in": {
            "depth": ALPHA_BETA_DEPTH,
            **_searches("nodes", _alpha_beta_decision, positions, seconds),
        },
    }


def _whole_games(player: Callable[[Color], Any], seconds: float) -> dict[str, float]:
    seeds = count(1)

    def one_game() -> dict[str, int]:
        game = Game([player(colour) for colour in Color], seed=next(seeds))
        choices = 0
        while not _is_over(game):
            choices += len(game.state.playable_actions) > 1
            game.play_tick()
        return {"decisions": len(game.state.actions), "choices": choices, "games": 1}

    return rates(one_game, seconds)


def _searches(counted: str, decide: Callable[[Any], int], positions: list[Any], seconds: float) -> dict[str, float]:
    """How many simulations or nodes a second, and how long a search takes from one of the positions."""
    next_position = cycle(positions)
    speed = rates(lambda: {counted: decide(next(next_position)), "decisions": 1}, seconds)
    return {
        f"{counted}_per_second": speed[f"{counted}_per_second"],
        "seconds_per_decision": 1 / speed["decisions_per_second"],
    }


def _position(seed: int) -> Any:
    """A position with a real choice, some way into a random game."""
    game = Game([RandomPlayer(colour) for colour in Color], seed=seed)
    while len(game.state.actions) < DECISIONS_BEFORE_SEARCH or len(game.state.playable_actions) == 1:
        game.play_tick()
    return game


@dataclass
class _Node:
    """What is known of an action: how often tried, and how often the player who took it then won."""

    visits: int = 0
    wins: int = 0
    children: dict[Any, "_Node"] = field(default_factory=dict)


def _mcts_decision(position: Any) -> int:
    root = _Node()
    for _ in range(SIMULATIONS_PER_DECISION):
        _simulate(root, position.copy())
    return root.visits


def _simulate(node: _Node, game: Any) -> None:
    """One simulation: down the tree by upper confidence bounds, then at random to the end of the game."""
    node.visits += 1
    path: list[tuple[Color, _Node]] = []
    is_known = True
    while is_known and not _is_over(game):
        action = max(game.state.playable_actions, key=lambda action: _upper_bound(node, action))
        is_known = action in node.children
        mover = game.state.current_color()
        node = node.children.setdefault(action, _Node())
        path.append((mover, node))
        game.execute(action, validate_action=False)
    while not _is_over(game):
        game.execute(random.choice(game.state.playable_actions), validate_action=False)
    winner = game.winning_color()
    for mover, visited in path:
        visited.visits += 1
        visited.wins += mover == winner


def _upper_bound(parent: _Node, action: Any) -> float:
    child = parent.children.get(action)
    if child is None:
        return inf
    return child.wins / child.visits + EXPLORATION * sqrt(log(parent.visits) / child.visits)


def _alpha_beta_decision(position: Any) -> int:
    _, nodes = _alpha_beta(position, position.state.current_color(), ALPHA_BETA_DEPTH, -inf, inf)
    return nodes


def _alpha_beta(game: Any, me: Color, depth: int, alpha: float, beta: float) -> tuple[float, int]:
    """The position's value for `me`, all others playing against them, and the positions made to find it."""
    if depth == 0 or _is_over(game):
        points: int = game.state.player_state[f"{player_key(game.state, me)}_ACTUAL_VICTORY_POINTS"]
        return points, 0
    is_mine = game.state.current_color() == me
    best = -inf if is_mine else inf
    nodes = 0
    for action in game.state.playable_actions:
        after = game.copy()
        after.execute(action, validate_action=False)
        value, below = _alpha_beta(after, me, depth - 1, alpha, beta)
        nodes += 1 + below
        if is_mine:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, nodes


def _is_over(game: Any) -> bool:
    """Won, or as long as Catanatron lets a game become."""
    return game.winning_color() is not None or game.state.num_turns >= TURNS_LIMIT


if __name__ == "__main__":
    run_as_script("catanatron", measurements)
