"""A study that an earlier version played (0.1.0, scheme 1) opens and resumes. Its folder is never written anew."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("polars")

from forvm.errors import ForvmError
from forvm.lab import sweep
from forvm.lab.study.results import open_folder

FOLDER = Path(__file__).parents[2] / "vectors" / "earlier" / "study"
OF_A_GAME = ["turns", "prestige_A", "prestige_B", "prestige_C", "money_A", "money_B", "money_C"]
# Of the second cell, as the earlier version played it. The folder here has lost its file.
LOST = [
    (34, 12, 10, 15, 1825, 6025, 9100),
    (32, 11, 15, 12, 8550, 9325, 4375),
    (32, 11, 9, 15, 8475, 6075, 7100),
    (35, 15, 8, 0, 9450, 5175, 50),
    (24, 15, 4, 7, 6225, 1900, 4325),
    (33, 15, 9, 8, 9200, 3450, 6875),
    (34, 10, 15, 10, 7125, 5575, 7475),
    (28, 10, 0, 15, 7025, 25, 6925),
    (27, 15, 4, 0, 7475, 1650, 150),
    (34, 15, 11, 13, 5725, 6900, 11275),
    (23, 1, 9, 15, 225, 3175, 6975),
    (33, 11, 15, 9, 4525, 5150, 7225),
]


def test_a_lost_file_is_played_again_as_the_earlier_version_played_it(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "study"))
    with pytest.raises(ForvmError, match=r"cell-00001.*is missing.*--resume plays it again"):
        open_folder(folder)
    games = sweep(folder / "study.toml", out=folder, workers=1, resume=True)
    assert games.height == 24
    assert games.filter(games["cell"] == 1).sort("game").select(OF_A_GAME).rows() == LOST
    assert open_folder(folder).table().equals(games)


def test_games_of_the_earlier_version_are_played_again_alike(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "study"))
    (kept,) = (folder / "games").iterdir()
    before = sweep(folder / "study.toml", out=folder, workers=1, resume=True)
    kept.unlink()
    assert sweep(folder / "study.toml", out=folder, workers=1, resume=True).equals(before)
