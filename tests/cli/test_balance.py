"""forvm balance."""

import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("polars")
pytest.importorskip("optuna")

from forvm import content
from tests.cli.conftest import Call
from tests.cli.running import environment
from tests.lab.balance.goal_files import SMALL, write


def test_goals_are_checked_without_playing(call: Call, data: Path):
    write(data)
    answer = call("balance", "small.toml", "--check")
    assert (answer.code, answer.err) == (0, "")
    assert "3 parameters may change: 4 single changes" in answer.out
    assert [file.name for file in data.iterdir()] == ["small.toml"]


def test_a_front_is_found_and_can_be_played(call: Call, data: Path):
    write(data)
    answer = call("balance", "small.toml", "--workers", "2")
    assert answer.code == 0
    assert "0. as printed: price 0" in answer.out
    told = re.search("Play the first of them: forvm play --edition (.*)", answer.out)
    assert told is not None
    assert content.load(data / told[1]).overrides
    again = call("balance", "small.toml")
    assert again.code == 2
    assert "small holds a search already: go on with it by --resume" in again.err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C to send to one process alone")
def test_ctrl_c_keeps_what_is_done_and_tells_how_to_go_on(call: Call, data: Path):
    write(data, SMALL.replace("games = 48", "games = 1000000").replace("first = 24", "first = 1000000"))
    call("balance", "small.toml", "--check")
    command = [sys.executable, "-m", "forvm", "balance", "small.toml", "--out", "the games", "--seed", "7"]
    process = subprocess.Popen(
        command, cwd=data, env=environment(data), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    journal = data / "the games" / "games.journal"
    while not (journal.is_file() and journal.read_bytes().count(b"\n") > 1):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, "Traceback" in err) == (130, False)
    assert "Stopped: what was played is kept in the games" in out
    go_on = re.search("Go on with: forvm (.*)", out)
    assert go_on is not None
    assert shlex.split(go_on[1]) == ["balance", "small.toml", "--out", "the games", "--seed", "7", "--resume"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nothing"], 'There are no goals "nothing"'),
        (["nothing.toml"], "nothing.toml: There is no such file"),
        (["wrong.toml"], "line 33, key factors.win.prestig: There is no win.prestig. Did you mean win.prestige?"),
        (["small.toml", "--workers", "0"], "from 1 to 256"),
        (["small.toml", "--seed", "-1"], "A seed is a whole number"),
        (["small.toml", "--out", "small.toml"], "small.toml is a file"),
        (["small.toml", "--out", "mine"], "mine is not empty, and what is in it is no search"),
        (["small.toml", "--out", "mine", "--resume"], "There is no search in mine"),
        (["small.toml", "--cluster", "nowhere"], "The cluster at nowhere cannot be reached"),
        ([], "GOALS"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_before_any_game(call: Call, data: Path, words: list[str], told: str):
    write(data)
    wrong = SMALL.replace("win.prestige = [", "win.prestig = [").replace("win.prestige = 0.5", "")
    (data / "wrong.toml").write_text(wrong, encoding="utf-8")
    (data / "mine").mkdir()
    (data / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    before = sorted(data.rglob("*"))
    answer = call("balance", *words)
    assert answer.code == 2
    assert told in " ".join(answer.err.split())
    assert "Traceback" not in answer.err
    assert sorted(data.rglob("*")) == before


def test_a_missing_package_is_named_with_the_way_to_it(data: Path):
    script = (
        "import sys; sys.modules['optuna'] = None; from forvm.cli import run; sys.exit(run(['balance', 'fair_seats']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False, cwd=data)
    assert (done.returncode, done.stdout) == (2, "")
    assert "(optuna)" in done.stderr
    assert "pip install 'forvm[balance]'" in done.stderr
