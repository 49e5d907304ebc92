"""Very many games: a folder of files, made, interrupted, killed and lengthened as a file is."""

from __future__ import annotations

import shutil
import signal
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

from forvm import content
from forvm.errors import ForvmError
from forvm.lab.games import partitions, play_turns
from forvm.lab.games.parquet_output import ParquetOutput, SimulationPlan, folder_of, read_plan, turns_of
from forvm.lab.games.row_replay import replay_row
from forvm.lab.games.setting import Setting
from forvm.lab.simulation import resumed, run
from forvm.lab.simulation_summary import SimulationSummary

RULES = content.from_overrides("forvm", {"win.turn_limit": 2})
PLAN = SimulationPlan(Setting(RULES, 3, ("random",), seed=6), games=110, turns=True)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of several parts without hundreds of thousands of games."""
    monkeypatch.setattr(partitions, "ROW_GROUP", 10)
    monkeypatch.setattr(partitions, "MOST_IN_A_FILE", 40)
    monkeypatch.setattr("forvm.lab.games.game_workers.LARGEST_BATCH", 7)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "games.parquet"


def content_of(out: Path) -> dict[str, bytes]:
    """Every byte of games and turns, by the names of the files."""
    return {file.name: file.read_bytes() for path in (out, turns_of(out)) for file in partitions.files_of(path)}


def whole(tmp_path: Path, plan: SimulationPlan = PLAN) -> dict[str, bytes]:
    """What comes of a plan that is never interrupted."""
    (tmp_path / "whole").mkdir()
    run(plan, workers=2, out=tmp_path / "whole" / "games.parquet")
    return content_of(tmp_path / "whole" / "games.parquet")


def stop_after(games: int):
    def report(summary: SimulationSummary) -> None:
        if summary.games >= games:
            raise KeyboardInterrupt

    return report


def test_many_games_are_a_folder_that_is_read_as_one_table(out: Path):
    assert run(PLAN, workers=2, out=out).games == 110
    games, turns = play_turns(PLAN.setting, 0, 110)
    names = ["games-000000000000.parquet", "games-000000000040.parquet", "games-000000000080.parquet"]
    assert sorted(file.name for file in out.iterdir()) == names
    assert pl.scan_parquet(out).collect().equals(games)
    assert pl.read_parquet(turns_of(out)).equals(turns)
    assert pd.read_parquet(out)["game"].to_list() == list(range(110))
    assert read_plan(out) == PLAN
    assert sorted(path.name for path in out.parent.iterdir()) == ["games.parquet", "games.turns.parquet"]


def test_as_many_as_fit_into_a_file_are_one(out: Path):
    run(replace(PLAN, games=40), out=out)
    assert out.is_file()
    assert turns_of(out).is_file()


def test_csv_is_one_file_however_many(tmp_path: Path):
    run(PLAN, out=tmp_path / "games.csv")
    assert pl.read_csv(tmp_path / "games.csv")["game"].to_list() == list(range(110))
    assert pl.read_csv(tmp_path / "games.turns.csv")["game"].n_unique() == 110


def test_however_often_interrupted_the_folder_is_the_same_to_the_byte(out: Path, tmp_path: Path):
    for stop, workers in ((1, 2), (30, 1), (43, 2), (81, 1), (100, 2)):
        part = run(PLAN, workers=workers, out=out, resume=out.exists(), report=stop_after(stop))
        assert stop <= part.games < 110
        assert pl.read_parquet(out)["game"].to_list() == list(range(part.games))
        assert pl.read_parquet(turns_of(out))["game"].unique().to_list() == list(range(part.games))
        assert read_plan(out) == PLAN
    pieces = [int(file.stem.split("-")[1]) for file in folder_of(out).glob("*.arrow")]
    assert min(pieces) >= 80, "pieces of whole parts need not be kept"
    last = run(resumed(out), out=out, resume=True)
    assert (last.games, last.by_seat["A"].seats) == (110, 110)
    assert content_of(out) == whole(tmp_path)
    assert not folder_of(out).exists()


@pytest.mark.parametrize("kill", [0, 3, 8, 17, 25, 38, 47, 60])
def test_killed_at_any_file_it_goes_on_to_the_same_bytes(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kill: int
):
    """Files are put in their places, or removed, one after the other: at one of them the run is gone."""

    class Killed(BaseException):
        pass

    left = kill

    def counted(real):
        def called(self: Path, *words: object, **more: object):
            nonlocal left
            left -= 1
            if left < 0 and (out in (self, self.parent) or folder_of(out) in (self, self.parent)):
                raise Killed
            return real(self, *words, **more)

        return called

    run(replace(PLAN, games=30), out=out)
    with monkeypatch.context() as patched:
        for name in ("replace", "unlink", "mkdir"):
            patched.setattr(Path, name, counted(getattr(Path, name)))
        with pytest.raises(Killed):
            run(resumed(out, games=110), workers=1, out=out, resume=True)
    run(resumed(out, games=110), workers=2, out=out, resume=True)
    assert content_of(out) == whole(tmp_path)
    assert not folder_of(out).exists()


@pytest.mark.parametrize(("first", "then"), [(30, 110), (40, 41), (50, 60), (80, 110), (110, 110)])
def test_what_is_finished_can_be_lengthened(out: Path, tmp_path: Path, first: int, then: int):
    run(replace(PLAN, games=first), out=out)
    before = content_of(out) if first > 40 else {}
    run(resumed(out, games=then), out=out, resume=True)
    now = content_of(out)
    assert now == whole(tmp_path, replace(PLAN, games=then))
    for file, there in before.items():
        if int(Path(file).stem.split("-")[1]) + 40 <= first:
            assert now[file] == there, "whole parts stay as they are"


def test_an_interrupted_folder_goes_on_even_without_its_pieces(out: Path, tmp_path: Path):
    run(PLAN, out=out, report=stop_after(60))
    shutil.rmtree(folder_of(out))
    assert run(resumed(out), out=out, resume=True).games == 110
    assert content_of(out) == whole(tmp_path)


def test_rows_of_every_part_are_replayed(out: Path):
    run(PLAN, out=out)
    rows = pl.read_parquet(out)
    for number in (0, 39, 40, 109):
        game = replay_row(out, number)
        assert [player.money for player in game.players] == [rows[f"money_{x}"][number] for x in "ABC"]
    for number in (110, 4711, -1):
        with pytest.raises(ForvmError, match=f"has no game {number}: its games are numbered from 0 to 109"):
            replay_row(out, number)


@pytest.mark.parametrize("resume", [True, False])
def test_a_folder_with_other_things_is_left_alone(out: Path, resume: bool):
    out.mkdir()
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ForvmError, match=r"other things in it than games \(notes.txt\): it is left as it is"):
        run(PLAN, out=out, resume=resume)
    with pytest.raises(ForvmError, match=r"notes.txt"):
        resumed(out)
    with pytest.raises(ForvmError, match=r"notes.txt"):
        replay_row(out, 3)
    assert [file.name for file in out.parent.rglob("*")] == ["games.parquet", "notes.txt"]


def test_what_exists_is_not_written_over(out: Path):
    out.mkdir()
    with pytest.raises(ForvmError, match=r"games.parquet exists already"):
        run(PLAN, out=out)
    with pytest.raises(ForvmError, match="is an empty folder: there are no games in it"):
        resumed(out)


def test_damaged_parts_are_told(out: Path):
    run(PLAN, out=out)
    second, third = partitions.files_of(out)[1:]
    good = second.read_bytes()
    second.write_bytes(good[: len(good) // 2])
    for tried in (lambda: run(PLAN, out=out, resume=True), lambda: replay_row(out, 41)):
        with pytest.raises(ForvmError, match=r"games-000000000040.parquet cannot be read as Parquet"):
            tried()
    shutil.copy(third, second)
    with pytest.raises(ForvmError, match=r"000040.parquet was changed: it has 30 games, and should have 40"):
        run(PLAN, out=out, resume=True)
    second.unlink()
    with pytest.raises(ForvmError, match=r"000080.parquet does not follow upon the 40 games before it"):
        run(PLAN, out=out, resume=True)
    second.write_bytes(good[:4] + bytes([7]) * 4000 + good[4004:])  # it can be opened, but not be read
    for tried in (lambda: run(PLAN, out=out, resume=True), lambda: replay_row(out, 41)):
        with pytest.raises(ForvmError, match=r"000040.parquet is damaged"):
            tried()
    second.write_bytes(good)
    partitions.partition_of(turns_of(out), "turns", 40).unlink()
    with pytest.raises(ForvmError, match=r"turns-000000000040.parquet is missing"):
        run(PLAN, out=out, resume=True)


def test_ctrl_c_while_a_part_is_made_tells_what_is_kept(out: Path, monkeypatch: pytest.MonkeyPatch):
    real = partitions.write

    def pressed(*words):
        real(*words)
        signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(partitions, "write", pressed)
        with suppress(KeyboardInterrupt):  # of the games behind the part, if there are any: it is pressed again
            run(PLAN, out=out)
    done = ParquetOutput(out, PLAN).done
    assert 40 <= done < 110
    assert pl.read_parquet(out).height == 40
    assert run(PLAN, out=out, resume=True).games == 110
