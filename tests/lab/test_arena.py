"""Whole arenas: the same games whatever the workers and interruptions, and what is told about them."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")
pytest.importorskip("openskill")
polars = pytest.importorskip("polars")

from forvm import content  # noqa: E402
from forvm.errors import ForvmError  # noqa: E402
from forvm.lab import arena  # noqa: E402
from forvm.lab.arena.arena_plan import ArenaKey, ArenaPlan, ArenaRow  # noqa: E402
from forvm.lab.arena.arena_table import ArenaTable, play_by_hand  # noqa: E402
from forvm.lab.arena.contest import ArenaProgress  # noqa: E402
from forvm.lab.arena.result import ArenaResult  # noqa: E402

RULES = content.from_overrides("forvm", {"win.turn_limit": 2})
HOUSE_RULE = 'format = 1\nid = "brief"\nname = "Brief"\nedition = "forvm"\n[win]\nturn_limit = 2\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots of one's own."""
    shutil.copy(Path(__file__).with_name("arena_bots.py"), tmp_path / "own.py")
    (tmp_path / "brief.toml").write_text(HOUSE_RULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "own", raising=False)
    return tmp_path


def games(result: ArenaResult) -> list[tuple[object, ...]]:
    """The rows without what the clock says."""
    frame = result.frame()
    return frame.drop([name for name in frame.columns if name.startswith("seconds")]).rows()


def test_own_bots_play_and_are_summed_up():
    result = arena("own:Rash", "own:First", edition=RULES, players=3, games=6, workers=1)
    told = result.standings()
    assert result.complete
    assert told.games == 12 == result.frame().height
    assert {bot.bot for bot in told.bots} == {"own:Rash", "own:First"}
    assert sum(bot.share.wins for bot in told.bots) == pytest.approx(12)
    assert sum(share.wins for _, share in told.seats) == pytest.approx(12)
    assert {(duel.bot, duel.other): duel.games for duel in told.duels} == {
        ("own:Rash", "own:First"): 12,
        ("own:First", "own:Rash"): 12,
    }
    assert sum(duel.ahead for duel in told.duels) == pytest.approx(1)
    assert all(bot.milliseconds is not None and bot.milliseconds > 0 for bot in told.bots)


def test_the_same_games_with_one_worker_and_with_two():
    settings: dict[str, Any] = {"edition": RULES, "players": 3, "games": 9, "seed": 5}
    one = arena("own:Rash", "own:First", workers=1, **settings)
    two = arena("own:Rash", "own:First", workers=2, **settings)
    assert games(one) == games(two)
    assert games(one) != games(arena("own:Rash", "own:First", workers=1, **{**settings, "seed": 6}))


def test_seatings_of_a_deal_share_their_dice():
    # Two bots that play alike: whoever sits where, a block goes the same way, and only blocks differ.
    rows = arena("own:First", "own:Twin", edition=RULES, players=4, games=40, lineups="all", workers=1).rows
    fates: dict[tuple[int, int], set[object]] = {}
    for row in rows:
        fates.setdefault(row.key[:2], set()).add((row.winners, row.turns, row.prestige, row.money, row.decisions))
    assert {len(seen) for seen in fates.values()} == {1}
    assert len({next(iter(seen)) for seen in fates.values()}) > 1


def test_a_line_up_plays_the_same_games_whatever_else_is_played():
    settings: dict[str, Any] = {"edition": RULES, "players": 3, "games": 6, "workers": 1}
    both = games(arena("own:Rash", "own:First", **settings))
    alone = games(arena(lineup=["own:First,own:Rash,own:Rash"], **settings))
    assert alone == [row for row in both if row[0] == "own:First,own:Rash,own:Rash"]
    # Line-ups do not share their luck: else a study would have as few independent blocks as one line-up.
    others = games(arena(lineup=["own:Rash,own:Rash,own:First"], **settings))
    assert [row[3:5] for row in others] != [row[3:5] for row in alone]


