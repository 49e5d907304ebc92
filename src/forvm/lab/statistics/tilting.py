"""Score intervals for means of anything: lengths, counts, shares, squares.

Student's interval takes the variance of a mean for the same wherever the true mean lies. For counts and other skewed
quantities that is wrong: a larger mean brings a larger variance, and rare things seen once or twice would get
intervals that are too narrow on one side and below zero on the other. If the distribution is tilted exponentially
until it has another mean, its variance changes at a rate of third central moment by variance. So the variance at
another mean is known to first order, and the interval has all means from which the observed one is no further than
Student's quantile allows. For a Poisson count it is the score interval, for a share nearly Wilson's, and for what is
not skewed it is Student's.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import stdtrit

from forvm.lab.statistics.samples import Floats


def tilt(influence: Floats) -> float:
    """How fast the variance of a mean grows with the mean, from what each block adds to its error."""
    squares = float(influence @ influence)
    return float(np.sum(influence**3)) / squares if squares else 0.0


def tilted(mean: float, variance: float, slope: float, quantile: float) -> tuple[float, float]:
    """The ends of the interval, where the variance changes with the mean by a slope.

    >>> low, high = tilted(2.0, 2.0, 1.0, 1.96)  # a Poisson count of two
    >>> round(low, 2), round(high, 2)
    (0.55, 7.29)
    """
    if not math.isfinite(variance) or not math.isfinite(quantile):
        return -math.inf, math.inf
    shift = quantile**2 * slope / 2
    half = math.sqrt(quantile**2 * variance + shift**2)
    return mean + shift - half, mean + shift + half


def quantile(freedom: float, level: float) -> float:
    """Student's quantile for both sides of an interval."""
    return float(stdtrit(freedom, 0.5 + level / 2)) if freedom > 0 else math.inf
