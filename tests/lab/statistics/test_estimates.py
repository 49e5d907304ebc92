"""Means, shares and differences against scipy's own, and where there is little or nothing to go by."""

import math

import numpy as np
import pytest
from scipy import stats

from forvm.lab.clustered_shares import share_of
from forvm.lab.statistics import Pair, average, compare, difference, estimate, gather, holm, simultaneous


@pytest.fixture
def luck():
    return np.random.default_rng(20)


def test_a_mean_of_games_that_are_not_skewed_is_students(luck):
    half = luck.normal(30, 5, 20)
    values = np.concatenate([half, 60 - half])
    told = estimate(gather(range(40), values))
    low, high = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert (told.value, told.low, told.high) == pytest.approx((values.mean(), low, high))


def test_a_mean_of_rare_counts_is_the_score_interval_of_poisson():
    told = estimate(gather(range(10_000), [1.0] * 4 + [0.0] * 9996))
    z = 1.96
    shift, half = z * z / 2, z * math.sqrt(4 + z * z / 4)
    assert (told.low * 1e4, told.high * 1e4) == pytest.approx((4 + shift - half, 4 + shift + half), rel=0.01)
    never = estimate(gather(range(10_000), [0.0] * 10_000))
    assert (never.low * 1e4, never.high * 1e4) == pytest.approx((0, z * z), rel=0.01)


def test_no_interval_has_zero_width():
    same = gather(range(100), [30.0] * 100)
    told, apart = estimate(same), difference(same, same)
    assert told.low < 30 < told.high
    assert apart.low < 0 < apart.high
    assert apart.p == 1


def test_an_effect_seen_in_few_games_is_judged_about_as_by_a_sign_test():
    for changed in range(1, 13):
        variant = np.zeros(5000)
        variant[:changed] = 1
        told = difference(gather(range(5000), variant), gather(range(5000), np.zeros(5000)))
        assert told.p > 0.4 * stats.binomtest(changed, changed).pvalue


def test_cells_are_weighed_by_the_design_not_by_their_games(luck):
    few, many = gather(range(200), luck.normal(0, 1, 200)), gather(range(9000), luck.normal(10, 1, 9000))
    both = average([few, many])
    assert both.mean == pytest.approx((few.mean + many.mean) / 2)
    assert both.variance() == pytest.approx((few.variance() + many.variance()) / 4, rel=0.1)


def test_a_share_is_wilsons_as_the_arena_tells_it(luck):
    won = luck.random((60, 4)) < luck.random((60, 1))  # the games of a block hang together
    told = estimate(gather(np.repeat(np.arange(60), 4), won.ravel()), "share")
    arena = share_of([(float(row.sum()), 4) for row in won], 0.25)
    assert (told.value, told.low, told.high) == pytest.approx((arena.share, arena.low, arena.high), abs=2e-3)


def test_games_of_one_deal_count_once(luck):
    values = luck.normal(size=30)
    once = estimate(gather(range(30), values))
    thrice = estimate(gather(np.repeat(np.arange(30), 3), np.repeat(values, 3)))
    assert (thrice.value, thrice.low, thrice.high) == pytest.approx((once.value, once.low, once.high))


def test_a_difference_of_means_is_the_paired_t_test(luck):
    baseline = luck.normal(30, 5, 50)
    variant = baseline + luck.normal(1, 2, 50)
    told = difference(gather(range(50), variant), gather(range(50), baseline))
    test = stats.ttest_rel(variant, baseline)
    low, high = test.confidence_interval(0.95)
    assert (told.low, told.high) == pytest.approx((low, high), abs=0.15)
    assert told.p < 0.05
    assert told.gain > 5


def test_deals_that_only_one_side_has_widen_the_interval_but_are_used(luck):
    baseline, variant = luck.normal(30, 5, 200), luck.normal(31, 5, 200)
    apart = difference(gather(range(200, 400), variant), gather(range(200), baseline))
    test = stats.ttest_ind(variant, baseline, equal_var=False)
    low, high = test.confidence_interval(0.95)
    assert (apart.low, apart.high) == pytest.approx((low, high), rel=0.02)


def test_a_difference_of_shares_never_leaves_its_range_and_agrees_with_its_p(luck):
    for _ in range(50):
        baseline, variant = luck.random(30) < luck.random(), luck.random(30) < luck.random()
        told = difference(gather(range(30), variant), gather(range(30), baseline), "share")
        assert -1 <= told.low <= told.value <= told.high <= 1
        assert (told.p < 0.05) == (told.low > 0 or told.high < 0)


def test_never_against_always_is_a_difference_and_never_against_never_is_none():
    never, always = gather(range(20), np.zeros(20)), gather(range(20), np.ones(20))
    told = difference(always, never, "share")
    assert told.p < 0.001
    assert told.low > 0.5
    nothing = difference(never, never, "share")
    assert nothing.p == 1
    assert nothing.low < 0 < nothing.high


def test_a_constant_difference_of_means_is_sure():
    told = difference(gather(range(50), range(50)), gather(range(50), range(-2, 48)))
    assert told.value == 2
    assert told.low < 2 < told.high
    assert told.p < 0.05


def test_one_deal_tells_nothing():
    one = gather([1], [5.0])
    told = estimate(one)
    assert (told.low, told.high) == (-math.inf, math.inf)
    apart = difference(one, gather([1], [3.0]))
    assert (apart.low, apart.high, apart.p) == (-math.inf, math.inf, 1)
    share = estimate(gather([1], [1.0]), "share")
    assert (share.low, share.high) == (0, 1)


def test_missing_observations_are_left_out_and_nothing_at_all_is_refused():
    assert gather([1, 2, 2], [4.0, math.nan, 6.0]).mean == 5
    with pytest.raises(ValueError, match="no observation"):
        gather([1], [math.nan])


def test_holm_is_stepwise_and_keeps_the_order():
    assert holm([0.04, 0.001, 0.5]) == pytest.approx([0.08, 0.003, 0.5])
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []


def test_a_family_is_told_with_wider_intervals_and_larger_p(luck):
    base = gather(range(100), luck.normal(0, 1, 100))
    pairs = [Pair(gather(range(100), luck.normal(shift, 1, 100)), base) for shift in (0, 0.1, 2)]
    told = compare(pairs)
    assert all(one.low < one.alone.low < one.alone.high < one.high for one in told)
    assert all(one.p >= one.alone.p for one in told)
    assert [one.differs for one in told] == [False, False, True]
    assert simultaneous(1) == 0.95