def test_compiled_games_are_the_same_with_one_worker_and_with_two():
    one = arena("greedy", "random", players=3, games=12, workers=1)
    two = arena("greedy", "random", players=3, games=12, workers=2)
    assert games(one) == games(two)
    first = one.standings().bots[0]
    assert first.bot == "greedy"
    assert first.share.share > 0.6
    assert first.rating is not None
    assert first.rating.mu > 25


LINE_UPS_THAT_NEED_COMPILED_CODE = {
    "own:First,own:Rash,own:Rash": False,
    "random,own:First,own:First": False,  # any move is chosen in Python
    "random,random,random": True,  # all built in: compiled code plays them
    "greedy,own:First,own:First": True,
    "greedy,search:seconds=1,random": True,
}


def test_only_those_who_need_compiled_code_wait_for_it(folder: Path):
    script = """
import sys
from forvm.lab.arena.contest import needs_compiling, plan_of
print([needs_compiling(plan_of([], lineup=[words])) for words in sys.argv[1:]])
"""
    done = subprocess.run(
        [sys.executable, "-c", script, *LINE_UPS_THAT_NEED_COMPILED_CODE],
        env={**os.environ, "FORVM_CACHE_DIR": str(folder / "empty")},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == f"{list(LINE_UPS_THAT_NEED_COMPILED_CODE.values())}\n"


def test_python_plays_the_dice_and_the_moves_of_compiled_games():
    plan = ArenaPlan(content.load("horrea"), 3, (("greedy", "merchant", "warlord"),), 6, seed=3)
    table = ArenaTable(plan)
    for key in (ArenaKey(0, 0, 0), ArenaKey(0, 1, 4)):
        compiled, plain = table.play(key), play_by_hand(plan, key)
        assert compiled[:6] == plain[:6]
        assert (compiled.thinking, len(plain.thinking or ())) == (None, 3)


def test_an_interrupt_keeps_what_is_done_and_resuming_makes_it_whole(folder: Path):
    def interrupt(far: ArenaProgress) -> None:
        if far.done >= 5:
            raise KeyboardInterrupt

    settings: dict[str, Any] = {"edition": RULES, "players": 3, "games": 9, "workers": 1}
    whole = arena("own:Rash", "own:First", **settings)
    out = folder / "games.parquet"
    part = arena("own:Rash", "own:First", out=out, report=interrupt, **settings)
    assert (len(part.rows), part.complete) == (5, False)
    assert part.standings().left_out == 2
    assert polars.read_parquet(out).height == 5
    heard: list[ArenaProgress] = []
    rest = arena("own:Rash", "own:First", out=out, resume=True, report=heard.append, **settings)
    assert heard[0] == ArenaProgress(5, 18, 5)
    assert games(rest) == games(whole)
    assert polars.read_parquet(out).equals(rest.frame())


def test_more_games_can_be_added_later(folder: Path):
    out = folder / "games.csv"
    settings: dict[str, Any] = {"edition": RULES, "players": 3, "workers": 1}
    arena("own:Rash", "own:First", games=3, out=out, **settings)
    more = arena("own:Rash", "own:First", games=6, out=out, resume=True, **settings)
    assert games(more) == games(arena("own:Rash", "own:First", games=6, **settings))
    fewer = arena("own:Rash", "own:First", games=3, out=out, resume=True, **settings)
    assert len(fewer.rows) == 6


def started(games: int, journal: Path) -> subprocess.Popen[str]:
    """An arena that has a few games in its journal, and goes on."""
    words = f"arena own:Slow own:First --edition ./brief.toml --players 3 --games {games} --workers 2 --out games.csv"
    command = [sys.executable, "-m", "forvm", *words.split()]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    until = time.monotonic() + 180
    while time.monotonic() < until and (not journal.exists() or journal.read_bytes().count(b"\n") < 4):
        time.sleep(0.005)
    return process


def started_and_stopped(with_signal: int, journal: Path) -> subprocess.CompletedProcess[str]:
    """Start an arena, and send a signal when a few games are in its journal."""
    process = started(12, journal)
    process.send_signal(with_signal)
    out, err = process.communicate(timeout=180)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


@pytest.mark.parametrize("with_signal", [signal.SIGKILL, signal.SIGINT], ids=["kill -9", "Ctrl-C"])
def test_after_a_signal_nothing_that_was_told_is_lost(folder: Path, with_signal: int):
    journal = folder / "games.csv.journal"
    done = started_and_stopped(with_signal, journal)
    if with_signal == signal.SIGINT:
        assert (done.returncode, "Traceback" in done.stderr) == (130, False)
        assert "Stopped after" in done.stdout
        assert (folder / "games.csv").exists()
    else:
        assert done.returncode == -signal.SIGKILL
    kept = journal.read_bytes().count(b"\n") - 1
    assert 3 <= kept < 24
    with journal.open("ab") as stream:
        stream.write(b"[0,1,2,[0")  # a line that was being written
    heard: list[ArenaProgress] = []
    settings: dict[str, Any] = {"edition": "./brief.toml", "players": 3, "games": 12, "workers": 1}
    resumed = arena("own:Slow", "own:First", out="games.csv", resume=True, report=heard.append, **settings)
    assert heard[0] == ArenaProgress(kept, 24, kept)
    assert games(resumed) == games(arena("own:Slow", "own:First", **settings))
    assert polars.read_csv("games.csv", schema=resumed.frame().schema).height == 24


def test_a_journal_that_another_arena_writes_is_left_alone(folder: Path):
    settings: dict[str, Any] = {"edition": "./brief.toml", "players": 3, "games": 9000, "workers": 1}
    process = started(9000, folder / "games.csv.journal")
    try:
        for resume in (False, True):
            with pytest.raises(ForvmError, match=r"Another arena is writing to games.csv.journal"):
                arena("own:Slow", "own:First", out="games.csv", resume=resume, **settings)
    finally:
        process.kill()
        process.communicate()
    # The system lets go of it, however the other ended.
    resumed = arena("own:Slow", "own:First", out="games.csv", resume=True, **{**settings, "games": 3})
    assert resumed.complete


def test_a_journal_of_other_settings_is_refused(folder: Path):
    settings: dict[str, Any] = {"edition": RULES, "games": 3, "out": folder / "games.csv", "workers": 1}
    arena("own:Rash", "own:First", players=3, **settings)
    before = (folder / "games.csv.journal").read_bytes()
    with pytest.raises(ForvmError, match="seed was 1 and is now 2"):
        arena("own:Rash", "own:First", players=3, seed=2, resume=True, **settings)
    with pytest.raises(ForvmError, match="players was 3 and is now 4"):
        arena("own:Rash", "own:First", players=4, resume=True, **settings)
    with pytest.raises(ForvmError, match="exists already"):
        arena("own:Rash", "own:First", players=3, **settings)
    with (folder / "own.py").open("a", encoding="utf-8") as stream:
        stream.write("# changed\n")
    with pytest.raises(ForvmError, match="own bots was"):
        arena("own:Rash", "own:First", players=3, resume=True, **settings)
    assert (folder / "games.csv.journal").read_bytes() == before


def test_a_journal_without_games_is_begun_anew(folder: Path):
    settings: dict[str, Any] = {"edition": RULES, "players": 3, "games": 3, "out": folder / "games.csv", "workers": 1}
    with pytest.raises(ForvmError, match="broke down"):
        arena("own:Broken", "own:First", **settings)
    assert len((folder / "games.csv.journal").read_bytes().splitlines()) == 1
    assert arena("own:Rash", "own:First", **settings).frame().height == 6


@pytest.mark.parametrize("line", [b"{}\n", b"[9,0,0,[0],1,[1],[1],[1],0.1,null]\n", b"\xff\xfe\n"])
def test_a_journal_that_was_changed_is_refused_with_its_line(folder: Path, line: bytes):
    settings: dict[str, Any] = {"edition": RULES, "players": 3, "games": 3, "out": folder / "games.csv", "workers": 1}
    arena("own:Rash", "own:First", **settings)
    with (folder / "games.csv.journal").open("ab") as stream:
        stream.write(line)
    with pytest.raises(ForvmError, match="line 8: this is no game of this arena"):
        arena("own:Rash", "own:First", resume=True, **settings)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("own:Cheat", "The bot “own:Cheat” cannot go on, as seat"),
        ("own:Broken", "ZeroDivisionError: .*own.py, line"),
        ("own:Empty", r"IndexError: [^/]*\(/[^ ]*own.py, line \d+\)\.$"),
        ("own:Leaver", "The bot “own:Leaver” broke down.*SystemExit"),
        ("own:Deaf", r"needs a method choose\(self, game, seat\)"),
    ],
)
def test_a_bot_that_fails_is_named(workers: int, bot: str, told: str):
    with pytest.raises(ForvmError, match=told):
        arena(bot, "own:First", edition=RULES, players=3, games=3, workers=workers)


