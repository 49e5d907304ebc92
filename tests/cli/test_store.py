"""forvm store backup, restore, drill, check."""

import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.server.ops.stores import fill, read


@pytest.fixture
def store(data: Path) -> Path:
    path = data / "games.sqlite3"
    fill(path, games=2, turns=1)
    return path


def test_a_copy_is_made_checked_and_put_back(call: Call, store: Path, data: Path):
    copy = data / "copy.sqlite3"
    told = call("store", "backup", copy, "--store", store)
    assert (told.code, told.err) == (0, "")
    assert f"{copy} is a copy of {store} as it was a moment ago" in told.out
    assert "on the same disk as the store" in told.out
    told = call("store", "check", "--store", copy)
    assert told.code == 0
    assert "is sound: 2 games (2 over)" in told.out
    told = call("store", "restore", copy, "--store", store)
    assert told.code == 0
    assert "What was there before is kept as " in told.out
    assert read(store) == read(copy)


def test_a_copy_that_is_there_is_not_replaced_by_mistake(call: Call, store: Path, data: Path):
    call("store", "backup", data / "copy.sqlite3", "--store", store)
    told = call("store", "backup", data / "copy.sqlite3", "--store", store)
    assert told.code == 2
    assert "--overwrite" in told.err
    assert call("store", "backup", data / "copy.sqlite3", "--store", store, "--overwrite").code == 0


def test_an_unsound_store_ends_with_another_code(call: Call, store: Path, data: Path):
    with sqlite3.connect(store) as connection:
        connection.execute("DELETE FROM events WHERE seq = 5")
    connection.close()
    told = call("store", "check", "--store", store)
    assert told.code == 1
    assert "is not sound:" in told.out
    assert told.out.count("event 5 is missing") == 2
    told = call("store", "backup", data / "copy.sqlite3", "--store", store)
    assert told.code == 2
    assert "is damaged" in told.err
    assert not (data / "copy.sqlite3").exists()
    assert call("store", "backup", data / "copy.sqlite3", "--store", store, "--skip-check").code == 0
    told = call("store", "restore", data / "copy.sqlite3", "--store", data / "other.sqlite3")
    assert told.code == 2
    assert "is damaged" in told.err
    assert not (data / "other.sqlite3").exists()
    words = ("restore", data / "copy.sqlite3", "--store", data / "other.sqlite3", "--skip-check")
    assert call("store", *words).code == 0


def test_a_drill_says_in_words_what_came_of_it(call: Call, store: Path, data: Path):
    copy = data / "copy.sqlite3"
    call("store", "backup", copy, "--store", store)
    before = store.read_bytes(), copy.read_bytes()
    told = call("store", "drill", copy)
    assert (told.code, told.err) == (0, "")
    assert f"{copy} can be restored. It took " in told.out
    assert "Tried: 2 games (0 running), which are all, " in told.out
    told = call("store", "drill", copy, "--games", "1")
    assert (told.code, told.err) == (0, "")
    assert "Tried: 1 of 2 games (0 running), " in told.out
    assert (store.read_bytes(), copy.read_bytes()) == before
    told = call("store", "drill", copy, "--games", "0")
    assert told.code == 2
    assert "--games is a number from 1 up, not 0." in told.err
    for content in (b"Dear Cicero", None):
        copy.unlink() if content is None else copy.write_bytes(content)
        told = call("store", "drill", copy)
        assert (told.code, told.err) == (1, "")
        assert f"{copy} cannot be restored as it is:" in told.out
        assert "make a new copy with forvm store backup" in told.out


@pytest.mark.parametrize("words", [("check",), ("backup", "copy.sqlite3"), ("restore", "none.sqlite3")])
def test_a_store_that_is_not_there_is_told(call: Call, words: tuple[str, ...], data: Path):
    told = call("store", *words, "--store", data / "nowhere.sqlite3")
    assert (told.code, told.out) == (2, "")
    assert "There is no store" in told.err


def test_what_is_no_command_is_told_with_those_there_are(call: Call):
    told = call("store", "bakup")
    assert told.code == 2
    assert "backup" in told.err
    assert call("store", "backup").code == 2
