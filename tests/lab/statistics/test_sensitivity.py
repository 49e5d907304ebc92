"""The indices on models whose answer is known, with the luck of finite games in them."""

from itertools import pairwise

import numpy as np
import pytest

from forvm.lab.statistics.noisy_means import NoisyMeans, noisy_means
from forvm.lab.statistics.samples import gather
from forvm.lab.statistics.sensitivity import FEWEST_POINTS, sensitivity
from forvm.lab.study.design import sample, share_of_range
from forvm.lab.study.model import Design, Factor
from tests.lab.statistics.planted_designs import Model, Truth, additive, ishigami, study


@pytest.mark.parametrize("counts", [(2, 3, 4), (5, 6, 7), (2, 2, 2), (7, 3, 5)])
def test_equal_additive_effects_come_out_equal_whatever_the_number_of_values(counts: tuple[int, ...]):
    told = study("morris", 24, counts, lambda *x: sum(x), np.random.default_rng(1))
    assert [one.main.value for one in told.indices] == pytest.approx([1.0] * 3)
    assert [one.mean.value for one in told.indices if one.mean] == pytest.approx([1.0] * 3)
    assert [one.spread for one in told.indices] == pytest.approx([0.0] * 3, abs=1e-6)


@pytest.mark.parametrize("count", range(2, 8))
def test_trajectories_visit_all_values_and_step_over_half_of_them(count: int):
    drawn = sample(Design("morris", 200), [Factor("a", tuple(range(count))), Factor("b", (1, 2))], 3)
    first = [choice[0] for _, choice in drawn]
    assert set(first) == set(range(count))
    steps = {abs(b - a) for number, (a, b) in enumerate(pairwise(first)) if (number + 1) % 3}
    assert steps == {0, count // 2}


@pytest.mark.parametrize("model", [ishigami, additive])
@pytest.mark.parametrize("count", range(2, 8))
def test_indices_of_known_functions_at_two_to_seven_values(model: Model, count: int):
    truth = Truth(model, (count,) * 3) if model is additive or count > 3 else None
    if truth is None:
        return  # at the two or three places of so few values the sines are zero
    luck = np.random.default_rng(count)
    sobol, morris = study("sobol", 2048, (count,) * 3, model, luck), study("morris", 2000, (count,) * 3, model, luck)
    assert [one.total.value for one in sobol.indices if one.total] == pytest.approx(truth.total, abs=0.08)
    assert [one.first.value for one in sobol.indices if one.first] == pytest.approx(truth.first, abs=0.08)
    assert [one.main.value for one in morris.indices] == pytest.approx(truth.size, rel=0.06, abs=1e-6)


@pytest.mark.parametrize("kind", ["sobol", "morris"])
def test_luck_is_no_effect(kind: str):
    """The last factor does nothing, and half of the variance between cells is luck."""
    counts, found, sizes = (2, 3, 4, 5), 0, []
    truth, luck = Truth(additive, counts), np.random.default_rng(7)
    for _ in range(60):
        last = study(kind, FEWEST_POINTS[kind], counts, additive, luck, noise=truth.sd).indices[-1]
        assert last.total is not None
        sizes.append(last.total.value)
        found += last.p < 0.05
    assert found < 9
    if kind == "sobol":
        assert abs(np.mean(sizes)) < 0.05
    else:
        assert np.median(sizes) < truth.size[0] / 2


def test_a_dummy_factor_of_real_samples_has_an_index_near_zero():
    """The same from single games: what luck adds to the squares is taken out."""
    luck = np.random.default_rng(5)
    counts = (4, 4)
    cells = {(a, b): 4 * a + b for a in range(4) for b in range(4)}
    samples = [gather(range(60), choice[0] + luck.normal(0, 4, 60)) for choice in cells]
    drawn = sample(Design("sobol", 256), [Factor("a", (0, 1, 2, 3)), Factor("b", (0, 1, 2, 3))], 1)
    places = [[share_of_range(n, c) for n, c in zip(choice, counts, strict=True)] for _, choice in drawn]
    told = sensitivity(
        "sobol", ["a", "b"], places, [cells[choice[0], choice[1]] for _, choice in drawn], noisy_means(samples)
    )
    assert told is not None
    real, nothing = told.indices
    assert real.p < 0.001
    assert nothing.p > 0.05
    assert nothing.total is not None
    assert nothing.total.low < 0 < nothing.total.high
    floor = nothing.floor(0.05)
    assert floor is not None
    assert nothing.total.value < floor < real.main.value
    assert told.apart(real, nothing) < 0.001


def test_where_nothing_varies_or_points_are_too_few_there_are_no_indices():
    flat = NoisyMeans(np.ones(4), np.zeros((4, 10)), 9)
    varied = NoisyMeans(np.arange(4.0), np.zeros((4, 10)), 9)
    places = [[0.0], [1.0]] * 24
    assert sensitivity("morris", ["a"], places, [0, 1] * 24, flat) is None
    assert sensitivity("morris", ["a"], places[:46], [0, 1] * 23, varied) is None
    assert sensitivity("all", ["a"], places, [0, 1] * 24, varied) is None
    assert sensitivity("morris", ["a"], places, [0, 1] * 24, varied) is not None
