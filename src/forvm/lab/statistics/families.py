"""Many comparisons at once, without finding what is not there.

A report that compares ten variants in ten quantities makes a hundred comparisons; at 95 % each, five would seem
to differ by chance. So all comparisons of a report are one family:

* every verdict goes by Holm's step-down p-values: the chance that *any* verdict of the report is wrong stays
  within 5 %, whatever hangs together with what;
* the wide intervals are simultaneous (Bonferroni): with 95 % all of them together cover the truth. The
  narrow ones cover it with 95 % each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from forvm.lab.statistics.estimates import DifferenceEstimate, Kind, difference
from forvm.lab.statistics.samples import LEVEL, Measured


@dataclass(frozen=True)
class Pair:
    """Two samples to be compared."""

    variant: Measured
    baseline: Measured
    kind: Kind = "mean"


@dataclass(frozen=True)
class Comparison:
    """A difference as one of a family: ``p`` and the wide interval are corrected for all of them."""

    alone: DifferenceEstimate
    low: float
    high: float
    p: float

    @property
    def differs(self) -> bool:
        """Whether it is sure, among all comparisons of the family, that there is a difference."""
        return self.p < 1 - LEVEL


@dataclass(frozen=True)
class Family:
    """The p-values of all comparisons of a report, corrected together."""

    corrected: tuple[float, ...]

    @classmethod
    def of(cls, p_values: Sequence[float]) -> Family:
        """Of single p-values."""
        return cls(tuple(holm(p_values)))

    @property
    def threshold(self) -> float:
        """The single p-value below which a comparison stands, as it came out: between those that do and the others."""
        standing = sum(p < 1 - LEVEL for p in self.corrected)
        return (1 - LEVEL) / max(len(self.corrected) - standing, 1)


def compare(
    pairs: Sequence[Pair], level: float = LEVEL, beside: Sequence[float] = (), fewest: int = 0
) -> list[Comparison]:
    """All differences of a family; ``beside`` has the p-values of its other comparisons.

    Where a side has fewer games than ``fewest`` nothing is claimed.
    """
    alone = [_difference(pair, level, fewest) for pair in pairs]
    together = simultaneous(len(pairs) + len(beside), level)
    wide = [_difference(pair, together, fewest) for pair in pairs]
    corrected = holm([*(told.p for told in alone), *beside])
    return [Comparison(one, all_.low, all_.high, p) for one, all_, p in zip(alone, wide, corrected, strict=False)]


def _difference(pair: Pair, level: float, fewest: int) -> DifferenceEstimate:
    told = difference(pair.variant, pair.baseline, pair.kind, level)
    return replace(told, low=-inf, high=inf, p=1.0) if told.freedom + 1 < fewest else told


def simultaneous(comparisons: int, level: float = LEVEL) -> float:
    """The level of each interval at which all of them together keep theirs.

    >>> round(simultaneous(10), 4)
    0.995
    """
    return 1 - (1 - level) / max(comparisons, 1)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's corrected p-values, in the order given.

    >>> [round(p, 2) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, np.float64)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate((len(p) - np.arange(len(p))) * p[order])
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(stepped, 1.0)
    return [float(value) for value in corrected]
