"""forvm simulate."""

import csv
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Call

pytest.importorskip("numba")


def test_games_are_summed_up_and_repeat_with_their_seed(call: Call, data: Path):
    words = ("simulate", "--games", "300", "--seed", "7", "--edition", "short", "--players", "3")
    first = call(*words, "--csv", "one.csv")
    assert first.code == 0
    assert "300 games of Short for 3 players, seed 7" in first.out
    assert re.search(r"[\d,]+ games/s, [\d,]+ decisions/s", first.out)
    call(*words, "--csv", "two.csv")
    assert (data / "one.csv").read_bytes() == (data / "two.csv").read_bytes()
    call(*words[:4], "8", *words[5:], "--csv", "three.csv")
    assert (data / "one.csv").read_bytes() != (data / "three.csv").read_bytes()
    with (data / "one.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 300
    assert set("".join(row["winners"] for row in rows)) == set("ABC")
    assert "prestige_D" not in rows[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "0"], "from 1 to"),
        (["--games", "ten"], "--games"),
        (["--seed", "-1"], "A seed is a whole number"),
        (["--edition", "forvn"], "Did you mean forvm?"),
        (["--players", "5"], "3 or 4 players, not 5"),
        (["--csv", "no/such/folder.csv"], "there is no folder"),
        (["--csv", "."], "is a folder"),
    ],
)
def test_bad_input_before_any_game(call: Call, data: Path, words: list[str], told: str):
    answer = call("simulate", *words)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert list(data.iterdir()) == []


def test_without_the_compiler_the_way_to_it_is_told(data: Path):
    script = "import sys; sys.modules['numba'] = None; from forvm.cli import run; sys.exit(run(['simulate']))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'forvm[fast]'" in done.stderr
    assert "Traceback" not in done.stderr
