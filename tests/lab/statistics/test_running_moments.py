"""Sums in three numbers."""

from __future__ import annotations

import numpy as np
import pytest

from forvm.lab.statistics import estimate, gather
from forvm.lab.statistics.running_moments import RunningMoments


@pytest.mark.parametrize("cuts", [[], [1], [3, 500, 501], list(range(0, 1000, 7))])
def test_batches_come_to_what_all_values_come_to(cuts: list[int]):
    values = np.random.default_rng(4).normal(1e6, 1, 1000)
    values[[3, 77]] = np.nan
    told = RunningMoments()
    for batch in np.split(values, cuts):
        told.add(batch)
    known = values[~np.isnan(values)]
    assert told.count == 998
    assert told.mean == pytest.approx(known.mean(), rel=1e-14)
    assert told.squares / 997 == pytest.approx(known.var(ddof=1), rel=1e-8)
    whole = estimate(gather(np.arange(998), known))
    assert (told.estimate().low, told.estimate().high) == pytest.approx((whole.low, whole.high), rel=1e-9)


def test_nothing_is_known_of_nothing():
    assert np.isnan(RunningMoments().estimate().value)
    assert RunningMoments().estimate("share").low == 0.0


@pytest.mark.parametrize("share", [0.02, 0.3, 1.0])
def test_a_share_of_games_has_wilson_s_interval(share: float):
    told = RunningMoments()
    told.add((np.arange(400) < 400 * share).astype(float))
    found = told.estimate("share")
    assert found.low < share <= found.high
    assert found.low >= 0
    assert found.high <= 1
