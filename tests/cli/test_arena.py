"""forvm arena."""

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from forvm import content
from forvm.lab.arena.arena_plan import ArenaPlan, ArenaRow
from forvm.lab.arena.result import ArenaResult
from forvm.lab.lineups import lineups_of
from forvm.terminal.screen import Screen
from tests.cli.conftest import Call

pytest.importorskip("numba")
pytest.importorskip("openskill")
polars = pytest.importorskip("polars")

from forvm.cli.arena_tables import show  # noqa: E402


@pytest.fixture(autouse=True)
def own_bots(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(Path(__file__).parents[1] / "lab" / "arena_bots.py", data / "own.py")
    (data / "wrong.py").write_text("def (", encoding="utf-8")
    monkeypatch.syspath_prepend(str(data))
    monkeypatch.delitem(sys.modules, "own", raising=False)


def test_a_league_is_played_and_told(call: Call, data: Path, two_turns: Path):
    words = ["arena", "own:Rash", "own:First", "--edition", two_turns, "--games", "8", "--workers", "1"]
    answer = call(*words, "--out", "games.parquet")
    assert answer.code == 0
    for told in ("16 games of Two turns for 4 players, seed 1", "own:Rash, 3 × own:First", "Fair share 25.0 %", "p = "):
        assert told in answer.out
    frame = polars.read_parquet(data / "games.parquet")
    assert frame.height == 16
    assert set(frame["bot_A"]) == {"own:Rash", "own:First"}
    assert call(*words, "--out", "games.csv").code == 0
    assert polars.read_csv(data / "games.csv").height == 16


def test_a_bot_among_its_like_shows_the_seat_effect(call: Call, two_turns: Path):
    lineup = ",".join(["own:Rash"] * 3)
    answer = call("arena", "--lineup", lineup, "--edition", two_turns, "--games", "12", "--workers", "1")
    assert answer.code == 0
    assert "12 games of Two turns for 3 players" in answer.out
    assert "with 2 degrees of freedom: p = " in answer.out
    assert "Line-ups" not in answer.out
    # Of one bot in all seats it is certain beforehand that each wins a third.
    assert re.search(r"^ own:Rash +12 +33.3 % +– +– *$", answer.out, re.MULTILINE)
    assert "says nothing of its strength" in " ".join(answer.out.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["own:Rash", "own:First", "own:Twin", "--players", "4"], "6 line-ups × 4 games = 24 games."),
        (["own:Rash", "own:First", "own:Twin", "--players", "3"], "1 line-up: 6 games."),
        (
            ["own:Rash", "own:First", "--lineups", "all", "--players", "4"],
            "3 line-ups of 4 to 6 games: 14 games in all.",
        ),
    ],
)
def test_how_many_games_there_will_be_is_said_first(call: Call, two_turns: Path, words: list[str], told: str):
    answer = call("arena", *words, "--edition", two_turns, "--games", "3", "--workers", "1")
    assert (answer.code, answer.err.splitlines()[0]) == (0, told)


def test_resuming_says_what_there_is_to_go_on_with(call: Call, two_turns: Path):
    words = [
        "arena",
        "own:Rash",
        "own:First",
        "--edition",
        two_turns,
        "--workers",
        "1",
        "--out",
        "games.csv",
        "--resume",
    ]
    anew = call(*words, "--games", "4")
    assert (anew.code, anew.err.splitlines()[1:]) == (
        0,
        ["There are no games of an earlier run for games.csv: beginning anew."],
    )
    more = call(*words, "--games", "8")
    assert (more.code, more.err.splitlines()[1:]) == (0, ["8 games of an earlier run go on."])


def told_of(plan: ArenaPlan, rows: list[ArenaRow]) -> str:
    """The tables in 80 columns."""
    page = io.StringIO()
    show(ArenaResult(plan, tuple(rows)), Screen(Console(file=page, width=80)), kept=True)
    return page.getvalue()


@pytest.mark.parametrize(
    ("blocks", "said", "unsaid"),
    [
        (1, "too few seed blocks to tell whether a seat is better than another: it takes at least 3", "p ="),
        (2, "too few seed blocks to tell whether a seat is better than another: it takes at least 3", "p ="),
        (6, "p = 0.002 Such differences between seats come by chance alone in only 0.2 % of studies", "few"),
        (60, "p < 0.001 Such differences between seats come by chance alone in fewer than 0.1 % of studies", "only"),
    ],
)
def test_the_seat_effect_is_told_as_far_as_it_is_known(blocks: int, said: str, unsaid: str):
    plan = ArenaPlan(content.load("forvm"), 3, (("a", "a", "a"),), blocks, 1)
    rows = [ArenaRow(key, (0,), 9, (15, 3, 3), (0, 0, 0), (5, 5, 5), 0.1, None) for key in plan.schedule()]
    told = " ".join(told_of(plan, rows).split())
    assert said in told
    assert unsaid not in told


