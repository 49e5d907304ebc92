"""Null studies of real games: the same rules on both sides, other luck. Nothing may be found beyond the error rate."""

import polars as pl
import pytest
from scipy import stats

from forvm import content
from forvm.lab.games import Setting, play
from forvm.lab.statistics import Pair, compare, gather
from forvm.lab.statistics.game_metrics import METRICS

STUDIES = 150
GAMES = 40  # on each side of a study
ASKED = [METRICS[id] for id in ("turns", "starter_wins", "close", "prestige_gap", "money", "challenges")]


@pytest.fixture(scope="module")
def null_studies() -> list[list[Pair]]:
    rules = content.load("forvm")
    sides = []
    for seed in (101, 202):
        games = play(Setting(rules, 3, ("random",), seed), 0, STUDIES * GAMES)
        sides.append(games.select("game", *(metric.expression(rules, 3) for metric in ASKED)))
    return [[_pair(sides, metric, study * GAMES) for metric in ASKED] for study in range(STUDIES)]


def _pair(sides: list[pl.DataFrame], metric, first: int) -> Pair:
    baseline, variant = (
        gather(side["game"][first : first + GAMES], side[metric.id][first : first + GAMES]) for side in sides
    )
    return Pair(variant, baseline, metric.kind)


def test_single_intervals_cover_zero_in_nineteen_of_twenty(null_studies):
    told = [one for study in null_studies for one in compare(study)]
    covered = sum(one.alone.low <= 0 <= one.alone.high for one in told)
    # Quantities of one game hang together, so as many independent comparisons as there are studies are counted on.
    low, _ = stats.binom.interval(0.998, STUDIES, 0.95)
    assert covered / len(told) > low / STUDIES
    assert covered < len(told)


def test_a_study_of_nothing_finds_something_in_no_more_than_one_of_twenty(null_studies):
    told = [compare(study) for study in null_studies]
    _, most = stats.binom.interval(0.998, STUDIES, 0.05)
    assert sum(any(one.differs for one in study) for study in told) <= most
    assert sum(any(not one.low <= 0 <= one.high for one in study) for study in told) <= most
