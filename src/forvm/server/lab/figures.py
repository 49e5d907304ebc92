"""From games to numbers with intervals.

People watch these numbers and stop when they are convinced. Looking again and again at ordinary 95 % intervals would
sooner or later show a difference where there is none, so those of differences are wider: a confidence sequence, which
with 95 % holds at all moments together (Robbins's normal mixture; for means of many games by Waudby-Smith and others,
"Time-uniform central limit theory and asymptotic confidence sequences", 2024).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from forvm.lab.statistics import LEVEL, Sample, difference, estimate
from forvm.lab.study import Cell
from forvm.server.lab.measures import TURNS, Group, Measure, measures
from forvm.server.protocol.lab_messages import LabEstimate, LabFigures, LabPoint, LabRow, LabTurns

TUNED_FOR = 1000  # games at which the sequence is narrowest, compared with a single look
MOST_BARS = 40
MOST_POINTS = 80
DIGITS = 5


def watching_level(games: int, comparisons: int = 1) -> float:
    """The level of a single look that makes all looks together, at so many comparisons, hold with 95 %.

    >>> 0.99 < watching_level(1000) < watching_level(1000, 10) < 1
    True
    """
    error = (1 - LEVEL) / comparisons
    mixing = (-2 * math.log(error) + math.log(-2 * math.log(error)) + 1) / TUNED_FOR
    grown = games * mixing
    return math.erf(math.sqrt((grown + 1) / grown * math.log((grown + 1) / error**2) / 2))


class Side:
    """The games of one side so far, and what was measured in them."""

    def __init__(self, cell: Cell, metrics: tuple[str, ...]) -> None:
        self.cell = cell
        self.measures = {measure.key: measure for measure in measures(cell, metrics)}
        self.frames: list[pl.DataFrame] = []
        self._measured: list[pl.DataFrame] = []

    @property
    def games(self) -> int:
        """How many there are."""
        return sum(len(frame) for frame in self.frames)

    def add(self, frame: pl.DataFrame) -> None:
        """Some more games."""
        self.frames.append(frame)
        self._measured.append(
            frame.select(measure.of.cast(pl.Float64).alias(measure.key) for measure in self.measures.values())
        )

    def samples(self) -> dict[str, Sample]:
        """Every measure of all games."""
        measured = pl.concat(self._measured).rechunk()
        blocks = np.arange(len(measured), dtype=np.int64)
        return {key: _sample(blocks, measured[key].to_numpy(), self.measures[key].count) for key in measured.columns}


def _sample(blocks: Any, sums: Any, count: int) -> Sample:
    """As `gather` makes it; here every game is a block of its own, and they are in order already."""
    there = ~np.isnan(sums)
    if not there.all():
        blocks, sums = blocks[there], sums[there]
    return Sample(blocks, np.asarray(sums, np.float64), np.full(len(sums), float(count)))


class Figures:
    """The numbers of an experiment, worked out anew whenever there are more games."""

    def __init__(self, baseline: Side, variant: Side | None) -> None:
        self.baseline = baseline
        self.variant = variant
        self._trail: list[LabPoint] = []

    def tell(self) -> LabFigures:
        """All numbers as they are now."""
        base = self.baseline.samples()
        other = None if self.variant is None else self.variant.samples()
        rows = {group: self._rows(group, base, other) for group in Group.__args__}  # type: ignore[attr-defined]
        self._remember(rows["metrics"][0])
        return LabFigures(
            games=self.baseline.games,
            trail=list(self._trail),
            length=next(row for row in rows["metrics"] if row.id == TURNS),
            turns=_histogram(base, other),
            **rows,
        )

    def _rows(self, group: str, base: dict[str, Sample], other: dict[str, Sample] | None) -> list[LabRow]:
        named = {**self.baseline.measures, **(self.variant.measures if self.variant else {})}
        asked = [measure for measure in named.values() if measure.group == group]
        # What a metric says was asked for, one by one; of the others those are picked out that stand out.
        comparisons = 1 if group == "metrics" else len(asked)
        level = watching_level(self.baseline.games, comparisons)
        return [_row(m, base.get(m.key), None if other is None else other.get(m.key), level) for m in asked]

    def _remember(self, row: LabRow) -> None:
        """One more point of the trail; when there are too many, every second one is forgotten."""
        told = row.difference if self.variant is not None else row.baseline
        if told is not None:
            self._trail.append(LabPoint(self.baseline.games, told.value, told.low, told.high))
        if len(self._trail) > MOST_POINTS:
            self._trail = self._trail[1::2]


def _row(measure: Measure, base: Sample | None, other: Sample | None, level: float) -> LabRow:
    apart: LabEstimate | None = None
    if base is not None and other is not None:
        told = difference(other, base, measure.kind, level)
        apart = _brief(told.value, told.low, told.high)
    elif base is not None and measure.fair is not None:
        alone = estimate(base, measure.kind, level)
        apart = _brief(alone.value - measure.fair, alone.low - measure.fair, alone.high - measure.fair)
    return LabRow(
        id=measure.id,
        name=measure.name,
        baseline=_estimate(base, measure),
        variant=_estimate(other, measure),
        difference=apart,
        found=apart is not None and (apart.low > 0 or apart.high < 0),
        unit=measure.unit,
    )


def _estimate(sample: Sample | None, measure: Measure) -> LabEstimate | None:
    if sample is None:
        return None
    told = estimate(sample, measure.kind)
    return _brief(told.value, told.low, told.high)


def _brief(*numbers: float) -> LabEstimate:
    """Rounded: two hundred of them go to the page twice a second."""
    return LabEstimate(*(round(number, DIGITS) for number in numbers))


def _histogram(base: dict[str, Sample], other: dict[str, Sample] | None) -> LabTurns:
    """How often which length came, in bars of whole turns."""
    both = [samples[f"metrics:{TURNS}"].sums.astype(np.int64) for samples in (base, other) if samples is not None]
    first = min(int(turns.min()) for turns in both)
    step = max(1, math.ceil((max(int(turns.max()) for turns in both) - first + 1) / MOST_BARS))
    bars = (max(int(turns.max()) for turns in both) - first) // step + 1
    counted: Sequence[list[int]] = [np.bincount((turns - first) // step, minlength=bars).tolist() for turns in both]
    return LabTurns(first, step, counted[0], counted[1] if len(counted) > 1 else [])
