"""A quantity over many games, gathered by deal.

Games of one deal share their dice, and often their line-up in every seating: they are not independent. So every
statistic here looks at deals, not games, as its independent observations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Sample:
    """For each deal, in ascending order, the sum of a quantity and over how many observations."""

    deals: Integers
    sums: Floats
    counts: Floats

    @property
    def observations(self) -> float:
        """How many observations there are in all deals together."""
        return float(self.counts.sum())

    @property
    def mean(self) -> float:
        """The mean over all observations."""
        return float(self.sums.sum() / self.counts.sum())

    def influence(self) -> Floats:
        """What each deal adds to the error of the mean (the linearised ratio of sum and count)."""
        return (self.sums - self.mean * self.counts) / self.observations

    def variance(self) -> float:
        """The variance of the mean, from its spread between deals; infinite for a single deal."""
        return covariance(self, self)


def gather(deals: ArrayLike, values: ArrayLike) -> Sample:
    """Gather observations by the deal that each belongs to. Missing values (NaN) are left out.

    >>> sample = gather([7, 7, 8], [1, 0, 1])
    >>> sample.sums.tolist(), sample.counts.tolist(), round(sample.mean, 3)
    ([1.0, 1.0], [2.0, 1.0], 0.667)
    """
    keys = np.asarray(deals, np.int64).ravel()
    observed = np.asarray(values, np.float64).ravel()
    there = ~np.isnan(observed)
    unique, place = np.unique(keys[there], return_inverse=True)
    if not len(unique):
        raise ValueError("there is no observation to gather")
    sums = np.bincount(place, observed[there]).astype(np.float64)
    counts = np.bincount(place).astype(np.float64)
    return Sample(unique, sums, counts)


def covariance(one: Sample, other: Sample) -> float:
    """How the means of two samples vary together, through the deals that both have."""
    mine, theirs = one.influence(), other.influence()
    if not np.array_equal(one.deals, other.deals):
        _, here, there = np.intersect1d(one.deals, other.deals, assume_unique=True, return_indices=True)
        mine, theirs = mine[here], theirs[there]
    deals = len(mine)
    if deals == 0:
        return 0.0
    return float(mine @ theirs) * deals / (deals - 1) if deals > 1 else np.inf
