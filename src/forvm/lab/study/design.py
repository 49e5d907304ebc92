"""Designs: which combinations of the factors' values are played.

Samples are drawn in the unit cube, one side for each factor, and every side is cut into as many parts as the factor
has values. So factors that are no numbers can be sampled too, and sensitivity indices are computed from the places in
the cube. Points that fall on the same values share a cell: it is played once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any

from forvm.lab.study.model import Design, Factor

Place = tuple[float, ...]
Choice = tuple[int, ...]  # of each factor, the number of its value

LEVELS = 4  # of Morris's grid


def all_combinations(factors: Sequence[Factor]) -> list[Choice]:
    """Every value of each factor with every value of all others.

    >>> all_combinations([Factor("a", (1, 2)), Factor("b", (1, 2))])
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return list(product(*(range(len(factor.levels)) for factor in factors)))


def _latin_hypercube(factors: int, points: int, seed: int) -> Any:
    from scipy.stats import qmc

    return qmc.LatinHypercube(factors, rng=seed).random(points)


def _sobol(factors: int, points: int, seed: int) -> Any:
    from SALib.sample import sobol

    return sobol.sample(problem(factors), points, calc_second_order=False, seed=seed)


def _morris(factors: int, points: int, seed: int) -> Any:
    from SALib.sample import morris

    return morris.sample(problem(factors), points, num_levels=LEVELS, seed=seed)


_SAMPLES: dict[str, Callable[[int, int, int], Any]] = {
    "latin_hypercube": _latin_hypercube,
    "sobol": _sobol,
    "morris": _morris,
}
SAMPLED = tuple(_SAMPLES)
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


def sample(design: Design, factors: Sequence[Factor], seed: int) -> list[tuple[Place, Choice]]:
    """The points of a design that is drawn by chance: the same for the same seed."""
    places = _SAMPLES[design.kind](len(factors), design.points, seed % 2**32).tolist()
    choose = _nearest if design.kind == "morris" else _part
    counts = [len(factor.levels) for factor in factors]
    return [(tuple(place), tuple(choose(x, count) for x, count in zip(place, counts, strict=True))) for place in places]


def _part(x: float, count: int) -> int:
    """In which of so many equal parts of the side a place lies."""
    return min(int(x * count), count - 1)


def _nearest(x: float, count: int) -> int:
    """Morris's grid reaches from the first value to the last.

    >>> [_nearest(level / 3, 3) for level in range(4)]
    [0, 1, 1, 2]
    """
    return int(x * (count - 1) + 0.5)
