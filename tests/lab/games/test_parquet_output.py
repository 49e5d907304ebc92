"""Games on their way into files: interrupted, resumed, lengthened, and never lost."""

from __future__ import annotations

import csv
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

from forvm import content
from forvm.errors import ForvmError
from forvm.lab.games import partitions, play, play_turns
from forvm.lab.games.parquet_output import (
    ParquetOutput,
    SimulationPlan,
    check_out,
    folder_of,
    read_metadata,
    read_plan,
    turns_of,
)
from forvm.lab.games.row_replay import replay_row
from forvm.lab.games.setting import Setting
from forvm.lab.simulation import resumed, run
from forvm.lab.simulation_summary import SimulationSummary

RULES = content.from_overrides("forvm", {"win.turn_limit": 4})
BRIEF = content.from_overrides("forvm", {"win.turn_limit": 1})
PLAN = SimulationPlan(Setting(RULES, 3, ("greedy", "random"), seed=6), games=70, turns=True)


@pytest.fixture(autouse=True)
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of several row groups, and pieces of some games, without thousands of games."""
    monkeypatch.setattr(partitions, "ROW_GROUP", 20)
    monkeypatch.setattr("forvm.lab.games.game_workers.LARGEST_BATCH", 9)


def stop_after(games: int):
    def report(summary: SimulationSummary) -> None:
        if summary.games >= games:
            raise KeyboardInterrupt

    return report


def test_a_file_holds_the_rows_and_what_they_were_made_from(tmp_path: Path):
    out = tmp_path / "games.parquet"
    summary = run(PLAN, workers=2, out=out)
    games, turns = play_turns(PLAN.setting, 0, 70)
    assert summary.games == 70
    assert pl.read_parquet(out).equals(games)
    assert pl.read_parquet(turns_of(out)).equals(turns)
    assert SimulationPlan.from_metadata(read_metadata(out)) == PLAN
    file = pq.ParquetFile(out)
    assert [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)] == [20, 20, 20, 10]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.parquet", "games.turns.parquet"]


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_however_often_interrupted_the_file_is_the_same_to_the_byte(tmp_path: Path, ending: str):
    whole, broken = tmp_path / f"whole.{ending}", tmp_path / f"broken.{ending}"
    run(PLAN, workers=1, out=whole)
    for stop, workers in ((1, 2), (30, 1), (31, 2)):
        part = run(PLAN, workers=workers, out=broken, resume=broken.exists(), report=stop_after(stop))
        assert stop <= part.games < 70
        assert folder_of(broken).is_dir()
        rows = pl.read_parquet(broken) if ending == "parquet" else pl.read_csv(broken)
        assert rows["game"].to_list() == list(range(rows.height))
        assert rows.height == ParquetOutput(broken, PLAN).done
    last = run(resumed(broken), out=broken, resume=True)
    assert last.games == 70
    assert broken.read_bytes() == whole.read_bytes()
    assert turns_of(broken).read_bytes() == turns_of(whole).read_bytes()
    assert not folder_of(broken).exists()


def test_a_finished_file_can_be_lengthened(tmp_path: Path):
    out, longer = tmp_path / "games.parquet", tmp_path / "longer.parquet"
    run(PLAN, out=out)
    run(resumed(out, games=100), out=out, resume=True)
    run(replace(PLAN, games=100), out=longer)
    assert out.read_bytes() == longer.read_bytes()
    assert turns_of(out).read_bytes() == turns_of(longer).read_bytes()
    with pytest.raises(ForvmError, match="begun for 100 games: --games can only ask for more, not for 70"):
        resumed(out, games=70)


def test_an_interrupted_file_goes_on_even_without_its_pieces(tmp_path: Path):
    out, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    run(PLAN, out=out, report=stop_after(30))
    for piece in folder_of(out).iterdir():
        piece.unlink()
    folder_of(out).rmdir()
    run(resumed(out), out=out, resume=True)
    run(PLAN, out=whole)
    assert out.read_bytes() == whole.read_bytes()


def test_csv_has_every_column_but_the_action_log(tmp_path: Path):
    out = tmp_path / "games.csv"
    plan = SimulationPlan(Setting(BRIEF, 3, ("consul:seconds=0.001", "random"), seed=6), games=1)
    run(plan, out=out)
    with out.open(newline="", encoding="utf-8") as stream:
        (row,) = csv.DictReader(stream)
    assert list(row) == [name for name in play(plan.setting, 0, 1).columns if name != "trail"]


def test_every_row_is_replayed_to_its_end(tmp_path: Path):
    out = tmp_path / "games.parquet"
    run(replace(PLAN, games=12, turns=False), out=out)
    for row in pl.read_parquet(out).iter_rows(named=True):
        game = replay_row(out, row["game"])
        assert [player.prestige for player in game.players] == [row[f"prestige_{x}"] for x in "ABC"]
    with pytest.raises(ForvmError, match="has no game 12: its games are numbered from 0 to 11"):
        replay_row(out, 12)


def test_games_by_the_clock_are_replayed_from_their_action_log(tmp_path: Path):
    out = tmp_path / "games.parquet"
    run(SimulationPlan(Setting(BRIEF, 3, ("consul:seconds=0.001", "random"), seed=6), games=2), out=out)
    row = pl.read_parquet(out).row(1, named=True)
    game = replay_row(out, 1)
    assert [player.money for player in game.players] == [row[f"money_{x}"] for x in "ABC"]


def test_a_row_that_does_not_fit_its_game_is_told(tmp_path: Path):
    out = tmp_path / "games.parquet"
    run(replace(PLAN, games=3, turns=False), out=out)
    rows = pl.read_parquet(out).with_columns(turns=pl.lit(99, pl.Int32))
    rows.write_parquet(out, metadata=read_metadata(out))
    with pytest.raises(ForvmError, match="comes out otherwise than its row says"):
        replay_row(out, 1)


def test_files_that_are_not_ours(tmp_path: Path):
    other, junk = tmp_path / "other.parquet", tmp_path / "junk.parquet"
    pl.DataFrame({"game": [1]}).write_parquet(other)
    junk.write_text("no table", encoding="utf-8")
    for path, told in ((other, "is no file of games"), (junk, "cannot be read as Parquet")):
        for read in (read_plan, read_metadata):
            with pytest.raises(ForvmError, match=told):
                read(path)
    with pytest.raises(ForvmError, match="There is nothing to go on with"):
        read_plan(tmp_path / "missing.parquet")
    (tmp_path / "games.csv").write_text("game\n", encoding="utf-8")
    with pytest.raises(ForvmError, match="CSV does not say"):
        read_plan(tmp_path / "games.csv")


def test_nothing_that_exists_is_written_over(tmp_path: Path):
    out = tmp_path / "games.parquet"
    run(PLAN, out=out, report=stop_after(30))
    out.unlink()
    with pytest.raises(ForvmError, match=r"games.parquet.unfinished exists already: go on with its games by --resume"):
        check_out(out, resume=False)
    with pytest.raises(ForvmError, match=r"must end in .parquet or .csv"):
        check_out(tmp_path / "games.xlsx", resume=False)
    turns_of(tmp_path / "other.parquet").write_text("somebody's", encoding="utf-8")
    with pytest.raises(ForvmError, match=r"other.turns.parquet exists already"):
        check_out(tmp_path / "other.parquet", resume=False)


def test_killed_while_it_cleans_up_a_file_is_still_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    out = tmp_path / "games.parquet"
    with monkeypatch.context() as patched:
        patched.setattr("shutil.rmtree", lambda *words, **more: None)
        run(PLAN, out=out)
    sorted(folder_of(out).glob("games-*.arrow"))[0].unlink()
    whole = out.read_bytes()
    assert run(resumed(out), out=out, resume=True).games == 70
    assert out.read_bytes() == whole
    assert not folder_of(out).exists()


def test_a_folder_that_says_nothing_of_its_plan_is_told(tmp_path: Path):
    folder_of(tmp_path / "games.parquet").mkdir()
    with pytest.raises(ForvmError, match=r"no plan.json in .*: remove that folder, and begin without --resume"):
        read_plan(tmp_path / "games.parquet")


def test_long_games_that_fill_several_groups_of_turns_are_lengthened(tmp_path: Path):
    long = content.from_overrides("forvm", {"win.turn_limit": 20})
    plan = SimulationPlan(Setting(long, 3, ("random",), seed=6), games=3, turns=True)  # sixty rows a game
    out, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    run(plan, out=out)
    run(resumed(out, games=5), out=out, resume=True)
    run(replace(plan, games=5), out=whole)
    assert turns_of(out).read_bytes() == turns_of(whole).read_bytes()


def test_damaged_pieces_are_told(tmp_path: Path):
    out = tmp_path / "games.parquet"
    run(PLAN, out=out, report=stop_after(50))
    first, second, *_ = sorted(folder_of(out).glob("games-*.arrow"))
    whole = second.read_bytes()
    second.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ForvmError, match="is damaged"):
        run(PLAN, out=out, resume=True)
    second.write_bytes(whole)
    first.unlink()
    with pytest.raises(ForvmError, match="does not follow upon the 0 games before it"):
        run(PLAN, out=out, resume=True)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on the size of files")
def test_a_file_that_cannot_grow_any_more_costs_nothing_that_was_done(tmp_path: Path):
    """A limit on the size of files stands in for a disk that is full."""
    script = f"""
import resource, signal, sys
from pathlib import Path
from forvm.lab.games.parquet_output import read_plan
from forvm.lab.simulation import run
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({{limit}}, {{limit}}))
out = Path({str(tmp_path / "games.parquet")!r})
from forvm.lab.games import partitions
partitions.ROW_GROUP = 20
run(read_plan(out), out=out, resume=True)
"""
    out, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    run(PLAN, out=whole)
    run(PLAN, out=out, report=stop_after(30))
    before = ParquetOutput(out, PLAN).done
    for limit, told in ((20_000, f"{before} games are safe"), (500_000, "All games are safe in")):
        done = subprocess.run(
            [sys.executable, "-c", script.format(limit=limit)], capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode != 0
        assert told in done.stderr
        assert "cannot be written: File too large" in done.stderr
    run(resumed(out), out=out, resume=True)
    assert out.read_bytes() == whole.read_bytes()
