"""forvm sweep."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("numba")
polars = pytest.importorskip("polars")

from forvm.lab.study import open_folder  # noqa: E402
from tests.cli.conftest import Call  # noqa: E402
from tests.cli.running import environment  # noqa: E402
from tests.lab.study.studies import BASELINE, HEAD, SMALL, write  # noqa: E402


def test_a_study_is_checked_without_playing(call: Call, data: Path):
    write(data, SMALL)
    answer = call("sweep", "small.toml", "--check")
    assert (answer.code, answer.err) == (0, "")
    assert "5 cells, 24 games in each: 120 games in all." in answer.out
    assert [file.name for file in data.iterdir()] == ["small.toml"]


def test_a_study_is_played_and_goes_on(call: Call, data: Path):
    write(data, SMALL)
    answer = call("sweep", "small.toml", "--workers", "2")
    assert answer.code == 0
    assert "120 games of 5 cells are in small" in answer.out
    assert open_folder(data / "small").frame().height == 120
    again = call("sweep", "small.toml")
    assert again.code == 2
    assert "small holds a study already: go on with it by --resume" in again.err
    write(data, SMALL.replace("each = 24", "each = 36"))
    more = call("sweep", "small.toml", "--resume")
    assert more.code == 0
    assert "120 games of an earlier run go on." in more.err
    assert open_folder(data / "small").frame().height == 180


def test_a_study_until_an_interval_is_narrow_says_so(call: Call, data: Path):
    games = '[games]\nmetric = "turns"\nwidth = 0.5\nleast = 12\nmost = 24\n'
    write(data, HEAD + BASELINE + games)
    answer = call("sweep", "small.toml", "--check")
    assert "1 cell, each with at least 12 and at most 24 games" in answer.out
    assert "interval of turns is no wider than 0.5" in " ".join(answer.out.split())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C to send to one process alone")
def test_ctrl_c_keeps_what_is_done_and_tells_how_to_go_on(call: Call, data: Path):
    factors = "[factors]\noust.cost = { from = 1, to = 400 }\n[games]\neach = 12\n"
    write(data, HEAD + BASELINE + factors)
    call("sweep", "small.toml", "--check")
    command = [sys.executable, "-m", "forvm", "sweep", "small.toml", "--out", "the games"]
    process = subprocess.Popen(
        command, cwd=data, env=environment(data), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    games = data / "the games" / "games"
    while not (games.is_dir() and os.listdir(games)):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, "Traceback" in err) == (130, False)
    kept = open_folder(data / "the games")
    assert not kept.complete
    assert f"Stopped: {kept.frame().height} games are kept in the games" in out
    go_on = re.search("Go on with: forvm (.*)", out)
    assert go_on is not None
    assert shlex.split(go_on[1]) == ["sweep", "small.toml", "--out", "the games", "--resume"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nothing"], 'There is no study "nothing"'),
        (["nothing.toml"], "nothing.toml: There is no such file"),
        (["wrong.toml"], "line 9, key factors.oust.costs: There is no oust.costs. Did you mean oust.cost?"),
        (["small.toml", "--workers", "0"], "from 1 to 256"),
        (["small.toml", "--out", "small.toml"], "small.toml is a file"),
        (["small.toml", "--out", "mine"], "mine is not empty, and what is in it is no study"),
        (["small.toml", "--out", "mine", "--resume"], "There is no study in mine"),
        (["small.toml", "--cluster", "nowhere"], "The cluster at nowhere cannot be reached"),
        ([], "STUDY"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_before_any_game(call: Call, data: Path, words: list[str], told: str):
    write(data, SMALL)
    (data / "wrong.toml").write_text(SMALL.replace("oust.cost", "oust.costs"), encoding="utf-8")
    (data / "mine").mkdir()
    (data / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    before = sorted(data.rglob("*"))
    answer = call("sweep", *words)
    assert answer.code == 2
    assert told in answer.err
    assert "Traceback" not in answer.err
    assert sorted(data.rglob("*")) == before


def test_a_missing_package_is_named_with_the_way_to_it(data: Path):
    script = (
        "import sys; sys.modules['SALib'] = None; from forvm.cli import run; sys.exit(run(['sweep', 'great_fire']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False, cwd=data)
    assert (done.returncode, done.stdout) == (2, "")
    assert "(SALib)" in done.stderr
    assert "pip install 'forvm[lab]'" in done.stderr
