"""OpenSpiel: random play through its Python interface, and roll-outs inside its C++ `MCTSBot`.

Run as `python -m benchmarks.peers.openspiel --json`. In all that is reported, *decisions* are all turns of a
player to act, and *choices* those among them with more than one legal move; chance is neither.
"""

from itertools import cycle
from random import Random
from typing import Any

import pyspiel

from benchmarks.peers.measure import rates, run_as_script

GAMES = ("backgammon", "hearts")
ROOTS = 8
PLAYOUTS_PER_ROOT = 100
SIMULATIONS_PER_SEARCH = 500
ROLLOUTS_PER_BATCH = 200
EXPLORATION = 2.0
MEMORY_MB = 1000


def measurements(seconds: float) -> dict[str, Any]:
    """All figures, by game."""
    return {name: _measure_game(name, seconds) for name in GAMES}


def _measure_game(name: str, seconds: float) -> dict[str, Any]:
    game = pyspiel.load_game(name)
    rng = Random(1)
    roots = [_search_root(game, rng) for _ in range(ROOTS)]
    decisions, choices = _mean_playout_length(roots, rng)
    return {
        "random_play_through_python": _random_play(game, rng, seconds),
        "cpp_mcts_bot": _with_decisions(_mcts_simulations(game, roots, seconds), decisions, choices),
        "cpp_rollouts_alone": _with_decisions(_rollouts_alone(game, roots, seconds), decisions, choices),
        "decisions_from_root_to_end": decisions,
        "choices_from_root_to_end": choices,
    }


def _random_play(game: Any, rng: Random, seconds: float) -> dict[str, float]:
    """Whole games by legal_actions() and apply_action(); counting costs little beside the two calls."""

    def one_game() -> dict[str, int]:
        decisions, choices = _play_out(game.new_initial_state(), rng)
        return {"decisions": decisions, "choices": choices, "games": 1}

    return rates(one_game, seconds)


def _mcts_simulations(game: Any, roots: list[Any], seconds: float) -> float:
    """Simulations a second of the tree search with one roll-out at each leaf."""
    bot = _mcts_bot(game, rollouts=1, simulations=SIMULATIONS_PER_SEARCH)
    next_root = cycle(roots)

    def one_search() -> dict[str, int]:
        # The bot may stop early (at once, where only one move is legal), so ask what it really did.
        return {"simulations": bot.mcts_search(next(next_root)).explore_count}

    return rates(one_search, seconds)["simulations_per_second"]


def _rollouts_alone(game: Any, roots: list[Any], seconds: float) -> float:
    """Roll-outs a second with next to no tree: a search's first simulation rolls out from the root itself.

    This is OpenSpiel's C++ speed at its best, without the price of the tree or of the Python interface.
    """
    bot = _mcts_bot(game, rollouts=ROLLOUTS_PER_BATCH, simulations=1)
    next_root = cycle(roots)

    def one_batch() -> dict[str, int]:
        bot.mcts_search(next(next_root))
        return {"rollouts": ROLLOUTS_PER_BATCH}

    return rates(one_batch, seconds)["rollouts_per_second"]


def _with_decisions(simulations: float, decisions: float, choices: float) -> dict[str, float]:
    """The decisions a second behind a number of simulations a second.

    The bot does not count its moves. But each simulation plays from the root to the end of the game, first
    down the tree and then at random, so it makes as many decisions as lie between the two: on average those
    of random play-outs from the same roots, which are counted in Python. The tree's few moves are not
    random; searches this short leave it shallow, and the roll-outs alone have no such moves at all.
    """
    return {
        "simulations_per_second": simulations,
        "decisions_per_second": simulations * decisions,
        "choices_per_second": simulations * choices,
    }


def _mcts_bot(game: Any, rollouts: int, simulations: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    return pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEMORY_MB, solve=False, seed=1, verbose=False)


def _search_root(game: Any, rng: Random) -> Any:
    """The first position where play proper offers a choice.

    In backgammon it follows the opening dice. In hearts cards are dealt and passed, then the two of clubs
    must be led: that forced move, the first of the game, tells that the passing is over.
    """
    state = game.new_initial_state()
    is_play_proper = game.get_type().short_name != "hearts"
    while state.is_chance_node() or not is_play_proper or len(state.legal_actions()) == 1:
        is_play_proper |= not state.is_chance_node() and len(state.legal_actions()) == 1
        state.apply_action(_random_action(state, rng))
    return state


def _mean_playout_length(roots: list[Any], rng: Random) -> tuple[float, float]:
    lengths = [_play_out(root.clone(), rng) for root in roots for _ in range(PLAYOUTS_PER_ROOT)]
    decisions, choices = (sum(counts) / len(lengths) for counts in zip(*lengths, strict=True))
    return decisions, choices


def _play_out(state: Any, rng: Random) -> tuple[int, int]:
    """Play at random to the end; return the decisions, and those with more than one legal move."""
    decisions = choices = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_random_action(state, rng))
        else:
            actions = state.legal_actions()
            decisions += 1
            choices += len(actions) > 1
            state.apply_action(actions[int(rng.random() * len(actions))])
    return decisions, choices


def _random_action(state: Any, rng: Random) -> int:
    """A move at random, or a chance event by its probability."""
    if not state.is_chance_node():
        return int(rng.choice(state.legal_actions()))
    events, probabilities = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(events, probabilities)[0])


if __name__ == "__main__":
    run_as_script("open_spiel", measurements)
