"""The indices on models whose answer is known, with the luck of finite games in them."""

from collections.abc import Callable
from itertools import pairwise, product

import numpy as np
import pytest

from forvm.lab.statistics.noisy_means import NoisyMeans, noisy_means
from forvm.lab.statistics.samples import gather
from forvm.lab.statistics.sensitivity import FEWEST_POINTS, Sensitivity, sensitivity
from forvm.lab.study.design import sample, share_of_range
from forvm.lab.study.model import Design, Factor

Model = Callable[..., float]
STUDIES = 100  # of four factors each; benchmarks/coverage.py does it with a thousand
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


CASES = [
    ("sobol", additive, (2, 3, 4, 5)),
    ("sobol", ishigami, (7, 7, 7, 3)),
    ("morris", additive, (2, 3, 4, 5)),
    ("morris", ishigami, (7, 7, 7, 3)),
    ("latin_hypercube", additive, (2, 3, 4, 5)),
]


@pytest.mark.parametrize(("kind", "model", "counts"), CASES)
def test_intervals_cover_the_truth_in_the_smallest_designs_allowed_and_luck_is_no_effect(kind, model, counts):
    """A fifth of the variance between cells is luck, and the last factor does nothing."""
    truth, luck = Truth(model, counts), np.random.default_rng(7)
    covered: dict[str, list[bool]] = {"total": [], "first": []}
    dummy, found = [], 0
    for _ in range(STUDIES):
        told = study(kind, FEWEST_POINTS[kind], counts, model, luck, noise=truth.sd * np.sqrt(0.2))
        for number, one in enumerate(told.indices):
            for name, true in (("total", (truth.size if kind == "morris" else truth.total)), ("first", truth.first)):
                interval = getattr(one, name)
                if interval is not None:
                    covered[name].append(interval.low <= true[number] <= interval.high)
        last = told.indices[-1]
        dummy.append(last.main.value)
        found += last.p < 0.05
    for name, those in covered.items():
        # A size cannot be below zero, so the interval of one that is zero errs on one side only.
        if those:
            assert 0.91 < np.mean(those) < 0.99, name
    assert found < 0.15 * STUDIES
    if kind != "morris":
        assert abs(np.mean(dummy)) < 0.03
    else:
        assert np.median(np.square(dummy)) < 0.2 * truth.sd**2


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