def test_games_before_a_failure_are_kept_and_it_is_said_how_to_go_on(folder: Path):
    settings: dict[str, Any] = {"edition": RULES, "players": 3, "games": 6, "workers": 1}
    line_up = ["own:Mortal,own:First,own:First"]
    told = r"I am tired.*3 games are kept in games\.csv\.journal: the same command with --resume goes on after them"
    with pytest.raises(ForvmError, match=told):
        arena(lineup=line_up, out="games.csv", **settings)
    with pytest.raises(ForvmError, match="I am tired") as failed:
        arena(lineup=line_up, **settings)
    assert "kept" not in str(failed.value)  # nothing is, without a file
    sys.modules["own"].Mortal.games = -9  # it has slept
    assert arena(lineup=line_up, out="games.csv", resume=True, **settings).complete


@pytest.mark.parametrize(("bot", "told"), [("Asker", "EOFError"), ("Debugged", "BdbQuit")])
def test_a_bot_that_reads_standard_input_hears_nothing_of_the_messages(bot: str, told: str):
    words = f"arena own:{bot} own:First --edition ./brief.toml --players 3 --games 3 --workers 2"
    command = [sys.executable, "-m", "forvm", *words.split()]
    done = subprocess.run(command, input="1\n", capture_output=True, encoding="utf-8", check=False, timeout=180)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"The bot “own:{bot}” broke down" in done.stderr
    assert told in done.stderr


