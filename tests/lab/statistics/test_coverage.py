"""Every kind of interval covers the truth about as often as it says, in the smallest samples allowed.

These are fewer studies than `coverage` simulates, and the bounds are as much wider. What it found is committed, and
must be right.
"""

import csv

import pytest

from forvm.lab.statistics import FEWEST_GAMES
from tests.lab.statistics.coverage import DESIGNS, GAMES, RESULTS, of_design, of_games


@pytest.mark.parametrize("name", GAMES)
def test_intervals_of_games_cover_the_truth(name: str):
    assert 0.92 < of_games(name, FEWEST_GAMES, 400) < 0.98


@pytest.mark.parametrize(("kind", "name", "model", "counts"), DESIGNS)
def test_intervals_of_indices_cover_the_truth(kind, name, model, counts):
    told = of_design(kind, model, counts, 40)
    assert all(0.88 < coverage <= 1 for coverage in told.values()), told


def test_the_committed_results_have_every_kind_and_are_within_their_bounds():
    with RESULTS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["interval"] for row in rows} >= set(GAMES)
    for row in rows:
        if "of nothing" in row["interval"]:  # errs on one side only
            assert float(row["coverage"]) >= 0.935, row
        else:
            assert 0.925 <= float(row["coverage"]) <= 0.975, row