def test_tables_are_whole_in_80_columns():
    bots = ("search:sims=50000", "greedy", "own_module:Strategist", "random", "benefactor", "intriguer")
    plan = ArenaPlan(content.load("forvm"), 4, tuple(lineups_of(bots, 4, "challenge", [])), 4, 1)
    prestige, money, decisions, thinking = (12, 11, 15, 3), (8000, 200, 300, -50), (90, 101, 96, 4), (9.0, 1e-5, 2.5, 1)
    rows = [
        ArenaRow(key, (key.seating,), 17, prestige, money, decisions, seconds=12.5, thinking=thinking)
        for key in plan.schedule()
    ]
    told = told_of(plan, rows)
    assert "…" not in told
    assert all(re.search(rf"^ {re.escape(bot)} .*% – .*±", told, re.MULTILINE) for bot in bots)
    assert all(re.search(rf"^ \d {re.escape(bot)} +(\d+|–)( +(\d+|–)){{5}} *$", told, re.MULTILINE) for bot in bots)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "at least two different bots"),
        (["own:Rash"], "at least two different bots"),
        (["gredy", "random"], "There is no bot “gredy”. Did you mean greedy?"),
        (["greedy", "serch:sims=5"], "Did you mean search?"),
        (["greedy", "search:simms=5"], "simms"),
        (["greedy", "own:Nobody"], "own:Nobody"),
        (["greedy", "own:NoBot"], "own:NoBot"),
        (["greedy", "wrong:Bot"], "SyntaxError"),
        (["greedy", "random", "--edition", "forvn"], "Did you mean forvm?"),
        (["greedy", "random", "--players", "5"], "3 or 4 players, not 5"),
        (["greedy", "random", "--games", "0"], "from 1 to"),
        (["greedy", "random", "--seed", "-1"], "A seed is a whole number"),
        (["greedy", "random", "--workers", "0"], "from 1 to 256"),
        (["greedy", "random", "--lineups", "distinct"], "4 different bots"),
        (["greedy", "random", "--lineups", "duel"], "distinct, challenge, all"),
        (["--lineup", "greedy,random", "--players", "4"], "has 2 bots"),
        (["greedy", "random", "--out", "games.txt"], "must end in .parquet or .csv"),
        (["greedy", "random", "--out", "no/such/games.csv"], "there is no folder"),
        (["greedy", "random", "--out", "there.csv"], "exists already"),
        (["own:Rash", "own:First", "--resume"], "name it with --out"),
        (["--lineup", "own:Rash,own:First,own:First", "--lineups", "all"], "leave --lineups out"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_before_any_game(call: Call, data: Path, words: list[str], told: str):
    (data / "there.csv").write_text("mine", encoding="utf-8")
    before = sorted(data.iterdir())
    answer = call("arena", *words)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert "Traceback" not in answer.err
    assert sorted(file for file in data.iterdir() if file.name != "__pycache__") == before
    assert (data / "there.csv").read_text(encoding="utf-8") == "mine"


def test_nothing_is_compiled_for_a_command_that_cannot_be(data: Path):
    done = subprocess.run(
        [sys.executable, "-m", "forvm", "arena", "greedy", "random", "--resume"],
        env={**os.environ, "FORVM_CACHE_DIR": str(data / "empty")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "forvm: --resume goes on with the games in a file: name it with --out.\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full here")
def test_a_full_disk_is_told_before_any_game(call: Call, data: Path, two_turns: Path):
    (data / "games.csv.journal").symlink_to("/dev/full")
    answer = call("arena", "own:Rash", "own:First", "--edition", two_turns, "--workers", "1", "--out", "games.csv")
    assert (answer.code, answer.out) == (2, "")
    assert "games.csv.journal cannot be written: No space left on device" in answer.err


def test_a_journal_that_cannot_be_put_on_a_disk_is_told_before_any_game(call: Call, data: Path, two_turns: Path):
    (data / "games.csv.journal").symlink_to("/dev/null")  # takes everything, and keeps nothing
    answer = call("arena", "own:Rash", "own:First", "--edition", two_turns, "--workers", "1", "--out", "games.csv")
    assert (answer.code, answer.out) == (2, "")
    assert "games.csv.journal cannot be written: Invalid argument" in answer.err


def test_a_missing_package_is_named_with_the_way_to_it(data: Path):
    script = "import sys; sys.modules['polars'] = None; from forvm.cli import run; sys.exit(run(['arena', 'a', 'b']))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "(polars)" in done.stderr
    assert "pip install 'forvm[lab]'" in done.stderr