@pytest.mark.parametrize("workers", [1, 2])
def test_what_bots_print_is_not_in_the_way_of_the_tables(workers: int):
    words = f"arena own:Chatty own:First --edition ./brief.toml --players 3 --games 3 --workers {workers}"
    command = [sys.executable, "-m", "forvm", *words.split()]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.startswith("6 games of Brief")
    for said in ("Here I am.", "I choose the first."):
        assert said in done.stderr
        assert said not in done.stdout


def test_shared_victories_and_places():
    plan = ArenaPlan(content.load("forvm"), 3, (("a", "b", "b"),), 3, 1)
    rows = [
        ArenaRow(ArenaKey(0, 0, 0), (0, 1), 9, (15, 17, 3), (100, 100, 900), (5, 5, 5), 0.1, None),
        ArenaRow(ArenaKey(0, 0, 1), (0,), 9, (15, 3, 3), (100, 50, 40), (5, 5, 5), 0.1, None),
        ArenaRow(ArenaKey(0, 0, 2), (), 9, (1, 1, 1), (0, 0, 0), (5, 5, 5), 0.1, None),
    ]
    told = ArenaResult(plan, tuple(rows)).standings()
    assert (told.shared, told.given_up, told.balanced) == (1, 1, True)
    assert told.lineups[0].share.wins == 0.5
    assert {duel.bot: duel.ahead for duel in told.duels}["a"] == pytest.approx((0.75 + 0.5 + 0.5) / 3)
    assert [share.wins for _, share in told.seats] == [1.5, 0.5, 0]
