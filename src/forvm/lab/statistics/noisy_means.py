"""Means of many cells with the noise that finite games leave in them, and sums of squares freed of that noise.

Each cell's mean is known from so many games only, so the square of a difference between two cells is too large by the
variance of that difference: luck would pass for an effect. The games tell that variance, and as cells share their
dice, how the noise of one cell goes with that of another. So a sum of squares can be freed of noise, and its error
has two parts: which points the design drew, and how the games fell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import f

from forvm.lab.statistics.samples import Floats, Sample
from forvm.lab.statistics.tilting import quantile, tilt, tilted

MOST_GROUPS = 240  # of games: enough to measure noise, few enough for thousands of cells


@dataclass(frozen=True)
class NoisyMeans:
    """A mean for each row; ``noise @ noise.T`` is their covariance, from ``freedom + 1`` groups of games."""

    means: Floats
    noise: Floats
    freedom: int

    def at(self, rows: ArrayLike) -> NoisyMeans:
        """Some of the rows, in this order."""
        place = np.asarray(rows, np.int64)
        return NoisyMeans(self.means[place], self.noise[place], self.freedom)

    def minus(self, other: NoisyMeans) -> NoisyMeans:
        """Row by row the difference."""
        return NoisyMeans(self.means - other.means, self.noise - other.noise, self.freedom)

    def plus(self, other: NoisyMeans) -> NoisyMeans:
        """Row by row the sum."""
        return NoisyMeans(self.means + other.means, self.noise + other.noise, self.freedom)

    def times(self, factor: Floats | float) -> NoisyMeans:
        """Each row multiplied by a number."""
        factors = np.broadcast_to(np.asarray(factor, np.float64), self.means.shape)
        return NoisyMeans(self.means * factors, self.noise * factors[:, None], self.freedom)

    def centred(self) -> NoisyMeans:
        """Around the mean of all rows. What luck does to all rows alike is gone."""
        return NoisyMeans(self.means - self.means.mean(), self.noise - self.noise.mean(axis=0), self.freedom)

    def joined(self, other: NoisyMeans) -> NoisyMeans:
        """These rows, then the others."""
        means, noise = np.concatenate([self.means, other.means]), np.concatenate([self.noise, other.noise])
        return NoisyMeans(means, noise, self.freedom)

    @property
    def variances(self) -> Floats:
        """Of the noise in each row."""
        return np.asarray((self.noise**2).sum(axis=1))

    @property
    def squares(self) -> Floats:
        """The square of each row, freed of noise: right on average, and sometimes negative."""
        return self.means**2 - self.variances


def noisy_means(samples: Sequence[Sample]) -> NoisyMeans:
    """The means of cells and their noise."""
    last = max(int(sample.blocks[-1]) for sample in samples) + 1
    fewest = min(len(sample.blocks) for sample in samples)
    groups = max(min(MOST_GROUPS, fewest), 2)
    noise = np.stack(
        [
            np.bincount(sample.blocks * groups // last, sample.influence(), minlength=groups).astype(np.float64)
            for sample in samples
        ]
    )
    scale = np.sqrt(groups / (groups - 1))
    return NoisyMeans(np.array([sample.mean for sample in samples]), noise * scale, groups - 1)


@dataclass(frozen=True)
class SquareForm:
    """A weighted sum of squares, by point of the design: ``weights[p, k]`` is that of ``parts[k]`` at point p."""

    parts: tuple[NoisyMeans, ...]
    weights: Floats

    @property
    def value(self) -> float:
        """The sum, freed of noise."""
        return float(sum(self.weights[:, k] @ part.squares for k, part in enumerate(self.parts)))

    def variance(self) -> tuple[float, float]:
        """The variance of the sum and its degrees of freedom.

        It is what the points differ by, less the noise in that, plus the noise of all points together: points share
        cells and dice, so their noise does not average out as that of independent points would.
        """
        points = len(self.weights)
        by_point = self._by_point()
        spread = float(np.var(by_point, ddof=1)) * points
        design = max(spread - self._noise_of_points(), 0.0)
        noise = max(self._noise(), 0.0)
        if not design + noise:
            return 0.0, 1.0
        freedom = (design + noise) ** 2 / (design**2 / (points - 1) + noise**2 / self.parts[0].freedom)
        return design + noise, max(freedom, 1.0)

    def _by_point(self) -> Floats:
        """What each point adds to the sum."""
        return np.asarray(sum(self.weights[:, k] * part.squares for k, part in enumerate(self.parts)))

    def ends(self, level: float) -> tuple[float, float]:
        """The ends of an interval of the sum, skewed as the points are."""
        variance, freedom = self.variance()
        by_point = self._by_point()
        return tilted(self.value, variance, tilt(by_point - np.mean(by_point)), quantile(freedom, level))

    def _noise(self) -> float:
        """The variance that luck brings to the whole sum, by an estimate that is right on average."""
        along = np.sum([(self.weights[:, k] * part.means) @ part.noise for k, part in enumerate(self.parts)], axis=0)
        return float(4 * along @ along - 2 * self._twice()[0])

    def _twice(self) -> tuple[float, float]:
        """The trace of the squared noise, freed of the error with which noise is known; and the trace of noise."""
        form = sum((part.noise.T * self.weights[:, k]) @ part.noise for k, part in enumerate(self.parts))
        total, freedom = float(np.trace(form)), self.parts[0].freedom
        squared = float(np.sum(form * form))
        return max((squared - total**2 / freedom) / (1 + 1 / freedom), squared / (1 + freedom), 0.0), total

    def _noise_of_points(self) -> float:
        """The same if every point had noise of its own."""
        found = 0.0
        for k, one in enumerate(self.parts):
            for m, other in enumerate(self.parts):
                shared = np.einsum("rg,rg->r", one.noise, other.noise)
                weight = self.weights[:, k] * self.weights[:, m]
                found += float(weight @ (4 * one.means * other.means * shared - 2 * shared**2))
        return max(found, 0.0)

    def chance(self) -> float:
        """How often luck alone makes as large a sum, if all rows are truly zero (Satterthwaite's approximation)."""
        twice, total = self._twice()
        raw = float(sum(self.weights[:, k] @ part.means**2 for k, part in enumerate(self.parts)))
        if total <= 0:
            return 0.0 if raw > 0 else 1.0
        squares = total**2 / twice
        return float(f.sf(raw / total, squares, squares * self.parts[0].freedom))

    def floor(self, level: float) -> float:
        """What luck alone exceeds so rarely (``level`` is a p-value), freed of noise."""
        twice, total = self._twice()
        if total <= 0:
            return 0.0
        squares = total**2 / twice
        return total * (float(f.isf(level, squares, squares * self.parts[0].freedom)) - 1)
