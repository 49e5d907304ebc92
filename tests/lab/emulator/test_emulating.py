"""A study is played, emulated and searched for a box, from the command line as its user does it."""

from __future__ import annotations

from pathlib import Path

import pytest

from forvm.cli import run
from forvm.errors import ForvmError
from forvm.lab.emulator import discover, emulate, open_emulator
from forvm.lab.emulator.shipped_emulators import shipped, shipped_for
from forvm.lab.study import open_folder, sweep

STUDY = {
    "format": 1,
    "id": "small",
    "title": "Small",
    "metrics": ["turns", "horrea"],
    "baseline": {"edition": "forvm", "players": 3, "bots": ["greedy"]},
    "factors": {"win.prestige": {"from": 5, "to": 15}, "start.money": {"from": 100, "to": 400, "step": 50}},
    "design": {"kind": "latin_hypercube", "points": 40},
    "games": {"each": 30},
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("studies") / "small"
    sweep(STUDY, out=folder)
    return folder


def test_the_emulator_of_a_study_tells_what_is_played(played, capsys):
    assert run(["emulate", str(played), "--at", "win.prestige=8"]) == 0
    told = capsys.readouterr().out
    assert "Length of a game" in told
    assert "Emulated at win.prestige=8" in told
    emulator = open_emulator(played)
    assert set(emulator.surfaces) == {"turns", "horrea"}
    # Longer games for more prestige: plain enough for so few games.
    assert emulator.difference({"win.prestige": 6})["turns"].high < 0
    games = sweep({**STUDY, "factors": {"win.prestige": [8]}, "design": {"kind": "all"}, "games": {"each": 300}})
    there = emulator.at({"win.prestige": 8})["turns"]
    mean = float(games.filter(games["win.prestige"] == 8)["turns"].to_numpy().mean())
    assert there.low - 0.5 <= mean <= there.high + 0.5


def test_long_games_are_found_where_much_prestige_is_needed(played, capsys):
    page = played / "page.html"
    assert run(["discover", str(played), "--where", "turns > 12", "--out", str(page)]) == 0
    told = capsys.readouterr().out
    assert "Where is “turns > 12”?" in told
    found = discover(played, "turns > 12")
    prestige = next(one for one in found.restricted if one.factor.key == "win.prestige")
    assert max(prestige.restriction.allowed) == 10
    assert prestige.p < 0.05
    assert found.held_out.density > found.overall
    html = page.read_text(encoding="utf-8")
    assert html.count("<svg") == 2
    assert "turns &gt; 12" in html


def test_what_cannot_be_is_told(played, tmp_path, capsys):
    assert run(["emulate", str(played), "--at", "oust.cost=9"]) == 2
    assert "It knows win.prestige, start.money" in " ".join(capsys.readouterr().err.split())
    assert run(["emulate", str(played), "--at", "win.prestige"]) == 2
    assert "--at oust.cost=100" in capsys.readouterr().err
    assert run(["emulate", str(played), "--metric", "lengths"]) == 2
    assert "There is no metric “lengths”" in capsys.readouterr().err
    assert run(["discover", str(played), "--where", "turns > 100000"]) == 2
    assert "No game of small" in capsys.readouterr().err
    words = tmp_path / "words"
    sweep({**STUDY, "factors": {"bots": [["greedy"], ["random"]]}, "design": {"kind": "all"}}, out=words)
    with pytest.raises(ForvmError, match="bots has other values"):
        emulate(words)
    with pytest.raises(ForvmError, match="at least 30"):
        discover(words, "turns > 10")


def test_studies_that_change_other_things_are_not_emulated_together(played, tmp_path):
    other = tmp_path / "other"
    sweep({**STUDY, "factors": {"win.prestige": [8, 9]}, "design": {"kind": "all"}}, out=other)
    with pytest.raises(ForvmError, match="cannot be emulated together"):
        emulate([played, other], out=tmp_path / "both.json")
    assert open_folder(other).study.id == "small"


def test_the_shipped_emulators_are_of_the_rules_as_they_are():
    from forvm import content

    assert shipped_for("forvm", ["greedy"] * 4) is not None
    assert shipped_for("forvm", ["random"] * 4) is None
    for emulator in shipped():
        assert emulator.base["rules"] == content.load(emulator.base["edition"]).digest(), "run make emulators"
        rules = content.load(emulator.base["edition"])
        assert emulator.usual == {one.key: rules.values[one.key] for one in emulator.inputs}
        told = emulator.at({})
        for id, surface in emulator.surfaces.items():
            assert surface.calibration is not None
            assert 0.9 <= surface.calibration.coverage <= 1, id
            assert told[id].low <= told[id].value <= told[id].high
