"""forvm simulate, and forvm replay of its rows."""

from __future__ import annotations

import csv
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.running import environment

pytest.importorskip("numba")
pl = pytest.importorskip("polars")


def test_games_are_summed_up_and_repeat_with_their_seed(call: Call, data: Path):
    words = (
        "simulate",
        "--games",
        "40",
        "--seed",
        "7",
        "--edition",
        "short",
        "--players",
        "3",
        "--bots",
        "tiro,random",
    )
    first = call(*words, "--out", "one.csv")
    assert first.code == 0
    assert "40 games of Short for 3 players, seed 7" in first.out
    assert re.search(r"[\d,]+ games/s", first.out)
    assert re.search(r"tiro +\d+\.\d%", first.out)
    call(*words, "--out", "two.csv", "--workers", "1")
    assert (data / "one.csv").read_bytes() == (data / "two.csv").read_bytes()
    call(*words[:4], "8", *words[5:], "--out", "three.csv")
    assert (data / "one.csv").read_bytes() != (data / "three.csv").read_bytes()
    with (data / "one.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 40
    assert set("".join(row["winners"] for row in rows)) == set("ABC")
    assert "prestige_D" not in rows[0]


def test_a_file_goes_on_and_its_rows_are_replayed(call: Call, data: Path):
    made = call("simulate", "--games", "3", "--edition", "short", "--out", "games.parquet", "--turns")
    assert "forvm replay games.parquet --game 0" in made.out
    longer = call("simulate", "--games", "5", "--out", "games.parquet", "--resume")
    assert longer.code == 0
    assert "3 games of an earlier run go on." in longer.err
    rows = pl.read_parquet(data / "games.parquet")
    assert rows["game"].to_list() == [0, 1, 2, 3, 4]
    assert pl.read_parquet(data / "games.turns.parquet")["game"].n_unique() == 5
    told = call("replay", "games.parquet", "--game", "4", "--moves")
    assert told.code == 0
    winner = rows["winners"][4]
    assert f"{winner} greedy wins" in " ".join(told.out.split())
    assert "say which one" in call("replay", "games.parquet").err
    assert "numbered from 0 to 4" in call("replay", "games.parquet", "--game", "5").err
    other = call("simulate", "--resume", "--out", "games.parquet", "--bots", "random")
    assert other.code == 2
    assert "was begun with other settings: Short for 4 players, greedy, seed 1, with turns." in other.err


def test_very_many_games_are_a_folder(call: Call, data: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("forvm.lab.games.partitions.MOST_IN_A_FILE", 3)
    call("simulate", "--games", "3", "--edition", "short", "--out", "games.parquet", "--turns")
    assert (data / "games.parquet").is_file()
    made = call("simulate", "--games", "8", "--out", "games.parquet", "--resume")
    assert made.code == 0
    assert "A row for each game is in games.parquet" in made.out
    names = [f"games-{first:012}.parquet" for first in (0, 3, 6)]
    assert sorted(file.name for file in (data / "games.parquet").iterdir()) == names
    assert pl.read_parquet(data / "games.parquet")["game"].to_list() == list(range(8))
    assert pl.read_parquet(data / "games.turns.parquet")["game"].n_unique() == 8
    assert call("replay", "games.parquet", "--game", "7", "--moves").code == 0
    assert "numbered from 0 to 7" in call("replay", "games.parquet", "--game", "8").err
    again = call("simulate", "--games", "8", "--out", "games.parquet")
    assert again.code == 2
    assert "games.parquet exists already: go on with its games by --resume" in again.err
    (data / "games.parquet" / "notes.txt").write_text("mine", encoding="utf-8")
    for words in (["simulate", "--resume", "--out", "games.parquet"], ["replay", "games.parquet", "--game", "1"]):
        told = call(*words)
        assert told.code == 2
        assert "a folder with other things in it than games (notes.txt)" in told.err


def test_bots_by_the_clock_are_pointed_out(call: Call, two_turns: Path):
    words = ("simulate", "--games", "1", "--edition", str(two_turns), "--players", "3")
    assert "consul:seconds=0.001 thinks by the clock" in call(*words, "--bots", "consul:seconds=0.001,random").err


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_ctrl_c_keeps_what_is_done(data: Path):
    words = [sys.executable, "-m", "forvm", "simulate", "--bots", "random", "--out", "games.parquet"]
    words += ["--games", "200000"]
    folder = data / "games.parquet.unfinished"
    with subprocess.Popen(words, env=environment(data), cwd=data, stdout=subprocess.PIPE) as running:
        try:
            while not list(folder.glob("games-*.arrow")):
                assert running.poll() is None
                time.sleep(0.2)
            running.send_signal(signal.SIGINT)
            out, _ = running.communicate(timeout=120)
        finally:
            running.kill()
    assert running.returncode == 130
    assert b"forvm simulate --out games.parquet --resume" in out
    done = pl.scan_parquet(data / "games.parquet").select(pl.col("game").max()).collect().item() + 1
    assert f"{done:,}".replace(",", "") in out.decode().replace(",", "")
    assert folder.is_dir()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "0"], "from 1 to"),
        (["--games", "ten"], "--games"),
        (["--seed", "-1"], "A seed is a whole number"),
        (["--edition", "forvn"], "Did you mean forvm?"),
        (["--players", "5"], "3 or 4 players, not 5"),
        (["--bots", "gredy"], "There is no bot “gredy”"),
        (["--out", "no/such/folder.csv"], "there is no folder"),
        (["--out", "games.txt"], "must end in .parquet or .csv"),
        (["--resume"], "name it with --out"),
        (["--turns"], "name it with --out"),
        (["--resume", "--out", "games.parquet"], "There is nothing to go on with"),
    ],
)
def test_bad_input_before_any_game(call: Call, data: Path, words: list[str], told: str):
    answer = call("simulate", *words)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert list(data.iterdir()) == []


@pytest.mark.parametrize("command", [["simulate"], ["replay", "games.parquet", "--game", "1"]])
def test_without_the_compiler_the_way_to_it_is_told(data: Path, command: list[str]):
    hide = "import sys; sys.modules['numba'] = None; from importlib.machinery import PathFinder as finder\n"
    hide += "find = finder.find_spec\n"
    hide += "finder.find_spec = lambda name, *rest: None if name == 'numba' else find(name, *rest)\n"
    script = f"{hide}del sys.modules['numba']\nfrom forvm.cli import run; sys.exit(run({command!r}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'forvm[lab]'" in done.stderr
    assert "Traceback" not in done.stderr
