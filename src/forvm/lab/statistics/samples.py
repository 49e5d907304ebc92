"""A quantity over many games, gathered by block.

Games of one block share their dice, and often their line-up in every seating: they are not independent. So every
statistic here looks at blocks, not games, as its independent observations.
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
    """For each block, in ascending order, the sum of a quantity and over how many observations."""

    blocks: Integers
    sums: Floats
    counts: Floats

    @property
    def observations(self) -> float:
        """How many observations there are in all blocks together."""
        return float(self.counts.sum())

    @property
    def mean(self) -> float:
        """The mean over all observations."""
        return float(self.sums.sum() / self.counts.sum())

    def influence(self) -> Floats:
        """What each block adds to the error of the mean (the linearised ratio of sum and count)."""
        return (self.sums - self.mean * self.counts) / self.observations

    def variance(self) -> float:
        """The variance of the mean, from its spread between blocks; infinite for a single block."""
        return covariance(self, self)


def gather(blocks: ArrayLike, values: ArrayLike) -> Sample:
    """Gather observations by the block that each belongs to. Missing values (NaN) are left out.

    >>> sample = gather([7, 7, 8], [1, 0, 1])
    >>> sample.sums.tolist(), sample.counts.tolist(), round(sample.mean, 3)
    ([1.0, 1.0], [2.0, 1.0], 0.667)
    """
    keys = np.asarray(blocks, np.int64).ravel()
    observed = np.asarray(values, np.float64).ravel()
    there = ~np.isnan(observed)
    unique, place = np.unique(keys[there], return_inverse=True)
    if not len(unique):
        raise ValueError("there is no observation to gather")
    sums = np.bincount(place, observed[there]).astype(np.float64)
    counts = np.bincount(place).astype(np.float64)
    return Sample(unique, sums, counts)


def covariance(one: Sample, other: Sample) -> float:
    """How the means of two samples vary together, through the blocks that both have."""
    mine, theirs = one.influence(), other.influence()
    if not np.array_equal(one.blocks, other.blocks):
        _, here, there = np.intersect1d(one.blocks, other.blocks, assume_unique=True, return_indices=True)
        mine, theirs = mine[here], theirs[there]
    blocks = len(mine)
    if blocks == 0:
        return 0.0
    return float(mine @ theirs) * blocks / (blocks - 1) if blocks > 1 else np.inf
