"""Keeping games."""

import os
from pathlib import Path

import pytest

from forvm import Game
from forvm.errors import ForvmError
from forvm.terminal import saves
from tests.terminal.screens import advanced, finished


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FORVM_DATA_DIR", str(tmp_path))
    saves.folder().mkdir()
    return saves.folder()


def test_what_was_written_is_the_game_and_its_seats():
    game = advanced(Game("forvm", 3, ["Ada", "Ben", "Cleo"]), lambda g: g.turn == 4)
    path = saves.new_path(game)
    saves.write(path, game, ["Ada", "random", "tiro"])
    assert Game.load(path).state == game.state
    assert saves.seats_in(path) == ["Ada", "random", "tiro"]
    (save,) = saves.unfinished()
    assert (save.path, save.rules, save.players, save.turn) == (path, "forvm", "Ada, Ben, Cleo", 3)


def test_two_games_in_one_second_have_two_files():
    game = Game("forvm", 3)
    first = saves.new_path(game)
    saves.write(first, game, [])
    assert saves.new_path(game) != first


def test_a_write_that_fails_leaves_the_old_file_whole(folder: Path, monkeypatch: pytest.MonkeyPatch):
    game = Game("forvm", 3)
    path = saves.new_path(game)
    saves.write(path, game, [])
    before = path.read_bytes()
    game.play("d3")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        saves.write(path, game, [])
    assert path.read_bytes() == before
    assert list(folder.iterdir()) == [path]


def test_finished_games_and_other_files_are_not_listed(folder: Path):
    game = finished(Game("forvm", 3))
    saves.write(saves.new_path(game), game, [])
    (folder / "letter.forvm").write_text("Dear Ben", encoding="utf-8")
    (folder / ".begun.forvm").write_text("FORVM record 1\nunfinished\n", encoding="utf-8")
    assert saves.unfinished() == []


def test_the_latest_is_last():
    game = Game("forvm", 3)
    paths = []
    for age in (300, 200, 100):
        path = saves.new_path(game)
        saves.write(path, game, [])
        now = path.stat().st_mtime
        os.utime(path, (now - age, now - age))
        paths.append(path)
    assert saves.find("last") == paths[-1]
    assert saves.find("3") == paths[0]
    assert saves.find(paths[1].name) == paths[1]
    with pytest.raises(ForvmError, match="there are 3"):
        saves.find("4")
