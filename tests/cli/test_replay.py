"""forvm replay."""

from pathlib import Path

import pytest

from forvm import Game, content, play_out
from tests.cli.conftest import Call
from tests.terminal.screens import RandomBot


@pytest.fixture
def record(data: Path) -> Path:
    """A finished game of three turns."""
    game = Game(content.from_overrides("forvm", {"win.turn_limit": 3}), 3, ["Ada", "Ben", "Cleo"])
    play_out(game, RandomBot(4), seed=4)
    path = data / "game.forvm"
    path.write_text(game.record(date="2026-03-15"), encoding="utf-8")
    return path


def test_moves_tells_the_whole_game_in_words(call: Call, record: Path):
    told = call("replay", record, "--moves")
    assert told.code == 0
    game = Game.load(record)
    assert game.outcome is not None
    assert "Ada, Ben, Cleo · 2026-03-15" in told.out
    assert game.outcome.reason in told.out
    words = " ".join(told.out.split())
    for played in game.history:
        if not played.notation.startswith("card:"):
            assert played.describe() in words


def test_steps_forward_back_and_to_a_turn(call: Call, record: Path):
    count = len(Game.load(record).history)
    told = call("replay", record, typed="\n\nb\n2\nend\n\nmap\nmarkets\nq\n")
    assert told.code == 0
    places = [line for line in told.out.splitlines() if line.startswith(("Move ", "Before"))]
    assert places[0].startswith("Before the first move")
    assert [place.split(" · ")[0] for place in places[1:4]] == [f"Move {n} of {count}" for n in (1, 2, 1)]
    assert f"Move {count} of {count}" in places[5]
    assert "Turn 2 · move" in told.out
    assert "That was the last move." in told.out


def test_what_is_nothing_is_told(call: Call, record: Path):
    told = call("replay", record, typed="9\nx\n")
    assert "There is no turn 9. The record has turns 1 to 3." in told.out
    assert "“x” is not a command here" in told.out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("FORVM record 1", "FORVM record 9", "later version"),
        ("Roma>", "Rome>", "should be written"),
        ("A: d", "A: d9", "A die shows 1 to 6"),
        ("digest: ", "", "breaks off"),
        ("standing: A $", "standing: A $9", "standing"),
    ],
)
def test_a_damaged_record_is_told_with_its_file_and_line(call: Call, record: Path, old: str, new: str, told: str):
    text = record.read_text(encoding="utf-8")
    assert old in text
    record.write_text(text.replace(old, new), encoding="utf-8")
    answer = call("replay", record)
    assert (answer.code, answer.out) == (2, "")
    assert "game.forvm, line " in answer.err
    assert told in answer.err


def test_no_file_and_no_record(call: Call, data: Path):
    assert "There is no such file" in call("replay", "nothing.forvm").err
    (data / "letter.txt").write_bytes(b"Dear Ben \xff")
    answer = call("replay", "letter.txt")
    assert answer.code == 2
    assert "UTF-8" in answer.err
