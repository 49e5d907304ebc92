"""Numbers that one may watch: intervals that hold however often one looks."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from forvm.content.parameters import number
from forvm.lab.games import play
from forvm.lab.statistics import Sample, difference
from forvm.lab.study import load
from forvm.server.lab.figures import MOST_POINTS, Figures, Side, watching_level
from forvm.server.protocol.lab_messages import LabRow

EXPERIMENTS = 100
GAMES = 2000
LOOKS = range(100, GAMES + 1, 100)


def looked_in_vain(level_at) -> float:
    """In which part of experiments without a difference one is seen at some moment."""
    dice = np.random.default_rng(4)
    alarms = 0
    for _ in range(EXPERIMENTS):
        base, other = dice.normal(20, 5, GAMES), dice.normal(20, 5, GAMES)
        for games in LOOKS:
            blocks, counts = np.arange(games), np.ones(games)
            told = difference(
                Sample(blocks, other[:games], counts), Sample(blocks, base[:games], counts), level=level_at(games)
            )
            if told.low > 0 or told.high < 0:
                alarms += 1
                break
    return alarms / EXPERIMENTS


def test_looking_often_does_no_harm():
    assert looked_in_vain(watching_level) <= 0.05
    assert looked_in_vain(lambda games: 0.95) > 0.2, "which ordinary intervals cannot say of themselves"


def test_the_price_of_looking_is_an_interval_half_as_wide_again():
    from scipy.special import ndtri

    for games in (500, 1000, 4000):
        wider = ndtri(0.5 + watching_level(games) / 2) / ndtri(0.975)
        assert 1.4 < wider < 1.8
    assert watching_level(1000, 57) > watching_level(1000)


@pytest.fixture(scope="module")
def compared() -> Figures:
    study = load(
        {
            "format": 1,
            "id": "x",
            "title": "x",
            "question": "x",
            "baseline": {"edition": "forvm", "players": 3, "bots": ["random"]},
            "variants": [{"name": "rich", "start.money": 1500}],
        }
    )
    sides = [Side(cell, study.metrics) for cell in study.cells]
    for side in sides:
        for first in (0, 30):
            side.add(play(side.cell.setting(1), first, 30))
    return Figures(*sides)


def summed(rows: list[LabRow]) -> float:
    return sum(row.baseline.value for row in rows if row.baseline)


def test_what_the_page_is_told_is_what_the_games_say(compared: Figures):
    told = compared.tell()
    rows = pl.concat(compared.baseline.frames)
    rules = compared.baseline.cell.rules
    assert told.games == 60
    assert told.length.baseline is not None
    assert told.length.baseline.value == pytest.approx(rows["turns"].to_numpy().mean(), abs=1e-4)
    held = rows.select("prestige_A", "prestige_B", "prestige_C").to_numpy().mean()
    assert summed(told.sources) == pytest.approx(held - number(rules.values, "start.prestige"), abs=1e-3)
    standing = rows.select("horrea_A", "horrea_B", "horrea_C").to_numpy().sum() / 60
    assert summed(told.horrea) == pytest.approx(standing, abs=1e-2)
    assert summed(told.endings) == pytest.approx(1, abs=1e-3)
    assert {row.id for row in told.horrea} == {market.latin for market in rules.board.markets}


def test_the_trail_is_thinned_and_ends_with_the_present(compared: Figures):
    row = compared.tell().metrics[0]
    for _ in range(200):
        compared._remember(row)
    trail = compared.tell().trail
    assert len(trail) <= MOST_POINTS
    assert trail[-1].games == 60
    assert all(math.isfinite(point.low) and point.low <= point.value <= point.high for point in trail)
