"""Means and shares with their intervals, and differences between two sets of games.

*Means*: Student's t with the standard error measured between blocks. *Shares* (of games, of seats): Wilson's interval
for as many independent games as would be as sure, which is right near 0 % and 100 % too. *Differences* use the common
dice: what a block does to both sets of games cancels out. That of two means is again Student's t, that of two shares
Newcombe's hybrid of the two Wilson intervals. Degrees of freedom are the smaller number of blocks less one, which
never claims too much.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from scipy.optimize import brentq
from scipy.special import stdtr, stdtrit

from forvm.lab.statistics.samples import Sample, covariance
from forvm.lab.wilson import interval

LEVEL = 0.95
Kind = Literal["mean", "share"]
# Shares such as 1/3 + 1/3 + 1/3 leave a trace of rounding where there is no spread.
NO_SPREAD = 1e-18


@dataclass(frozen=True)
class Estimate:
    """A mean or share, and the interval that covers the true one as often as its level says."""

    value: float
    low: float
    high: float
    blocks: int
    observations: float


@dataclass(frozen=True)
class DifferenceEstimate:
    """How much a set of games lies above its baseline; ``p`` is how often chance alone does as much."""

    value: float
    low: float
    high: float
    p: float
    freedom: int
    gain: float  # how many times as many games would be needed without common dice


def estimate(sample: Sample, kind: Kind = "mean", level: float = LEVEL) -> Estimate:
    """A mean or share with its interval."""
    quantile = _quantile(len(sample.blocks) - 1, level)
    if kind == "share":
        low, high = _wilson(sample.mean, independent_games(sample), quantile)
    else:
        half = _times(quantile, math.sqrt(sample.variance()))
        low, high = sample.mean - half, sample.mean + half
    return Estimate(sample.mean, low, high, len(sample.blocks), sample.observations)


def difference(variant: Sample, baseline: Sample, kind: Kind = "mean", level: float = LEVEL) -> DifferenceEstimate:
    """How much the variant lies above the baseline, paired over the blocks that both have.

    >>> from forvm.lab.statistics.samples import gather
    >>> told = difference(gather([1, 2, 3], [5, 7, 9]), gather([1, 2, 3], [4, 5, 8]))
    >>> round(told.value, 2), round(told.low, 2), round(told.high, 2)
    (1.33, -0.1, 2.77)
    """
    freedom = min(len(variant.blocks), len(baseline.blocks)) - 1
    value = variant.mean - baseline.mean
    error, gain = _error(variant, baseline)
    if kind == "share":
        shares = _Shares.of(variant, baseline)
        low, high = shares.limits(_quantile(freedom, level))
        p = shares.p(freedom) if freedom > 0 else 1.0
    else:
        half = _times(_quantile(freedom, level), error)
        low, high = value - half, value + half
        p = _p_of_means(value, error, freedom)
    return DifferenceEstimate(value, low, high, p, freedom, gain)


def _error(variant: Sample, baseline: Sample) -> tuple[float, float]:
    """The standard error of a difference of means, and what common dice gain."""
    alone = variant.variance() + baseline.variance()
    together = covariance(variant, baseline)
    if not math.isfinite(alone) or not math.isfinite(together):
        return math.inf, 1.0
    variance = alone - 2 * together
    if variance <= NO_SPREAD:
        return 0.0, 1.0
    return math.sqrt(variance), alone / variance


def _p_of_means(value: float, error: float, freedom: int) -> float:
    if value == 0 or not math.isfinite(error):
        return 1.0
    return 2 * float(stdtr(freedom, -abs(value) / error)) if error else 0.0


def _quantile(freedom: int, level: float) -> float:
    return float(stdtrit(freedom, 0.5 + level / 2)) if freedom > 0 else math.inf


def _times(quantile: float, error: float) -> float:
    return quantile * error if math.isfinite(quantile) else math.inf


def _wilson(share: float, games: float, quantile: float) -> tuple[float, float]:
    return interval(share * games, games, quantile) if math.isfinite(quantile) else (0.0, 1.0)


def independent_games(sample: Sample) -> float:
    """How many independent games would be as sure; where every block is alike no more than the blocks."""
    variance, share = sample.variance(), sample.mean
    if not math.isfinite(variance):
        return 1.0
    if variance <= NO_SPREAD or not 0 < share < 1:
        return float(len(sample.blocks))
    return max(share * (1 - share) / variance, 1.0)


@dataclass(frozen=True)
class _Shares:
    """Two shares, how many independent games each is worth, and how they hang together between blocks."""

    variant: float
    variant_games: float
    baseline: float
    baseline_games: float
    correlation: float

    @classmethod
    def of(cls, variant: Sample, baseline: Sample) -> _Shares:
        spread = variant.variance() * baseline.variance()
        correlation = 0.0
        if math.isfinite(spread) and spread > NO_SPREAD**2:
            correlation = min(max(covariance(variant, baseline) / math.sqrt(spread), -1.0), 1.0)
        return cls(variant.mean, independent_games(variant), baseline.mean, independent_games(baseline), correlation)

    def limits(self, quantile: float) -> tuple[float, float]:
        """Newcombe's hybrid score interval."""
        low, high = _wilson(self.variant, self.variant_games, quantile)
        base_low, base_high = _wilson(self.baseline, self.baseline_games, quantile)
        value = self.variant - self.baseline
        below = self._hybrid(self.variant - low, base_high - self.baseline)
        above = self._hybrid(high - self.variant, self.baseline - base_low)
        return max(value - below, -1.0), min(value + above, 1.0)

    def p(self, freedom: int) -> float:
        """By the level at which the interval would just touch zero, so that test and interval never disagree."""
        most = 40.0
        if self._beyond(1e-6) <= 0:
            return 1.0
        touching = most if self._beyond(most) > 0 else float(brentq(self._beyond, 1e-6, most))
        return 2 * float(stdtr(freedom, -touching))

    def _beyond(self, quantile: float) -> float:
        low, high = self.limits(quantile)
        return low if self.variant > self.baseline else -high

    def _hybrid(self, one: float, other: float) -> float:
        return math.sqrt(max(one * one + other * other - 2 * self.correlation * one * other, 0.0))
