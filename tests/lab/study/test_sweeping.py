"""Whole sweeps: the same rows whatever the workers, shards and interruptions."""

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from forvm.errors import ForvmError
from forvm.lab import study, sweep
from forvm.lab.games import play
from forvm.lab.games.row_replay import replay_row
from forvm.lab.study import open_folder, shards, write_folder
from forvm.lab.study.running import StudyProgress
from forvm.lab.study.shard_files import encode
from forvm.lab.study.shards import Shard
from tests.lab.study.studies import SMALL, small, write

pytestmark = pytest.mark.usefixtures("compiled")
UNTIL = {"metric": "decisions", "width": 1.89, "least": 120, "most": 480}


@pytest.fixture(scope="module")
def whole(compiled: None) -> pl.DataFrame:
    """The games of the small study, played in one go."""
    return sweep(small(), workers=1)


def test_a_row_is_a_game_of_its_cell(whole: pl.DataFrame):
    made = study.load(small())
    assert whole.height == 5 * 24
    assert whole["cell"].to_list() == [cell for cell in range(5) for _ in range(24)]
    for cell in made.cells:
        rows = whole.filter(pl.col("cell") == cell.number)
        alone = play(cell.setting(made.seed), 0, 24)
        assert rows.select(alone.columns).equals(alone)
        assert set(rows["oust.cost"]) == {cell.values["oust.cost"]}
        assert set(rows["factor.players"]) == {cell.players}


def test_games_of_a_number_have_common_dice(whole: pl.DataFrame):
    # Whoever begins is decided by the first die.
    starters = {cell: rows["starter"].to_list() for (cell,), rows in whole.group_by("cell")}
    assert starters[0] == starters[2] == starters[4]  # with four players
    assert starters[1] == starters[3]  # with three
    assert len(set(starters[0])) > 1


def test_two_workers_and_small_shards_play_the_same(whole: pl.DataFrame, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shards, "FEWEST_IN_A_SHARD", 5)
    monkeypatch.setattr(shards, "MOST_IN_A_SHARD", 7)
    assert sweep(small(), workers=2).equals(whole)
    assert not sweep(small(seed=2), workers=2).equals(whole)


def test_an_interrupt_keeps_what_is_done(whole: pl.DataFrame, tmp_path: Path):
    def interrupt(far: StudyProgress) -> None:
        if far.done >= 48:
            raise KeyboardInterrupt

    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        sweep(small(), out=out, workers=1, report=interrupt)
    part = open_folder(out)
    assert not part.complete
    assert 48 <= part.frame().height < whole.height
    assert part.cells["games"].sum() == part.frame().height
    heard: list[StudyProgress] = []
    assert sweep(small(), out=out, resume=True, report=heard.append).equals(whole)
    assert heard[0].resumed == heard[0].done >= 48
    assert heard[-1].done == heard[-1].asked == 120


def test_killed_again_and_again_it_ends_with_the_same_rows(tmp_path: Path):
    """A folder survives a kill while the sweep starts and while it plays, also when it was resumed after a kill."""
    cells = {"factors": {"oust.cost": {"from": 100, "to": 400, "step": 10}}, "games": {"each": 12}}
    file = tmp_path / "many.toml"
    file.write_text(study.write(small(**cells)), encoding="utf-8")
    words = (
        "from forvm.lab import sweep; "
        "sweep('many.toml', out='out', workers=2, resume=True, report=lambda far: print(far.done, flush=True))"
    )
    chance = random.Random(6)
    for kill in range(5):
        process = subprocess.Popen([sys.executable, "-c", words], cwd=tmp_path, stdout=subprocess.PIPE)
        assert process.stdout is not None
        if kill % 3:  # while it plays; else while it starts
            for _ in range(chance.randint(1, 3)):
                assert process.stdout.readline(), "it ended by itself"
            time.sleep(chance.uniform(0, 0.03))
        else:
            time.sleep(chance.uniform(0.1, 0.6))
        process.kill()
        process.communicate()
    kept = open_folder(tmp_path / "out")
    assert not kept.complete
    assert 0 < len(kept.shards) < 31
    resumed = sweep(file, out=tmp_path / "out", resume=True)
    assert resumed.equals(sweep(file))
    left = [path.name for path in (tmp_path / "out").rglob("*") if path.name.startswith(".")]
    assert left == []


def test_until_the_interval_is_narrow_does_not_depend_on_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    one = sweep(small(games=UNTIL), out=tmp_path / "one", workers=1)
    counts = open_folder(tmp_path / "one").cells["games"].to_list()
    assert set(counts) <= {240, 360, 480}  # no cell ends before 200 games
    assert len(set(counts)) > 1
    monkeypatch.setattr(shards, "FEWEST_IN_A_SHARD", 40)
    monkeypatch.setattr(shards, "MOST_IN_A_SHARD", 40)
    assert sweep(small(games=UNTIL), workers=2).equals(one)


