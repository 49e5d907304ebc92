"""Targets: the numbers that goals are about, for each line-up, and how far games are from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from forvm.content import Rules
from forvm.lab.balance.goals_model import CHARACTERS, ORDER_OF_PLAY, BalancePlan, Goal, MeasuredLineup
from forvm.lab.statistics.estimates import Kind
from forvm.lab.statistics.game_metrics import METRICS, MeasuredGame

Values = NDArray[np.float64]  # a row for each target, a column for each game


@dataclass(frozen=True)
class Target:
    """One number of one line-up: where it should lie, or which way it should go."""

    goal: int
    name: str
    low: float
    high: float
    aim: int
    unit: float
    kind: Kind
    scale: float  # 100 for shares, which people read in percent

    def missed(self, value: float) -> float:
        """By how many units a value lies outside."""
        return max(self.low - value, value - self.high, 0.0) / self.unit


def missed_by(found: Iterable[tuple[Target, float]]) -> float:
    """The sum over goals of how many units values lie outside. Of a goal that is about several the worst one counts."""
    worst: dict[int, float] = {}
    for target, value in found:
        if not target.aim:
            worst[target.goal] = max(worst.get(target.goal, 0.0), target.missed(value))
    return float(sum(worst.values()))


def targets_of(plan: BalancePlan, lineup: MeasuredLineup) -> list[Target]:
    """What the goals say about a line-up."""
    return [target for number, goal in enumerate(plan.goals) for target in _of_goal(number, goal, lineup)]


def _of_goal(number: int, goal: Goal, lineup: MeasuredLineup) -> Iterator[Target]:
    if goal.lineups and lineup.name not in goal.lineups:
        return
    if goal.metric == ORDER_OF_PLAY:
        for place in range(lineup.players):
            yield _target(number, goal, f"victories of place {place + 1}", 100 / lineup.players, "share")
    elif goal.metric == CHARACTERS:
        for bot in _different(lineup):
            yield _target(number, goal, f"victories of {bot}", 100 / lineup.players, "share")
    else:
        yield _target(number, goal, goal.metric, 0.0, METRICS[goal.metric].kind)


def _target(number: int, goal: Goal, name: str, fair: float, kind: Kind) -> Target:
    if goal.within is not None:
        low, high = fair - goal.within, fair + goal.within
    else:
        low = -np.inf if goal.low is None else goal.low
        high = np.inf if goal.high is None else goal.high
    return Target(number, name, float(low), float(high), goal.aim, goal.unit, kind, 100.0 if kind == "share" else 1.0)


def _different(lineup: MeasuredLineup) -> tuple[str, ...]:
    """The bots of a line-up, if there are different ones."""
    bots = tuple(dict.fromkeys(lineup.bots))
    return bots if len(bots) > 1 else ()


def measure(plan: BalancePlan, lineup: MeasuredLineup, rules: Rules, games: pl.DataFrame) -> Values:
    """The targets of games, in the order of `targets_of`."""
    game = MeasuredGame(rules, lineup.players)
    wanted: list[pl.Expr] = []
    for goal in plan.goals:
        if goal.lineups and lineup.name not in goal.lineups:
            continue
        if goal.metric == ORDER_OF_PLAY:
            wanted += [game.won_by(place) for place in range(lineup.players)]
        elif goal.metric == CHARACTERS:
            wanted += [_won_by_bot(game, bot) for bot in _different(lineup)]
        else:
            wanted.append(METRICS[goal.metric].of(game))
    if not wanted:
        return np.zeros((0, games.height))
    table = games.select([one.cast(pl.Float64).alias(str(number)) for number, one in enumerate(wanted)])
    # As they are kept: so a game counts the same whether it was played now or read from the journal.
    return table.to_numpy().T.astype(np.float32).astype(np.float64)


def _won_by_bot(game: MeasuredGame, bot: str) -> pl.Expr:
    """The share of victories of a bot's seats; one that sits twice has twice the chance."""
    seats = [(pl.col(f"bot_{letter}") == bot, pl.col(f"won_{letter}")) for letter in game.letters]
    won = pl.sum_horizontal([pl.when(sits).then(share).otherwise(0.0) for sits, share in seats])
    return won / pl.sum_horizontal([sits for sits, _ in seats])


@dataclass(frozen=True)
class Evidence:
    """Means and standard errors of targets after some games, in their units."""

    means: NDArray[np.float64]
    errors: NDArray[np.float64]
    games: int

    @classmethod
    def of(cls, targets: Sequence[Target], values: Values) -> Evidence:
        """What games say. A target that no game says anything about is as far from its goal as can be."""
        scale = np.array([target.scale for target in targets])
        counts = np.maximum((~np.isnan(values)).sum(axis=1), 1)
        means = np.nansum(values, axis=1) / counts
        squares = np.nansum((values - means[:, None]) ** 2, axis=1)
        errors = np.sqrt(squares / np.maximum(counts - 1, 1) / counts)
        means = np.where(np.isnan(values).all(axis=1), np.inf, means)
        return cls(means * scale, errors * scale, values.shape[1])


Z_RACE = 2.0  # standard errors that a candidate is given the benefit of


@dataclass(frozen=True)
class Score:
    """How far a candidate is from the goals: by its means, and at best and worst within their errors; and its aims."""

    missed: float
    best: float
    worst: float
    aims: tuple[float, ...]  # the less, the better
    aims_best: tuple[float, ...]
    aims_worst: tuple[float, ...]


def score(goals: Sequence[Goal], targets: Sequence[Sequence[Target]], evidence: Sequence[Evidence]) -> Score:
    """The score over some line-ups. Of a goal that is about several numbers the worst one counts."""
    missed, best, worst = (np.zeros(len(goals)) for _ in range(3))
    aims: dict[int, list[tuple[float, float]]] = {}
    for some, shown in zip(targets, evidence, strict=True):
        for target, mean, error in zip(some, shown.means, shown.errors, strict=True):
            if target.aim:
                aims.setdefault(target.goal, []).append((-target.aim * mean, Z_RACE * error))
                continue
            margin = Z_RACE * error / target.unit
            now = target.missed(mean)
            missed[target.goal] = max(missed[target.goal], now)
            best[target.goal] = max(best[target.goal], now - margin)
            worst[target.goal] = max(worst[target.goal], _at_worst(target, mean, Z_RACE * error))
    means = [np.mean([value for value, _ in aims[goal]]) for goal in sorted(aims)]
    margins = [np.sqrt(np.sum([margin**2 for _, margin in aims[goal]])) / len(aims[goal]) for goal in sorted(aims)]
    return Score(
        float(missed.sum()),
        float(best.sum()),
        float(worst.sum()),
        tuple(float(mean) for mean in means),
        tuple(float(mean - margin) for mean, margin in zip(means, margins, strict=True)),
        tuple(float(mean + margin) for mean, margin in zip(means, margins, strict=True)),
    )


def _at_worst(target: Target, mean: float, margin: float) -> float:
    return max(target.missed(mean - margin), target.missed(mean + margin))
