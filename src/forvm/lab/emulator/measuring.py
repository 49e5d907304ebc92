"""What was played at the points of a study: the mean of each metric at each point, and the variance of its error.

All cells of a study have the same dice, so a part of the error is common to all points. That part is measured apart: it
shifts a whole surface, and cancels out of differences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from forvm.errors import ForvmError
from forvm.lab.emulator.surfaces import Floats, InputRange
from forvm.lab.statistics import Kind, gather
from forvm.lab.statistics.game_metrics import METRICS, USUAL
from forvm.lab.study import Cell, Study

LEAST_SHARE = 0.05  # of a point's variance that is its own, whatever the dice have in common
FEWEST_GAMES = 20


@dataclass(frozen=True)
class Measured:
    """One metric at all points."""

    metric: str
    kind: Kind
    values: tuple[float, ...]
    noise: tuple[float, ...]
    shared: float


@dataclass(frozen=True)
class MeasuredPoints:
    """All metrics at all points, and what the points are."""

    title: str
    base: dict[str, Any]
    inputs: tuple[InputRange, ...]
    usual: dict[str, int]
    points: tuple[tuple[int, ...], ...]
    games: int
    metrics: tuple[Measured, ...]


Part = tuple[Study, Callable[[int], pl.LazyFrame]]  # a study, and what gives the games of a cell by its number


def measure(parts: Sequence[Part], metrics: Sequence[str] = ()) -> MeasuredPoints:
    """Measure every point that has been played, in one study or in several that change the same things."""
    study = parts[0][0]
    inputs = _inputs([study for study, _ in parts])
    asked = tuple(metrics) or study.metrics or USUAL
    check_metrics(asked)
    usual = {one.key: _number(study.baseline, one.key) for one in inputs}
    gathered = {id: _Gatherer() for id in asked}
    points, games = [], 0
    for cell, rows in ((cell, scan(cell.number)) for one, scan in parts for cell in one.cells):
        values = tuple(_number(cell, one.key) for one in inputs)
        inside = all(one.low <= value <= one.high for one, value in zip(inputs, values, strict=True))
        if not inside or not rows.head(1).select("game").collect().height:  # the baseline may lie outside
            continue
        played = rows.select("game", *(METRICS[id].expression(cell.rules, cell.players) for id in asked)).collect()
        if min(played[id].count() for id in asked) < FEWEST_GAMES:  # hardly played, or a metric that hardly occurs
            continue
        points.append(values)
        games += played.height
        for id in asked:
            gathered[id].add(played["game"].to_numpy(), played[id].cast(pl.Float64).fill_null(float("nan")).to_numpy())
    told = tuple(gathered[id].measured(id) for id in asked)
    return MeasuredPoints(study.title, _base(study), inputs, usual, tuple(points), games, told)


def _inputs(studies: Sequence[Study]) -> tuple[InputRange, ...]:
    """The factors as numbers; refuses those that are none, and studies that do not belong together."""
    study = studies[0]
    if not study.factors:
        raise ForvmError(
            f"The study {study.id} has no factors, so there is nothing to emulate. An emulator needs [factors] with "
            "numbers, and a design that samples them, such as a Latin hypercube."
        )
    for other in studies[1:]:
        if _base(other) != _base(study) or {one.key for one in other.factors} != {one.key for one in study.factors}:
            raise ForvmError(
                f"The studies {study.id} and {other.id} cannot be emulated together: they need the same baseline, the "
                "same factors and the same seed."
            )
    levels = {one.key: [level for some in studies for level in _levels(some, one.key)] for one in study.factors}
    words = [key for key, values in levels.items() if not all(isinstance(value, int) for value in values)]
    if words:
        raise ForvmError(
            f"An emulator needs factors whose values are numbers; {', '.join(words)} "
            f"{'has' if len(words) == 1 else 'have'} other values. Study each of them by itself."
        )
    ranges = {key: (int(min(values)), int(max(values))) for key, values in levels.items()}
    return tuple(InputRange(key, low, high) for key, (low, high) in ranges.items() if low < high)


def _levels(study: Study, key: str) -> tuple[Any, ...]:
    return next(one.levels for one in study.factors if one.key == key)


def _number(cell: Cell, key: str) -> int:
    return int(cell.values[key])  # type: ignore[arg-type]


def check_metrics(metrics: Sequence[str]) -> None:
    """Refuse a metric that there is not, and name those that there are."""
    for id in metrics:
        if id not in METRICS:
            raise ForvmError(f"There is no metric “{id}”. There are: {', '.join(METRICS)}.")


def _base(study: Study) -> dict[str, Any]:
    cell = study.baseline
    return {
        "edition": cell.edition,
        "rules": cell.rules.digest(),
        "players": cell.players,
        "bots": list(cell.bots),
        "seed": study.seed,
    }


class _Gatherer:
    """Means and variances point by point, and how much the errors of all points have in common."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self.variances: list[float] = []
        self.together = np.zeros(0)  # of each game, the sum of its influence on all points
        self.alone = 0.0

    def add(self, games: Any, measured: Any) -> None:
        """One more point."""
        sample = gather(games, measured)
        self.values.append(sample.mean)
        self.variances.append(sample.variance())
        blocks, influence = sample.blocks, sample.influence() * np.sqrt(len(sample.blocks) / (len(sample.blocks) - 1))
        if len(self.together) <= blocks[-1]:
            self.together = np.pad(self.together, (0, int(blocks[-1]) + 1 - len(self.together)))
        self.together[blocks] += influence
        self.alone += float(influence @ influence)

    def measured(self, metric: str) -> Measured:
        """What has been gathered."""
        count = len(self.values)
        common = float(self.together @ self.together) - self.alone
        shared = max(common / (count * (count - 1)), 0.0) if count > 1 else 0.0
        variances: Floats = np.asarray(self.variances)
        noise = np.maximum(variances - shared, LEAST_SHARE * variances)
        return Measured(metric, METRICS[metric].kind, tuple(self.values), tuple(map(float, noise)), shared)