def test_more_games_are_added_and_fewer_are_left_out(tmp_path: Path, whole: pl.DataFrame):
    out = tmp_path / "out"
    sweep(small(games={"each": 12}), out=out)
    assert sweep(small(), out=out, resume=True).equals(whole)
    few = sweep(small(games={"each": 12}), out=out, resume=True)
    assert few.height == 60
    assert few.equals(whole.filter(pl.col("game") < 12))


def test_a_damaged_shard_is_played_again(tmp_path: Path, whole: pl.DataFrame):
    out = tmp_path / "out"
    sweep(small(), out=out)
    one, other = sorted((out / "games").iterdir())[:2]
    one.write_bytes(one.read_bytes()[:1000])
    shutil.copy(out / "games" / other.name.replace("cell-00001", "cell-00002"), other)
    assert sweep(small(), out=out, resume=True).equals(whole)


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path, whole: pl.DataFrame):
    resource = pytest.importorskip("resource")
    made = study.load(small())
    # The rows of four players are longer than those of three: the limit lies between.
    sizes = {}
    for cell in made.cells:
        setting = cell.setting(made.seed)
        sizes[cell.players] = len(encode(setting, Shard(0, 0, 24), play(setting, 0, 24)))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    out = tmp_path / "out"
    data = small(baseline={"bots": ["random"], "win.turn_limit": 2, "players": 3})
    expected = sweep(data)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((sizes[3] + sizes[4]) // 2, hard))
    try:
        with pytest.raises(ForvmError, match=r"cannot be written: File too large.* games in .* are safe.*--resume"):
            sweep(data, out=out, workers=1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(open_folder(out).shards) >= 2
    assert sweep(data, out=out, resume=True).equals(expected)


def test_a_folder_takes_no_other_study(tmp_path: Path):
    out = tmp_path / "out"
    sweep(small(games={"each": 12}), out=out)
    with pytest.raises(ForvmError, match="holds a study already: go on with it by --resume"):
        sweep(small(), out=out)
    with pytest.raises(ForvmError, match="belong to another study: seed was 1 and is now 2"):
        sweep(small(seed=2), out=out, resume=True)
    with pytest.raises(ForvmError, match="belong to another study: its cells"):
        sweep(small(factors={"oust.cost": [100]}), out=out, resume=True)
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine", encoding="utf-8")
    for resume in (False, True):
        with pytest.raises(ForvmError, match=r"no study|is missing"):
            sweep(small(), out=other, resume=resume)
    assert [path.name for path in other.iterdir()] == ["mine.txt"]


def test_a_folder_holds_all_that_is_needed(tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir()
    rules = 'format = 1\nid = "mine"\nname = "Mine"\nedition = "short"\n[win]\nturn_limit = 2\n'
    (home / "mine.toml").write_text(rules, encoding="utf-8")
    text = SMALL.replace("oust.cost = [100, 300]", 'edition = ["mine.toml"]').replace("each = 24", "each = 12")
    games = sweep(write(home, text), out=tmp_path / "out")
    shutil.rmtree(home)
    (tmp_path / "out").rename(tmp_path / "moved")
    opened = open_folder(tmp_path / "moved")
    assert opened.table().equals(games)
    assert opened.study.cells[1].rules.id == "mine"
    assert opened.cells["factor.edition"].to_list() == ["forvm", "mine.toml", "mine.toml"]
    shard, file = sorted(opened.shards.items())[1]
    game = replay_row(file, 7)
    row = opened.frame(shard.cell).row(7, named=True)
    assert game.turn == row["turns"]
    assert list(game.state.money[:3]) == [row[f"money_{seat}"] for seat in "ABC"]


def test_games_from_elsewhere_become_a_folder(tmp_path: Path, whole: pl.DataFrame):
    made = study.load(small())
    games = {cell.number: play(cell.setting(made.seed), 0, 24) for cell in made.cells}
    folder = write_folder(tmp_path / "out", made, games)
    assert open_folder(folder).table().equals(whole)


def test_own_bots_are_played_in_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shutil.copy(Path(__file__).parents[1] / "arena_bots.py", tmp_path / "own.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "own", raising=False)
    data = small(baseline={"bots": ["own:Rash", "own:First"], "win.turn_limit": 1}, factors={"oust.cost": [100]})
    data["games"] = {"each": 4}
    one = sweep(data, workers=1)
    assert one.height == 8
    assert sweep(data, workers=2).equals(one)
