"""Bots at the table: what they choose, and how they explain it."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from forvm.bots.characters import judgement
from forvm.bots.greedy_evaluator import GreedyEvaluator
from forvm.bots.move_reasons import reason
from forvm.bots.program import compiled
from forvm.bots.restrictions import is_left_alone
from forvm.bots.weights import Weights
from forvm.errors import ForvmError
from forvm.game import Dice, Game, Move

if TYPE_CHECKING:
    from forvm.bots.parallel_search import ParallelSearch

SHOWN = 8  # candidates that an explanation names at most


class Candidate(NamedTuple):
    """A move that a bot thinks about: its estimated chance of winning, how much it is preferred (0 to 1), and why."""

    move: Move
    chance: float
    preference: float
    why: str


def _log_odds(chance: float) -> float:
    return log(chance / (1 - chance)) if 0 < chance < 1 else (20.0 if chance else -20.0)


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def _pick(moves: list[tuple[int, float]], temperature: float, dice: Dice) -> int:
    """Returns the best move, or one drawn by softmax at a temperature above 0."""
    best, most = max(moves, key=lambda candidate: candidate[1])
    if temperature <= 0:
        return best
    shares = [exp((value - most) / temperature) for _, value in moves]
    left = sum(shares) * dice.below(1 << 30) / (1 << 30)
    for (action, _), share in zip(moves, shares, strict=True):
        left -= share
        if left < 0:
            return action
    return best


def check_turn(game: Game, seat: int) -> None:
    """A bot moves only for the seat whose turn it is."""
    if game.to_act != seat:
        raise ForvmError(f"Seat {seat} is not to act, so a bot has no move for it. {game.prompt}")


class RandomBot:
    """Any legal move, each as likely as the next; with restrictions, any that it does not leave alone."""

    def __init__(self, seed: int | None = None, without: int = 0) -> None:
        self._dice = Dice(seed)
        self._without = without

    def choose(self, game: Game, seat: int) -> Move:
        """One of the legal moves by chance."""
        check_turn(game, seat)
        moves = game.legal()
        if self._without:
            kept = [m for m in moves if not is_left_alone(game.state, game.definition, self._without, m.id)]
            moves = kept or moves
        return moves[self._dice.below(len(moves))]


class GreedyBot:
    """Looks one move ahead, by rules of thumb."""

    def __init__(self, weights: Weights, seed: int | None = None) -> None:
        self.weights = weights
        self._dice = Dice(seed)
        self._evaluator: GreedyEvaluator | None = None

    def choose(self, game: Game, seat: int) -> Move:
        """The best move one ahead; a fallible bot sometimes takes another."""
        check_turn(game, seat)
        moves = self.evaluator(game).consider(game.state, seat, self.weights, quick=self.weights.temperature == 0)
        return game.move(_pick(moves, self.weights.temperature, self._dice))

    def explain(self, game: Game, seat: int) -> list[Candidate]:
        """The candidates: what it would play first, then the others, best first."""
        check_turn(game, seat)
        evaluator = self.evaluator(game)
        moves = evaluator.consider(game.state, seat, self.weights)
        played = self._best(game, seat)
        # values say what to seek; how likely the position is won is another question
        shift = _log_odds(evaluator.chance(game.state, seat, judgement()))
        if len(moves) == 1:
            moves = [(played, 0.0)]
        elif game.phase != "move":  # there values are changes
            shift -= _log_odds(evaluator.chance(game.state, seat, self.weights))
        ranked = sorted(moves, key=lambda candidate: (candidate[0] != played, -candidate[1], candidate[0]))[:SHOWN]
        return [
            Candidate(
                move := game.move(action),
                _chance(value + shift),
                float(action == played),
                reason(game, seat, move, self.weights),
            )
            for action, value in ranked
        ]

    def _best(self, game: Game, seat: int) -> int:
        """What it plays without a slip."""
        moves = self.evaluator(game).consider(game.state, seat, self.weights, quick=self.weights.temperature == 0)
        return _pick(moves, 0, self._dice)

    def evaluator(self, game: Game) -> GreedyEvaluator:
        """Returns the evaluator for this game's rules."""
        if self._evaluator is None or self._evaluator.definition is not game.definition:
            self._evaluator = GreedyEvaluator(game.definition)
        return self._evaluator


class SearchBot:
    """Searches many moves ahead, within a budget of simulations or seconds a move."""

    def __init__(
        self,
        weights: Weights,
        judgement: Weights,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 2,
        seed: int | None = None,
    ) -> None:
        if (simulations is None) == (seconds is None):
            raise ForvmError("A search bot needs a budget: either simulations, or seconds, a move.")
        self.weights = weights
        self.judgement = judgement
        self.simulations = simulations
        self.seconds = seconds
        self.threads = threads
        self.seed = Dice(seed).below(1 << 30)
        self._search: ParallelSearch | None = None
        self._greedy = GreedyBot(weights, self.seed)

    def choose(self, game: Game, seat: int) -> Move:
        """The move that the search followed most; until the compiler is done, the best one move ahead."""
        check_turn(game, seat)
        search = self.search_for(game)
        if search is None:
            return self._greedy.choose(game, seat)
        return game.move(search.search(game.state, self.simulations, self.seconds)[0].action)

    def explain(self, game: Game, seat: int) -> list[Candidate]:
        """The candidates that were followed, the most followed first."""
        check_turn(game, seat)
        search = self.search_for(game)
        if search is None:
            return self._greedy.explain(game, seat)
        found = [root for root in search.search(game.state, self.simulations, self.seconds) if root.visits]
        total = sum(root.visits for root in found)
        return [
            Candidate(
                move := game.move(root.action),
                root.chance,
                root.visits / total,
                reason(game, seat, move, self.weights),
            )
            for root in found[:SHOWN]
        ]

    def search_for(self, game: Game) -> ParallelSearch | None:
        """Returns the search for this game's rules, or None while it is being compiled."""
        if self._search is not None and self._search.definition is game.definition:
            return self._search
        program = compiled()
        if program is None:
            return None
        from forvm.bots.parallel_search import ParallelSearch

        self._search = ParallelSearch(program, game.definition, self.weights, self.judgement, self.threads, self.seed)
        return self._search
