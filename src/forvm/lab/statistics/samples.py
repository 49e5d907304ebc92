"""A quantity over many games, gathered by block.

Games of one block share their dice, and often their line-up in every seating: they are not independent. So every
statistic here looks at blocks, not games, as its independent observations.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95  # of every interval, unless something else is said
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

    @property
    def freedom(self) -> int:
        """Degrees of freedom: the number of blocks less one."""
        return len(self.blocks) - 1

    def influence(self) -> Floats:
        """What each block adds to the error of the mean (the linearised ratio of sum and count).

        Its sum of squares estimates the variance of the mean without bias.
        """
        blocks = len(self.blocks)
        scale = math.sqrt(blocks / (blocks - 1)) if blocks > 1 else 1.0
        return (self.sums - self.mean * self.counts) * scale / self.observations

    def variance(self) -> float:
        """The variance of the mean, from its spread between blocks; infinite for a single block."""
        return covariance(self, self)


@dataclass(frozen=True)
class WeightedMean:
    """A weighted sum of the means of several samples, whatever their sizes: a marginal mean, or a contrast."""

    blocks: Integers
    mean: float
    observations: float
    freedom: int
    along: Floats

    def influence(self) -> Floats:
        """What each block adds to the error."""
        return self.along

    def variance(self) -> float:
        """The variance of the weighted sum."""
        return covariance(self, self)


Measured: TypeAlias = Sample | WeightedMean


def weighted(parts: Sequence[tuple[float, Measured]]) -> WeightedMean:
    """Put means together with the weights that the design gives them, not those of how much was played.

    >>> few, many = gather([1, 2], [0, 2]), gather(range(6), [4, 5, 6, 4, 5, 6])
    >>> weighted([(0.5, few), (0.5, many)]).mean
    3.0
    """
    blocks, place = np.unique(np.concatenate([part.blocks for _, part in parts]), return_inverse=True)
    along = np.bincount(place, np.concatenate([weight * part.influence() for weight, part in parts]))
    return WeightedMean(
        blocks,
        sum(weight * part.mean for weight, part in parts),
        sum(part.observations for _, part in parts),
        min(part.freedom for _, part in parts),
        along.astype(np.float64),
    )


def average(samples: Sequence[Measured]) -> Measured:
    """The mean of several means, each of the same weight."""
    return samples[0] if len(samples) == 1 else weighted([(1 / len(samples), sample) for sample in samples])


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


def covariance(one: Measured, other: Measured) -> float:
    """How two means vary together, through the blocks that both have."""
    if one.freedom < 1 or other.freedom < 1:
        return math.inf
    mine, theirs = one.influence(), other.influence()
    if not np.array_equal(one.blocks, other.blocks):
        _, here, there = np.intersect1d(one.blocks, other.blocks, assume_unique=True, return_indices=True)
        mine, theirs = mine[here], theirs[there]
    return float(mine @ theirs)
