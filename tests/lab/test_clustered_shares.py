"""The arena's statistics against values known from elsewhere."""

import random

import pytest

pytest.importorskip("scipy")

from scipy.stats import binomtest, chisquare, t

from forvm.lab.clustered_shares import evenness, share_of, variance
from forvm.lab.wilson import interval


def ones(wins: int, games: int) -> list[tuple[float, int]]:
    return [(1.0, 1)] * wins + [(0.0, 1)] * (games - wins)


@pytest.mark.parametrize("wins", [1, 120, 2000, 3999])
def test_for_many_independent_games_it_is_wilsons_interval(wins: int):
    told = share_of(ones(wins, 4000), 0.25)
    known = binomtest(wins, 4000).proportion_ci(method="wilson")
    assert told.share == wins / 4000
    assert (told.low, told.high) == pytest.approx((known.low, known.high), abs=2e-4)


def test_few_deals_are_less_sure():
    # Ten games are as sure as 9 by their spread (n - 1), and as 9 * (1.960 / 2.262)² = 6.8 by Student's t.
    assert variance(ones(5, 10), 0.5) == pytest.approx(0.25 / 9)
    assert t.ppf(0.975, 9) == pytest.approx(2.262, abs=1e-3)
    told = share_of(ones(5, 10), 0.25)
    assert (told.low, told.high) == pytest.approx(interval(3.5, 7))


def test_the_variance_between_deals_is_that_of_their_means():
    # Deals of equal size: the variance of the mean of their shares, by hand: mean 1/2, squares (1/4 + 0 + 1/4) / 2 / 3.
    blocks = [(4.0, 4), (2.0, 4), (0.0, 4)]
    assert variance(blocks, 0.5) == pytest.approx(0.25 / 3)


def test_games_of_a_deal_that_all_end_alike_count_as_one():
    alike = share_of([(4.0, 4)] * 50 + [(0.0, 4)] * 50, 0.25)
    single = share_of(ones(50, 100), 0.25)
    assert (alike.low, alike.high) == pytest.approx((single.low, single.high), abs=1e-9)


def test_no_gain_by_common_dice_is_claimed():
    balanced = share_of([(1.0, 4), (2.0, 4), (3.0, 4), (2.0, 4)] * 100, 0.25)
    plain = binomtest(800, 1600).proportion_ci(method="wilson")
    assert balanced.high - balanced.low >= plain.high - plain.low - 1e-6


def test_certain_victories_are_as_sure_as_there_are_deals():
    told = share_of([(4.0, 4)] * 100, 0.25)
    known = binomtest(100, 100).proportion_ci(method="wilson")
    assert told.high == pytest.approx(1.0)
    assert told.low == pytest.approx(known.low, abs=2e-3)
    assert share_of([(4.0, 4)], 0.25).low < 0.25


def test_the_interval_holds_the_truth_in_about_95_of_100_studies():
    dice = random.Random(1)
    held = 0
    for _ in range(400):
        blocks = []
        for _ in range(60):
            luck = dice.betavariate(2, 4)  # mean 1/3; all games of a block have the same luck
            blocks.append((float(sum(dice.random() < luck for _ in range(4))), 4))
        told = share_of(blocks, 0.25)
        held += told.low <= 1 / 3 <= told.high
    assert 0.92 <= held / 400 <= 0.98


def test_seats_by_pearsons_test():
    wins = [30, 20, 28, 22]
    blocks = [[float(seat == won) for seat in range(4)] for won, count in enumerate(wins) for _ in range(count)]
    told, known = evenness(blocks), chisquare(wins)
    assert (told.statistic, told.p) == pytest.approx((known.statistic, known.pvalue))
    assert (told.freedom, told.design) == (3, 1.0)


def test_games_that_all_end_alike_are_no_more_evidence_than_one():
    single = [[1.0, 0.0]] * 60 + [[0.0, 1.0]] * 40
    fourfold = [[4 * won for won in block] for block in single]
    assert evenness(fourfold).design == pytest.approx(4 * 0.96 * 100 / 99)
    assert evenness(fourfold).p == pytest.approx(evenness(single).p, abs=0.005)


@pytest.mark.parametrize("count", [3, 4, 10])
def test_seats_that_are_alike_seldom_seem_to_differ_however_few_the_deals(count):
    dice = random.Random(1)
    alarms = 0
    for _ in range(400):
        blocks = []
        for _ in range(count):
            lucky = dice.randrange(4)  # dice that favour a seat do so in all games of the block
            wins = [lucky if dice.random() < 0.5 else dice.randrange(4) for _ in range(24)]
            blocks.append([float(wins.count(seat)) for seat in range(4)])
        alarms += (evenness(blocks).p or 0.0) < 0.05
    assert alarms / 400 < 0.08


@pytest.mark.parametrize("block", [[1.0, 0.0, 0.0, 0.0], [24.0, 0.0, 0.0, 0.0], [6.0, 6.0, 6.0, 6.0]])
@pytest.mark.parametrize("count", [1, 2])
def test_of_one_block_or_two_nothing_can_be_told(count: int, block: list[float]):
    assert evenness([block] * count).p is None


def test_without_any_winner_there_is_no_seat_effect():
    assert evenness([[0.0, 0.0, 0.0]] * 5).p == 1.0
