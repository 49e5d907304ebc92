"""PRIM finds a planted box, and is not sure of one where there is none."""

from __future__ import annotations

import numpy as np
import pytest

from forvm.lab.emulator.prim import box_of, choose, mask_of, peel, quasi_p


def design(points: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 20, (points, 4))


def searched(choices: np.ndarray, interest: np.ndarray, ordered: tuple[bool, ...] = (True,) * 4):
    return choose(peel(choices, interest, ordered), choices, interest)


@pytest.mark.parametrize("seed", range(3))
def test_a_planted_box_is_found(seed):
    choices = design(600, seed)
    planted = (choices[:, 0] >= 12) & (choices[:, 2] < 8)
    interest = np.where(planted, 0.9, 0.05)
    found = searched(choices, interest)
    assert {one.factor for one in found.restrictions} == {0, 2}
    inside = mask_of(found.restrictions, choices)
    assert (inside == planted).mean() > 0.97
    unseen = design(300, seed + 100)
    truth = np.where((unseen[:, 0] >= 12) & (unseen[:, 2] < 8), 0.9, 0.05)
    held_out = box_of(found.restrictions, unseen, truth)
    assert held_out.density > 0.7
    assert all(quasi_p(found, one, unseen, truth) < 0.01 for one in found.restrictions)


def test_words_are_peeled_one_by_one():
    choices = design(400, 5) % 5
    interest = np.isin(choices[:, 1], [0, 3]).astype(float)
    found = searched(choices, interest, (True, False, True, True))
    assert [(one.factor, one.allowed) for one in found.restrictions] == [(1, frozenset({0, 3}))]
    assert (found.coverage, found.density) == (1.0, 1.0)


def test_of_pure_chance_nothing_is_sure_on_points_that_were_not_searched():
    small = 0
    boxes = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        choices, unseen = design(200, seed), design(100, seed + 50)
        found = searched(choices, rng.random(200))
        told = rng.random(100)
        for one in found.restrictions:
            boxes += 1
            small += quasi_p(found, one, unseen, told) < 0.05
    assert small <= max(2, 0.12 * boxes)
