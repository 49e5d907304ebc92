"""Studies with statistics of their own, and with bots that leave something alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from forvm.errors import ForvmError
from forvm.lab.report import write_report
from forvm.lab.study import load, sweep
from forvm.lab.study.cell_tables import cells_frame

STUDY: dict[str, Any] = {
    "format": 1,
    "id": "mine",
    "title": "Mine",
    "metrics": ["turns", "attacks"],
    "statistics": {"attacks": "sum(happened_challenged + happened_attacked)", "wins": "won by character"},
    "baseline": {"edition": "forvm", "players": 3, "bots": ["warlord", "merchant"], "win.turn_limit": 4},
    "factors": {"without": ["nothing", "oust+destroy"]},
    "games": {"each": 12},
}


def test_its_statistics_are_among_its_metrics():
    assert load(STUDY).metrics == ("turns", "attacks", "wins[warlord]", "wins[merchant]")


def test_what_bots_leave_alone_is_a_factor():
    cells = load(STUDY).cells
    assert [cell.bots[0] for cell in cells] == ["warlord", "warlord:without=oust+destroy"]
    assert cells_frame(load(STUDY), {0: 12, 1: 12})["factor.without"].to_list() == ["nothing", "oust+destroy"]


@pytest.mark.parametrize("wrong", ["marry", "oust+nothing", "", 3])
def test_a_wrong_restriction_is_answered_with_the_right_ones(wrong: object):
    with pytest.raises(ForvmError, match=r'without must be "nothing", or one or more of oust, local'):
        load({**STUDY, "factors": {"without": ["nothing", wrong]}})


def test_bots_of_one_s_own_cannot_be_restricted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "resting.py").write_text(
        "class Rest:\n    def choose(self, game, seat):\n        return game.legal()[-1]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    baseline = {**STUDY["baseline"], "bots": ["resting:Rest"]}
    with pytest.raises(ForvmError, match="only built-in bots can play without oust"):
        load({**STUDY, "baseline": baseline})


def test_the_folder_keeps_them_and_the_report_tells_them(tmp_path: Path):
    frame = sweep(STUDY, out=tmp_path, workers=1)
    page = write_report(tmp_path, None, ["long=turns > 3"])
    told = page.read_text(encoding="utf-8")
    assert all(name in told for name in ("Attacks", "Wins: merchant", "Long"))
    assert frame.height == 24
    attacks = [name for name in frame.columns if name.startswith(("happened_challenged_", "happened_attacked_"))]
    assert frame.filter(pl.col("factor.without") == "nothing").select(pl.sum_horizontal(attacks).sum()).item() > 0
    assert frame.filter(pl.col("factor.without") != "nothing").select(pl.sum_horizontal(attacks).sum()).item() == 0


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"statistics": {"attacks": "horrea"}}, "it has a value for each seat"),
        ({"statistics": {"turns": "decisions"}}, "is a metric already"),
        ({"statistics": ["turns"]}, "statistics must be a section"),
        ({"metrics": ["wins"]}, 'There is no metric "wins"'),
    ],
)
def test_what_is_wrong_is_told_with_its_place(change: dict[str, Any], wrong: str):
    with pytest.raises(ForvmError, match=wrong):
        load({**STUDY, **change})


def test_an_interval_of_one_s_own_statistic_can_be_made_narrow():
    games = {"metric": "attacks", "width": 2.0, "least": 12, "most": 24}
    assert load({**STUDY, "games": games}).amount.metric == "attacks"
