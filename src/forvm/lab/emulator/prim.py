"""PRIM, the patient rule induction method (Friedman and Fisher 1999): the box in which something is frequent.

The box begins as the whole space. Step by step a thin slice is peeled off, the one without which the rest is densest.
Of all boxes on that way the one is chosen that tells most: that of the greatest harmonic mean of coverage and density.
Restrictions that this box does not need, or that chance might have brought, are dropped again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from forvm.lab.emulator.surfaces import Floats

PEEL = 0.05  # of what is left, at the least, is taken away in a step
LEAST_MASS = 0.04  # of all points: a smaller box rests on too few
SHUFFLES = 4000
UNLIKELY = 0.05
SEED = 1

Mask = NDArray[np.bool_]
Choices = NDArray[np.int64]  # a row for each point: of each factor, the number of its value


@dataclass(frozen=True)
class Restriction:
    """The values of a factor, by their numbers, that a box allows."""

    factor: int
    allowed: frozenset[int]


@dataclass(frozen=True)
class Box:
    """A part of the space, and what share of the points' cases of interest it holds."""

    restrictions: tuple[Restriction, ...]
    coverage: float  # of all cases of interest, those in the box
    density: float  # of all cases in the box, those of interest
    mass: float  # of all points, those in the box

    @property
    def told(self) -> float:
        """The harmonic mean of coverage and density."""
        both = self.coverage + self.density
        return 2 * self.coverage * self.density / both if both else 0.0


def mask_of(restrictions: Sequence[Restriction], choices: Choices) -> Mask:
    """Which points lie in a box."""
    inside = np.ones(len(choices), np.bool_)
    for one in restrictions:
        inside &= np.isin(choices[:, one.factor], list(one.allowed))
    return inside


def box_of(restrictions: Sequence[Restriction], choices: Choices, interest: Floats) -> Box:
    """A box as some points show it; ``interest`` is the share of cases of interest at each."""
    inside = mask_of(restrictions, choices)
    all_of_it, within = float(interest.sum()), float(interest[inside].sum())
    density = within / int(inside.sum()) if inside.any() else 0.0
    return Box(tuple(restrictions), within / all_of_it if all_of_it else 0.0, density, float(inside.mean()))


def peel(choices: Choices, interest: Floats, ordered: Sequence[bool]) -> list[Box]:
    """All boxes on the way from the whole space to the densest corner.

    Of a factor that is ``ordered``, values are taken away at the ends; of others, anywhere.
    """
    boxes = [box_of((), choices, interest)]
    allowed = {factor: frozenset(np.unique(choices[:, factor]).tolist()) for factor in range(len(ordered))}
    whole = dict(allowed)
    while True:
        inside = mask_of([Restriction(factor, values) for factor, values in allowed.items()], choices)
        best: tuple[float, int, frozenset[int]] | None = None
        for factor, values in allowed.items():
            for left in _peelings(choices[inside, factor], values, ordered[factor]):
                kept = inside & np.isin(choices[:, factor], list(left))
                if kept.mean() < LEAST_MASS:
                    continue
                lost = int(inside.sum() - kept.sum())
                # Patience: what is gained for each point that is lost (Kwakkel and Cunningham's lenient criterion).
                gain = (interest[kept].mean() - interest[inside].mean()) / max(lost, 1)
                if best is None or gain > best[0]:
                    best = (float(gain), factor, left)
        if best is None or best[0] <= 0:
            return boxes
        allowed[best[1]] = best[2]
        restricted = [Restriction(factor, values) for factor, values in allowed.items() if values != whole[factor]]
        boxes.append(box_of(restricted, choices, interest))


def _peelings(present: Choices, values: frozenset[int], ordered: bool) -> list[frozenset[int]]:
    """What may be left of a factor's values after a step."""
    here = sorted(set(present.tolist()))
    if len(here) < 2:
        return []
    if not ordered:
        return [values - {one} for one in here]
    low = max(float(np.quantile(present, PEEL, method="lower")), here[0])
    high = min(float(np.quantile(present, 1 - PEEL, method="higher")), here[-1])
    return [frozenset(v for v in values if v > low), frozenset(v for v in values if v < high)]


def choose(boxes: Sequence[Box], choices: Choices, interest: Floats) -> Box:
    """The box that tells most, without restrictions that it does not need, or that chance might have brought."""
    chosen = max(boxes, key=lambda box: box.told)
    while chosen.restrictions:
        without = [
            box_of([one for one in chosen.restrictions if one is not dropped], choices, interest)
            for dropped in chosen.restrictions
        ]
        best = max(without, key=lambda box: box.told)
        if best.told < chosen.told:
            break
        chosen = best
    while chosen.restrictions:
        chance = {one: quasi_p(chosen, one, choices, interest) for one in chosen.restrictions}
        weakest = max(chance, key=lambda one: chance[one])
        if chance[weakest] < UNLIKELY:
            break
        chosen = box_of([one for one in chosen.restrictions if one is not weakest], choices, interest)
    return chosen


def quasi_p(box: Box, restriction: Restriction, choices: Choices, interest: Floats) -> float:
    """How often a restriction would raise the density as much if it were drawn by lot.

    The points that lie in the box but for this restriction are shuffled: so many of them as lie in the box are as dense
    as it is, in this share of all shuffles.
    """
    others = mask_of([one for one in box.restrictions if one is not restriction], choices)
    inside = mask_of(box.restrictions, choices)[others]
    wider = interest[others]
    size = int(inside.sum())
    if size in (0, len(wider)):
        return 1.0
    rng = np.random.default_rng(SEED)
    reached = wider[inside].sum() - 1e-12
    as_dense = sum(float(rng.permutation(wider)[:size].sum()) >= reached for _ in range(SHUFFLES))
    return float(as_dense + 1) / (SHUFFLES + 1)
