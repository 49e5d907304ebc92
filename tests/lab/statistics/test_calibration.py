"""Intervals cover the truth as often as they say, and null studies find nothing beyond their error rate.

Every study here is drawn from one seeded stream, so each count is the same in every run. The bounds are those that a
right method would leave once in a thousand seeds (binomial quantiles), so they would notice a wrong one.
"""

from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from forvm.lab.statistics import Kind, Pair, compare, difference, estimate, gather

STUDIES = 800
Draw = Callable[[np.random.Generator], np.ndarray]


# What games are like: skewed lengths, many small counts, shares near an edge, and blocks whose games hang together.
def lengths(luck):
    return 20 + luck.gamma(2.0, 6.0, 60)


def counts(luck):
    return luck.poisson(1.5, 60).astype(float)


def rare(luck):
    return (luck.random(200) < 0.03).astype(float)


def even(luck):
    return (luck.random(60) < 0.25).astype(float)


CASES = [("mean", lengths, 32.0), ("mean", counts, 1.5), ("share", rare, 0.03), ("share", even, 0.25)]


def bounds(rate: float, studies: int = STUDIES) -> tuple[int, int]:
    low, high = stats.binom.interval(0.999, studies, rate)
    return int(low), int(high)


@pytest.mark.parametrize(("kind", "draw", "truth"), CASES, ids=["lengths", "counts", "rare", "even"])
def test_an_estimate_covers_the_truth(kind: Kind, draw: Draw, truth: float):
    luck = np.random.default_rng(1)
    covered = 0
    for _ in range(STUDIES):
        values = draw(luck)
        told = estimate(gather(np.arange(len(values)), values), kind)
        covered += told.low <= truth <= told.high
    # Small samples of skewed or rare things are covered a little less or more than 95 %: never below 93, nor above 98.
    assert bounds(0.93)[0] < covered < bounds(0.98)[1]


@pytest.mark.parametrize(("kind", "draw", "truth"), CASES, ids=["lengths", "counts", "rare", "even"])
@pytest.mark.parametrize("common", [0.0, 0.6])
def test_a_null_study_finds_a_difference_in_one_of_twenty(kind: Kind, draw: Draw, truth: float, common: float):
    """``common`` is how many of the blocks turn out alike on both sides, as common dice make them."""
    luck = np.random.default_rng(2)
    found = 0
    for _ in range(STUDIES):
        baseline, variant = draw(luck), draw(luck)
        same = luck.random(len(baseline)) < common
        variant[same] = baseline[same]
        blocks = np.arange(len(baseline))
        told = difference(gather(blocks, variant), gather(blocks, baseline), kind)
        found += told.p < 0.05
        assert (told.p < 0.05) == (told.low > 0 or told.high < 0)
    assert bounds(0.025)[0] < found < bounds(0.055)[1]


def test_seatings_of_one_deal_do_not_pass_for_independent_games():
    luck = np.random.default_rng(3)
    covered = naive = 0
    blocks = np.repeat(np.arange(50), 4)
    for _ in range(STUDIES):
        values = np.repeat(luck.normal(0, 2, 50), 4) + luck.normal(0, 1, 200)
        told = estimate(gather(blocks, values))
        covered += told.low <= 0 <= told.high
        blind = estimate(gather(np.arange(200), values))
        naive += blind.low <= 0 <= blind.high
    assert bounds(0.95)[0] < covered < bounds(0.95)[1]
    assert naive < 0.8 * STUDIES


def test_a_whole_report_of_nothing_is_wrong_in_one_of_twenty():
    """Twelve variants in three quantities, all of them equal to one common baseline."""
    luck = np.random.default_rng(4)
    studies = 200
    quantities: list[tuple[Kind, Draw]] = [("mean", lengths), ("mean", counts), ("share", even)]
    wrong = left_out = 0
    blocks = np.arange(60)
    for _ in range(studies):
        pairs = []
        for kind, draw in quantities:
            baseline = gather(blocks, draw(luck))
            pairs += [Pair(gather(blocks, draw(luck)), baseline, kind) for _ in range(12)]
        told = compare(pairs)
        wrong += any(one.differs for one in told)
        left_out += any(one.low > 0 or one.high < 0 for one in told)
    assert wrong < bounds(0.05, studies)[1]
    assert left_out < bounds(0.05, studies)[1]
