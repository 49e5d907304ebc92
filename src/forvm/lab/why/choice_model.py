"""Who wins, as a choice among the seats of a game: McFadden's conditional logit with a little shrinkage.

Only differences between the seats of a game count, so whatever is the same for all of them drops out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from forvm.lab.why.seat_accounts import Floats

STEPS = 50
CLOSE = 1e-8


@dataclass(frozen=True)
class ChoiceModel:
    """A fitted model: weights of the features, and their covariance."""

    weights: Floats
    covariance: Floats

    def shares(self, features: Floats) -> Floats:
        """The probability of each seat's victory: games × seats."""
        return _softmax(features @ self.weights)

    def scores(self, features: Floats, won: Floats) -> Floats:
        """The log-likelihood of each game's outcome."""
        return np.asarray((won * np.log(np.maximum(self.shares(features), 1e-300))).sum(axis=1))

    def error(self, feature: int) -> float:
        """The standard error of a weight."""
        return float(np.sqrt(self.covariance[feature, feature]))


def fit(features: Floats, won: Floats, shrinkage: float | Floats = 1e-3) -> ChoiceModel:
    """The weights (of features: games × seats × features) under which the outcomes are likeliest, by Newton's method.

    ``shrinkage`` is the precision of a normal prior around 0, for all features or for each.
    """
    count = features.shape[2]
    prior = np.broadcast_to(np.asarray(shrinkage, np.float64), (count,))
    weights = np.zeros(count)
    for _ in range(STEPS):
        shares = _softmax(features @ weights)
        gradient = np.einsum("gs,gsf->f", won - shares, features) - prior * weights
        mean = np.einsum("gs,gsf->gf", shares, features)
        weighted = features * np.sqrt(shares)[:, :, None]
        flat = weighted.reshape(-1, count)
        hessian = flat.T @ flat - mean.T @ mean + np.diag(prior)
        step = np.linalg.solve(hessian, gradient)
        weights = weights + step
        if float(np.abs(step).max()) < CLOSE:
            break
    return ChoiceModel(weights, np.linalg.inv(hessian))


def _softmax(utility: Floats) -> Floats:
    raised = np.exp(utility - utility.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))
