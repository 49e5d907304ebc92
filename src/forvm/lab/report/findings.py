"""All that a report compares, measured first and corrected together.

A report has one family of comparisons: effects, seats, strategies, neighbours, the network of markets and sensitivity
indices. Every p-value here is corrected for all of them, and every sentence, table and picture of the page goes by
these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from forvm.lab.report import words
from forvm.lab.report.contrasts import MOST_CELLS, Effect, contrasts
from forvm.lab.report.market_use import market_use
from forvm.lab.report.material import CellGames, Material
from forvm.lab.statistics import FEWEST_GAMES, LEVEL, compare
from forvm.lab.statistics.families import Family
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.statistics.network import Association, associations
from forvm.lab.statistics.noisy_means import noisy_means
from forvm.lab.statistics.sensitivity import Index, Sensitivity, sensitivity
from forvm.lab.statistics.win_shares import Neighbour, Seats, Strategy, neighbours, seats, strategies
from forvm.lab.study.design import SAMPLED, share_of_range
from forvm.lab.study.model import Factor

ERROR = 1 - LEVEL


class Tested(Protocol):
    """Something with a p-value."""

    @property
    def p(self) -> float:
        """How often chance alone does as much."""


T = TypeVar("T", bound=Tested)


@dataclass(frozen=True)
class Matters:
    """The sensitivity of a metric to all factors; ``rivals`` are those that cannot be told apart from the first."""

    metric: Metric
    told: Sensitivity
    rivals: tuple[str, ...]

    @property
    def above(self) -> list[Index]:
        """The factors that stand above the noise, the most important first."""
        return [one for one in self.told.ranked if one.p < ERROR]


@dataclass(frozen=True)
class Findings:
    """What was measured, with p-values that are corrected for all comparisons."""

    comparisons: int
    threshold: float  # the single p-value below which a comparison stands
    effects: list[Effect]
    seats: list[Seats]
    strategies: list[list[Strategy]]
    neighbours: list[Neighbour]
    associations: list[Association]
    matters: list[Matters]

    def best(self, cell: int) -> list[Strategy]:
        """The strongest bots of a cell: all that cannot be told apart from the first."""
        return [one for one in self.strategies[cell] if one.p_best >= ERROR]


def shown(material: Material) -> tuple[CellGames, ...]:
    """The cells that fit on a page: all of them, or the baseline alone."""
    return material.cells if len(material.cells) <= MOST_CELLS else material.cells[:1]


def find(material: Material) -> Findings:
    """Measure everything, then correct all of it together."""
    asked = [(contrast, metric) for contrast in contrasts(material) for metric in material.metrics]
    pairs = [contrast.pair(material, metric) for contrast, metric in asked]
    cells = shown(material)
    by_seat = [seats(one.rows, one.game) for one in cells]
    by_bot = [strategies(one.rows, one.game) for one in cells]
    near = neighbours(material.baseline.rows, material.baseline.game)
    network = associations(market_use(material.baseline), ["owned", "visits", "income"])
    measured = _sensitivities(material)
    beside = [
        *_p(by_seat),
        *(p for bots in by_bot for p in (*_p(bots), *(bot.p_best for bot in bots))),
        *_p(near),
        *_p(network),
        *(p for _, told in measured for p in (*_p(told.indices), *_apart(told))),
    ]
    compared = compare(pairs, beside=beside, fewest=FEWEST_GAMES)
    family = Family.of([*(one.alone.p for one in compared), *beside])
    rest = iter(family.corrected[len(compared) :])  # in the order of `beside`
    return Findings(
        comparisons=len(family.corrected),
        threshold=family.threshold,
        effects=[
            Effect(contrast, metric, pair.baseline.mean, pair.variant.mean, told)
            for (contrast, metric), pair, told in zip(asked, pairs, compared, strict=True)
        ],
        seats=_correct(by_seat, rest),
        strategies=[_correct_strategies(bots, rest) for bots in by_bot],
        neighbours=_correct(near, rest),
        associations=_correct(network, rest),
        matters=[_matters(metric, told, rest) for metric, told in measured],
    )


def _p(found: Sequence[Tested]) -> list[float]:
    return [one.p for one in found]


def _correct(found: Sequence[T], rest: Iterator[float]) -> list[T]:
    return [replace(one, p=next(rest)) for one in found]  # type: ignore[type-var]


def _correct_strategies(bots: list[Strategy], rest: Iterator[float]) -> list[Strategy]:
    return [replace(bot, p_best=next(rest)) for bot in _correct(bots, rest)]


def _apart(told: Sensitivity) -> list[float]:
    """For each factor but the first in rank: is it told apart from that?"""
    return [told.apart(told.ranked[0], one) for one in told.ranked[1:]]


def _matters(metric: Metric, told: Sensitivity, rest: Iterator[float]) -> Matters:
    corrected = replace(told, indices=tuple(_correct(told.indices, rest)))
    rivals = tuple(one.factor for one in told.ranked[1:] if next(rest) >= ERROR)
    return Matters(metric, corrected, rivals)


def _sensitivities(material: Material) -> list[tuple[Metric, Sensitivity]]:
    """The indices of every metric that varies at all; none where the design has none or is not played to its end."""
    study = material.study
    row = {one.cell.number: number for number, one in enumerate(material.cells)}
    if study.design.kind not in SAMPLED or any(point.cell not in row for point in study.points):
        return []
    factors = [factor.key for factor in study.factors]
    places = [[_place(factor, material.cells[row[point.cell]]) for factor in study.factors] for point in study.points]
    cells = [row[point.cell] for point in study.points]
    found = []
    for metric in material.metrics:
        means = noisy_means([material.sample(one, metric) for one in material.cells])
        told = sensitivity(study.design.kind, factors, places, cells, means)
        if told is not None:
            found.append((metric, told))
    return found


def _place(factor: Factor, one: CellGames) -> float:
    """Where a cell's value lies in the range of its factor."""
    own = one.cell.values[factor.key]
    level = next(number for number, value in enumerate(factor.levels) if words.same(value, own))
    return share_of_range(level, len(factor.levels))
