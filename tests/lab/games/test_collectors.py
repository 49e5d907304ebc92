"""Columns by functions of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from forvm import content
from forvm.errors import ForvmError
from forvm.lab import simulate
from forvm.lab.games.setting import Setting
from forvm.lab.simulation import plan_of, run
from forvm.lab.statistics.own_statistics import named_in
from forvm.lab.study import load, sweep
from tests.lab.study.test_own_metrics import STUDY

SOURCE = '''
"""What we count."""

def weddings(game):
    """Local marriages, and the richest player's money at the end."""
    print("this is not a result")
    wed = sum(event.kind == "wed" for played in game.history for event in played.events)
    return {"weddings": wed, "richest": max(player.money for player in game.players), "ended": game.outcome is not None}

def nothing(game):
    return {"nothing_at_all": None}

def broken(game):
    return {"x": 1 / 0}

def words(game):
    return {"x": "many"}

def number(game):
    return 3

def fickle(game):
    return {f"x{len(game.history)}": 1}

def taken(game):
    return {"turns": 1}

def strange(game):
    return {"X y": 1}

THREE = 3
'''
RULES = content.from_overrides("forvm", {"win.turn_limit": 5})


@pytest.fixture
def counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of the user's own, of which no other test knows."""
    name = f"counting_{abs(hash(tmp_path))}"
    (tmp_path / f"{name}.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def test_columns_are_what_the_function_returns(counting: str, capsys: pytest.CaptureFixture[str]):
    rows = simulate(RULES, players=3, games=6, workers=2, collect=[f"{counting}:weddings", f"{counting}:nothing"])
    assert (
        rows["weddings"].to_list()
        == rows.select("happened_wed_A", "happened_wed_B", "happened_wed_C").sum_horizontal().to_list()
    )
    assert rows["richest"].to_list() == rows.select("money_A", "money_B", "money_C").max_horizontal().to_list()
    assert set(rows["ended"]) == {1.0}
    assert rows["nothing_at_all"].is_nan().all()
    assert "this is not a result" not in capsys.readouterr().out


def test_other_columns_are_the_same_with_and_without(counting: str):
    plain = simulate(RULES, players=3, games=4, workers=1)
    rows = simulate(RULES, players=3, games=4, workers=1, collect=[f"{counting}:weddings"])
    assert rows.drop("weddings", "richest", "ended").equals(plain)


def test_statistics_may_use_them_and_files_go_on(counting: str, tmp_path: Path):
    plan = plan_of(RULES, players=3, games=4, collect=[f"{counting}:weddings"])
    assert Setting.from_text(plan.setting.to_text()) == plan.setting
    out = tmp_path / "games.parquet"
    told = run(plan, workers=1, out=out, statistics=named_in(["w=weddings / players"]))
    assert told.moments["w"].count == 4


def test_a_study_keeps_its_functions(counting: str, tmp_path: Path):
    study: dict[str, Any] = {
        **STUDY,
        "collect": [f"{counting}:weddings"],
        "statistics": {"rich": "richest"},
        "metrics": ["turns", "rich"],
    }
    assert load(study).own_bots[0][0] == f"{counting}:weddings"
    rows = sweep(study, out=tmp_path / "games", workers=2)
    assert all(money > 0 for money in rows["richest"].to_list())
    assert (tmp_path / "games" / "bots" / f"{counting}.py").exists()


@pytest.mark.parametrize(
    ("function", "wrong"),
    [
        ("broken", r"broke down on a random game: ZeroDivisionError.*line \d+"),
        ("words", "it should be a number, or None"),
        ("number", "it should be numbers by name"),
        ("fickle", "the names must be the same for every game"),
        ("taken", "which games have already"),
        ("strange", "names have small letters"),
        ("THREE", "is no function"),
        ("absent", "cannot be loaded"),
    ],
)
def test_what_is_wrong_is_told(counting: str, function: str, wrong: str):
    with pytest.raises(ForvmError, match=wrong):
        simulate(RULES, players=3, games=3, workers=1, collect=[f"{counting}:{function}"])


@pytest.mark.parametrize("word", ["counting", ":f", "no.such.module:f"])
def test_a_wrong_word_is_told(word: str):
    with pytest.raises(ForvmError):
        simulate(RULES, players=3, games=1, workers=1, collect=[word])
