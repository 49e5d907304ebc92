"""Designs: which combinations of the factors' values are played.

Samples are drawn in the unit cube, one side for each factor, and every side is cut into as many parts as the factor
has values. So factors that are no numbers can be sampled too. Morris's trajectories step from value to value, and
their places reach from 0, the first value, to 1, the last. Points that fall on the same values share a cell: it is
played once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from forvm.lab.scheme import SCHEME
from forvm.lab.study.model import Design, Factor

Place = tuple[float, ...]
Choice = tuple[int, ...]  # of each factor, the number of its value

OLD_LEVELS = 4  # of the grid on which the first version drew Morris's trajectories


def all_combinations(factors: Sequence[Factor]) -> list[Choice]:
    """Every value of each factor with every value of all others.

    >>> all_combinations([Factor("a", (1, 2)), Factor("b", (1, 2))])
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return list(product(*(range(len(factor.levels)) for factor in factors)))


def _latin_hypercube(factors: int, points: int, seed: int) -> Any:
    from scipy.stats import qmc

    return qmc.LatinHypercube(factors, rng=seed).random(points)


def _saltelli(factors: int, points: int, seed: int) -> Any:
    """For each draw a point A, then A with one factor after another from B, and B itself.

    The draws are independent of each other, not a Sobol sequence, so that the error of the indices can be measured.
    """
    import numpy as np

    luck = np.random.default_rng(seed)
    a, b = luck.random((2, points, 1, factors))
    mixed = np.where(np.eye(factors, dtype=bool), b, a)
    return np.concatenate([a, mixed, b], axis=1).reshape(-1, factors)


def _old_sobol(factors: int, points: int, seed: int) -> Any:
    """As the first version drew Saltelli's sample, on a Sobol sequence. Old folders have it."""
    from SALib.sample import sobol

    return sobol.sample(problem(factors), points, calc_second_order=False, seed=seed)


def _old_morris(factors: int, points: int, seed: int) -> Any:
    """As the first version drew trajectories, for old folders: on a grid of four, whatever the number of values."""
    from SALib.sample import morris

    return morris.sample(problem(factors), points, num_levels=OLD_LEVELS, seed=seed)


SAMPLED = ("latin_hypercube", "sobol", "morris")
KINDS = ("all", "one_at_a_time", *SAMPLED)


def problem(factors: int | Sequence[str]) -> dict[str, Any]:
    """The factors as SALib wants to know them; indices are computed with the same."""
    names = [f"x{number}" for number in range(factors)] if isinstance(factors, int) else list(factors)
    return {"num_vars": len(names), "names": names, "bounds": [[0.0, 1.0]] * len(names)}


def size(design: Design, factors: Sequence[Factor]) -> int:
    """How many points a design has, without making them."""
    if design.kind == "all":
        return prod(len(factor.levels) for factor in factors)
    if design.kind == "one_at_a_time":
        return sum(len(factor.levels) for factor in factors)
    if design.kind == "sobol":
        return design.points * (len(factors) + 2)
    return design.points * (len(factors) + 1 if design.kind == "morris" else 1)


def sample(design: Design, factors: Sequence[Factor], seed: int, scheme: int = SCHEME) -> list[tuple[Place, Choice]]:
    """The points of a design that is drawn by chance: the same for the same seed and scheme."""
    counts = [len(factor.levels) for factor in factors]
    if design.kind == "morris" and scheme > 1:
        choices = trajectories(counts, design.points, seed)
        return [(tuple(map(share_of_range, choice, counts)), choice) for choice in choices]
    draw, choose = {
        "morris": (_old_morris, _nearest),
        "sobol": (_saltelli if scheme > 1 else _old_sobol, _part),
        "latin_hypercube": (_latin_hypercube, _part),
    }[design.kind]
    places = draw(len(factors), design.points, seed % 2**32).tolist()
    return [(tuple(place), tuple(choose(x, count) for x, count in zip(place, counts, strict=True))) for place in places]


def trajectories(counts: Sequence[int], points: int, seed: int) -> list[Choice]:
    """Morris's trajectories on the values themselves: from a random start each factor steps once, in random order.

    A step goes over half of a factor's values, so that every value of an even number is visited equally often. Half of
    the steps go up, half down.
    """
    luck = random.Random(seed)
    found: list[Choice] = []
    for _ in range(points):
        steps = [max(count // 2, 1) for count in counts]
        low = [luck.randrange(count - step) for count, step in zip(counts, steps, strict=True)]
        up = [luck.random() < 0.5 for _ in counts]
        now = [start + (0 if rises else step) for start, step, rises in zip(low, steps, up, strict=True)]
        found.append(tuple(now))
        for factor in luck.sample(range(len(counts)), len(counts)):
            now[factor] += steps[factor] if up[factor] else -steps[factor]
            found.append(tuple(now))
    return found


def share_of_range(choice: int, count: int) -> float:
    """Where a value lies between the first, 0, and the last, 1.

    >>> [share_of_range(choice, 3) for choice in range(3)]
    [0.0, 0.5, 1.0]
    """
    return choice / (count - 1)


def _part(x: float, count: int) -> int:
    """In which of so many equal parts of the side a place lies."""
    return min(int(x * count), count - 1)


def _nearest(x: float, count: int) -> int:
    """The value nearest to a place of the old grid, which reaches from the first value to the last.

    >>> [_nearest(level / 3, 3) for level in range(4)]
    [0, 1, 1, 2]
    """
    return int(x * (count - 1) + 0.5)
