"""Means and shares with their intervals, and differences between two sets of games.

*Means*: a score interval that is skewed as the games are (`tilting`). *Shares* (of games, of seats): Wilson's interval
for as many independent games as would be as sure, which is right near 0 % and 100 % too. *Differences* use the common
dice: what a block does to both sides cancels out. Their interval is Student's, widened as if one half of a game more
had turned out differently, and longer on the side to which the differences are skewed. So an effect that shows in few
games is judged about as by a sign test, and games without any difference still leave room for one. Degrees of freedom
are the smaller number of blocks less one, which never claims too much.

No interval has zero width: blocks that are all alike only show that others are rare.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from scipy.special import stdtr

from forvm.lab.statistics.samples import LEVEL, Floats, Measured, weighted
from forvm.lab.statistics.tilting import quantile, tilt, tilted
from forvm.lab.wilson import interval

Kind = Literal["mean", "share"]
# With fewer games than these, intervals are not as sure as they say: the report prints none.
FEWEST_GAMES = 48
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


def estimate(sample: Measured, kind: Kind = "mean", level: float = LEVEL) -> Estimate:
    """A mean or share with its interval."""
    sure = quantile(sample.freedom, level)
    if kind == "share":
        games = independent_games(sample)
        low, high = interval(sample.mean * games, games, sure) if math.isfinite(sure) else (0.0, 1.0)
    else:
        low, high = _around(sample, sure)
    return Estimate(sample.mean, low, high, len(sample.blocks), sample.observations)


def _around(sample: Measured, sure: float) -> tuple[float, float]:
    variance = sample.variance()
    if variance > NO_SPREAD:
        return tilted(sample.mean, variance, tilt(sample.influence()), sure)
    # Every block is alike: another could differ by one unit, in so many blocks that none need have been seen.
    room = sure**2 / len(sample.blocks)
    return sample.mean - (room if sample.mean else 0.0), sample.mean + room


def difference(variant: Measured, baseline: Measured, kind: Kind = "mean", level: float = LEVEL) -> DifferenceEstimate:
    """How much the variant lies above the baseline, paired over the blocks that both have.

    >>> from forvm.lab.statistics.samples import gather
    >>> told = difference(gather(range(9), [5, 7, 9] * 3), gather(range(9), [4, 5, 8] * 3))
    >>> round(told.value, 2), round(told.low, 2), round(told.high, 2)
    (1.33, 0.93, 1.84)
    """
    apart = weighted([(1.0, variant), (-1.0, baseline)])
    variance = apart.variance()
    if not math.isfinite(variance):
        most = 1.0 if kind == "share" else math.inf
        return DifferenceEstimate(apart.mean, -most, most, 1.0, 0, 1.0)
    along = apart.influence()
    jump = _jump(along) or max(_jump(variant.influence()), _jump(baseline.influence())) or 1 / len(apart.blocks)
    widened = variance + jump**2 / 2
    slope = tilt(along) * variance / widened
    sure = quantile(apart.freedom, level)
    half = sure * math.sqrt(widened)
    low, high = tilted(apart.mean, widened, slope, sure)
    low, high = min(low, apart.mean - half), max(high, apart.mean + half)
    if kind == "share":
        low, high = max(low, -1.0), min(high, 1.0)
    touching = abs(apart.mean) / math.sqrt(widened + max(-apart.mean * slope, 0.0))
    alone = variant.variance() + baseline.variance()
    gain = alone / variance if variance > NO_SPREAD else 1.0
    return DifferenceEstimate(apart.mean, low, high, 2 * float(stdtr(apart.freedom, -touching)), apart.freedom, gain)


def _jump(influence: Floats) -> float:
    """By how much a mean moves when one block turns out differently, where any do."""
    squares = float(influence @ influence)
    return float(abs(influence**3).sum()) / squares if squares > NO_SPREAD else 0.0


def independent_games(sample: Measured) -> float:
    """How many independent games would be as sure; where every block is alike no more than the blocks."""
    variance, share = sample.variance(), sample.mean
    if not math.isfinite(variance):
        return 1.0
    if variance <= NO_SPREAD or not 0 < share < 1:
        return float(len(sample.blocks))
    return max(share * (1 - share) / variance, 1.0)
