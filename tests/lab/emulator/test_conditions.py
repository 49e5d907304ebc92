"""Conditions on games: what they mean, and what is refused."""

from __future__ import annotations

import polars as pl
import pytest

from forvm import content
from forvm.errors import ForvmError
from forvm.lab.emulator.conditions import Condition
from forvm.lab.statistics.game_metrics import METRICS, MeasuredGame

GAMES = pl.DataFrame({"turns": [10, 20, 30], "decisions": [100, 400, 300], "ending": ["prestige"] * 3})


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("turns > 15", [False, True, True]),
        ("10 < turns <= 20", [False, True, False]),
        ("turns > 15 and decisions < 350", [False, False, True]),
        ("turns < 15 or decisions == 300", [True, False, True]),
        ("not turns >= 20", [True, False, False]),
        ("decisions / turns > 15", [False, True, False]),
        ("by_prestige == 1", [True, True, True]),
    ],
)
def test_what_a_condition_means(written, wanted):
    game = MeasuredGame(content.load("forvm"), 4)
    assert GAMES.select(found=Condition(written).expression(game))["found"].to_list() == wanted


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("turnz > 25", "Did you mean turns?"),
        ("turns", "cannot stand there"),
        ("turns >", "is no condition"),
        ("turns > 'a'", "cannot stand there"),
        ("turns > True", "cannot stand there"),
        ("2 > 1", "names no metric"),
        ("turns.__class__ == 1", "cannot stand there"),
        ("turns(1) > 2", "cannot stand there"),
        ("[turns][0] > 2", "cannot stand there"),
        ("", "is no condition"),
        ("turns > 1 and " * 100 + "turns > 1", "at most 500"),
    ],
)
def test_what_is_wrong_is_told_with_the_metrics_that_there_are(written, told):
    with pytest.raises(ForvmError, match=told.replace("?", r"\?")) as refused:
        Condition(written)
    if "500" not in told:
        assert all(metric in str(refused.value) for metric in METRICS)
