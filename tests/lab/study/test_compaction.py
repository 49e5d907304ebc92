"""Few files in place of many, with the same games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from forvm.lab.games.row_replay import replay_row
from forvm.lab.study import load, open_folder
from forvm.lab.study.compaction import compact, without_doubles
from forvm.lab.study.folder import Folder, find_shards, resumed_folder
from forvm.lab.study.running import run
from forvm.lab.study.shard_files import play_shard
from forvm.lab.study.shard_workers import LocalWorkers
from forvm.lab.study.shards import Shard

STUDY: dict[str, Any] = {
    "format": 1,
    "id": "mine",
    "title": "Mine",
    "baseline": {"edition": "forvm", "players": 3, "bots": ["random"], "win.turn_limit": 2},
    "factors": {"oust.cost": [100, 200]},
    "games": {"each": 24},
}
PIECES = [(0, 6), (6, 3), (9, 3), (12, 12)]


def played(path: Path, pieces: list[tuple[int, int]] = PIECES) -> Folder:
    """A folder with every game of the study, in these pieces."""
    study = load(STUDY)
    folder = Folder(path, most_files=2)
    folder.begin(study)
    for cell in study.cells:
        for first, count in pieces:
            shard = Shard(cell.number, first, count)
            folder.keep(shard, play_shard(study.setting_of(cell), shard))
    return folder


def finish(folder: Folder) -> None:
    folder.finish(load(STUDY), {0: 24, 1: 24}, complete=True)


def test_a_finished_folder_has_few_files_with_the_same_rows(tmp_path: Path):
    folder = played(tmp_path)
    before = open_folder(tmp_path).frame()
    finish(folder)
    after = open_folder(tmp_path)
    assert [file.name for file in sorted((tmp_path / "games").iterdir())] == [
        "cell-00000-games-00000000-00000023.parquet",
        "cell-00001-games-00000000-00000023.parquet",
    ]
    assert after.frame().equals(before)
    assert str(replay_row(next((tmp_path / "games").iterdir()), 7))


def test_however_they_were_cut_the_bytes_are_the_same(tmp_path: Path):
    for name, pieces in (("a", PIECES), ("b", [(first, 4) for first in range(0, 24, 4)])):
        finish(played(tmp_path / name, pieces))
    a, b = ([file.read_bytes() for file in sorted((tmp_path / name / "games").iterdir())] for name in "ab")
    assert a == b


def test_few_files_stay_as_they_are(tmp_path: Path):
    folder = played(tmp_path, [(0, 12), (12, 12)])
    before = {file.name: file.read_bytes() for file in (tmp_path / "games").iterdir()}
    finish(folder)
    assert {file.name: file.read_bytes() for file in (tmp_path / "games").iterdir()} == before


def test_gaps_stay_gaps(tmp_path: Path):
    folder = played(tmp_path, [(0, 3), (3, 3), (12, 6), (18, 6)])
    assert sorted(compact(folder.shards, 2)) == [
        Shard(cell, first, count) for cell in (0, 1) for first, count in ((0, 6), (12, 12))
    ]


def test_a_kill_before_the_small_files_are_gone_doubles_no_game(tmp_path: Path):
    folder = played(tmp_path)
    small = {file.name: file.read_bytes() for file in (tmp_path / "games").iterdir()}
    finish(folder)
    for name, content in small.items():
        (tmp_path / "games" / name).write_bytes(content)
    assert sorted(find_shards(tmp_path)) == [Shard(0, 0, 24), Shard(1, 0, 24)]


def test_a_compacted_study_goes_on_with_more_games(tmp_path: Path):
    finish(played(tmp_path))
    more = load({**STUDY, "games": {"each": 36}})
    folder = resumed_folder(tmp_path, more)
    workers = LocalWorkers(1, [more.setting_of(cell) for cell in more.cells])
    assert run(more, folder, workers)
    workers.close()
    assert open_folder(tmp_path).frame().group_by("cell").len()["len"].to_list() == [36, 36]


@pytest.mark.parametrize(
    ("shards", "kept"),
    [
        ([(0, 10), (0, 5), (5, 5), (10, 5)], [(0, 10), (10, 5)]),
        ([(0, 5), (5, 5)], [(0, 5), (5, 5)]),
        ([(5, 5), (0, 20)], [(0, 20)]),
    ],
)
def test_doubles_are_the_smaller_files(shards: list[tuple[int, int]], kept: list[tuple[int, int]]):
    files = {Shard(0, *shard): Path(str(shard)) for shard in shards}
    assert list(without_doubles(files)) == [Shard(0, *shard) for shard in kept]
