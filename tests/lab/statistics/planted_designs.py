"""Models whose sensitivity is known, played by designs with the luck of finite games in them."""

from collections.abc import Callable
from itertools import product

import numpy as np

from forvm.lab.statistics.noisy_means import NoisyMeans
from forvm.lab.statistics.sensitivity import Sensitivity, sensitivity
from forvm.lab.study.design import sample, share_of_range
from forvm.lab.study.model import Design, Factor

Model = Callable[..., float]
GAMES = 60  # in each cell


def ishigami(a: float, b: float, c: float, _: float = 0.0) -> float:
    x, y, z = (np.pi * (2 * part - 1) for part in (a, b, c))
    return float(np.sin(x) + 7 * np.sin(y) ** 2 + 0.1 * z**4 * np.sin(x))


def additive(a: float, b: float, c: float, _: float = 0.0) -> float:
    return a + b + c / 2


class Truth:
    """The indices of a model on the values that its factors take."""

    def __init__(self, model: Model, counts: tuple[int, ...]) -> None:
        grid = product(*([share_of_range(n, count) for n in range(count)] for count in counts))
        y = np.array([model(*place) for place in grid]).reshape(counts)
        axes = range(len(counts))
        self.sd = float(y.std())
        self.total = [float(y.var(axis=axis).mean() / y.var()) for axis in axes]
        self.first = [float(y.mean(axis=tuple(a for a in axes if a != axis)).var() / y.var()) for axis in axes]
        self.size = [self._size(y, axis) for axis in axes]

    @staticmethod
    def _size(y: np.ndarray, axis: int) -> float:
        """The root of the mean square of the elementary effects, each step as likely as trajectories make it."""
        weights = np.ones(())
        for other, count in enumerate(y.shape):
            step = count // 2
            seen = np.zeros(count)
            seen[: count - step] += 1
            seen[step:] += 1
            weights = np.multiply.outer(weights, np.ones(count - step) if other == axis else seen)
        step = y.shape[axis] // 2
        moved = np.take(y, range(step, y.shape[axis]), axis) - np.take(y, range(y.shape[axis] - step), axis)
        return float(np.sqrt(np.average((moved * (y.shape[axis] - 1) / step) ** 2, weights=weights)))


def study(
    kind: str, points: int, counts: tuple[int, ...], model: Model, luck: np.random.Generator, noise: float = 0.0
) -> Sensitivity:
    """Play a design; ``noise`` is the standard error of a cell's mean, half of its variance common to all cells."""
    factors = [Factor(f"x{number}", tuple(range(count))) for number, count in enumerate(counts)]
    drawn = sample(Design(kind, points), factors, int(luck.integers(2**31)))
    cells: dict[tuple[int, ...], int] = {}
    at = [cells.setdefault(choice, len(cells)) for _, choice in drawn]
    places = [[share_of_range(n, count) for n, count in zip(choice, counts, strict=True)] for _, choice in drawn]
    truth = np.array([model(*(share_of_range(n, c) for n, c in zip(choice, counts, strict=True))) for choice in cells])
    sd = noise * np.sqrt(GAMES)
    games = luck.normal(0, sd * np.sqrt(0.5), (len(cells), GAMES)) + luck.normal(0, sd * np.sqrt(0.5), GAMES)
    means = games.mean(axis=1)
    influence = (games - means[:, None]) / GAMES * np.sqrt(GAMES / (GAMES - 1))
    told = sensitivity(
        kind, [factor.key for factor in factors], places, at, NoisyMeans(truth + means, influence, GAMES - 1)
    )
    assert told is not None
    return told
