"""The indices on a model whose answer is known: y = 4a + 2b, and c does nothing."""

import numpy as np
import pytest

from forvm.lab.statistics.sensitivity import indices
from forvm.lab.study.design import sample
from forvm.lab.study.model import Design, Factor

FACTORS = ["a", "b", "c"]


def model(kind: str, points: int) -> tuple[np.ndarray, np.ndarray]:
    levels = tuple(range(1000))
    drawn = sample(Design(kind, points), [Factor(key, levels) for key in FACTORS], seed=5)
    places = np.array([place for place, _ in drawn])
    return places, 30 + 4 * places[:, 0] + 2 * places[:, 1]


def test_sobol_shares_out_the_variance():
    told = indices("sobol", FACTORS, *model("sobol", 256))
    assert [one.factor for one in told] == FACTORS
    assert [one.first for one in told] == pytest.approx([0.8, 0.2, 0.0], abs=0.02)
    assert [one.total for one in told] == pytest.approx([0.8, 0.2, 0.0], abs=0.02)


def test_morris_tells_how_far_each_factor_moves_the_metric():
    told = indices("morris", FACTORS, *model("morris", 12))
    assert [one.total for one in told] == pytest.approx([4, 2, 0])
    assert [one.spread for one in told] == pytest.approx([0, 0, 0], abs=1e-9)


def test_a_latin_hypercube_gives_first_order_shares_if_it_has_points_enough():
    told = indices("latin_hypercube", FACTORS, *model("latin_hypercube", 200))
    assert [one.first for one in told] == pytest.approx([0.8, 0.2, 0.0], abs=0.1)
    assert indices("latin_hypercube", FACTORS, *model("latin_hypercube", 20)) == []


def test_where_nothing_varies_or_the_design_says_nothing_there_are_no_indices():
    places, outputs = model("sobol", 64)
    assert indices("sobol", FACTORS, places, np.ones_like(outputs)) == []
    assert indices("all", FACTORS, places, outputs) == []
