"""Random numbers: even, independent between games, and unbothered by the width of integers."""

from __future__ import annotations

import itertools

from scipy import stats

from forvm.engine.rng import MASK_62, random_below, seed_numbers
from forvm.engine.scratch import Scratch


def throws(seed: int, stream: int, sides: int, times: int) -> list[int]:
    scratch = Scratch()
    seed_numbers(scratch, seed, stream)
    return [random_below(scratch, sides) for _ in range(times)]


def test_dice_are_fair() -> None:
    counts = [0] * 6
    for pips in throws(1, 0, 6, 60_000):
        counts[pips] += 1
    assert stats.chisquare(counts).pvalue > 0.001


def test_first_throws_of_successive_games_are_fair_and_independent() -> None:
    """Games are streams of one seed: neighbours must not resemble each other."""
    pairs = [0] * 36
    for game in range(36_000):
        first, second = throws(5, game, 6, 1)[0], throws(5, game + 1, 6, 1)[0]
        pairs[first * 6 + second] += 1
    assert stats.chisquare(pairs).pvalue > 0.001


def test_successive_throws_are_independent() -> None:
    series = throws(2, 0, 6, 72_001)
    pairs = [0] * 36
    for first, second in itertools.pairwise(series):
        pairs[first * 6 + second] += 1
    assert stats.chisquare(pairs).pvalue > 0.001


def test_the_state_stays_within_62_bits() -> None:
    scratch = Scratch()
    seed_numbers(scratch, -1, 2**80)
    for _ in range(100):
        random_below(scratch, 1000)
        assert 0 <= scratch.random <= MASK_62


def test_a_seed_and_a_stream_name_one_series() -> None:
    assert throws(9, 4, 1000, 20) == throws(9, 4, 1000, 20)
    assert throws(9, 4, 1000, 20) != throws(9, 5, 1000, 20)
    assert throws(9, 4, 1000, 20) != throws(8, 4, 1000, 20)
