"""Means and shares of very many games, from sums that fit into three numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtrit

from forvm.lab.statistics.estimates import Estimate, Kind
from forvm.lab.statistics.samples import LEVEL
from forvm.lab.wilson import interval

Values = np.ndarray[Any, np.dtype[np.float64]]


@dataclass
class RunningMoments:
    """Number, mean and squared deviations of values that come in batches; missing values are left out."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0  # of the deviations from the mean

    def add(self, values: Values) -> None:
        """Add a batch of independent values."""
        known = values[~np.isnan(values)]
        if known.size:
            mean = float(known.mean())
            self.merge(RunningMoments(known.size, mean, float(((known - mean) ** 2).sum())))

    def merge(self, other: RunningMoments) -> None:
        """Add what another batch came to. Deviations are kept rather than squares, which would cancel out."""
        count = self.count + other.count
        if not count:
            return
        apart = other.mean - self.mean
        self.squares += other.squares + apart * apart * self.count * other.count / count
        self.mean += apart * other.count / count
        self.count = count

    def estimate(self, kind: Kind = "mean") -> Estimate:
        """The mean with its 95 % interval: Student's t, or Wilson's for as many games as would be as sure."""
        if self.count < 2:
            low, high = (0.0, 1.0) if kind == "share" else (-math.inf, math.inf)
            return Estimate(self.mean if self.count else math.nan, low, high, self.count, self.count)
        error = self.squares / (self.count - 1) / self.count
        if kind == "share":
            # Shares of a victory that several bots share vary less than whole ones.
            games = min(self.mean * (1 - self.mean) / error, 100.0 * self.count) if error else float(self.count)
            low, high = interval(self.mean * games, games)
        else:
            half = float(stdtrit(self.count - 1, (1 + LEVEL) / 2)) * math.sqrt(error)
            low, high = self.mean - half, self.mean + half
        return Estimate(self.mean, low, high, self.count, self.count)
