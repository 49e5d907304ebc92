"""Errors say where, keep their facts, and survive the way between processes."""

import pickle
from pathlib import Path

import pytest

from forvm import errors

EXAMPLES = [
    errors.ForvmError("plain"),
    errors.ContentError("wrong", file=Path("my.toml"), key="board.markets", line=7),
    errors.RecordError("cut short", line=12),
    errors.MalformedMove("no such move"),
    errors.AmbiguousMove("two moves fit"),
    errors.IllegalMove("too dear", "OUST-2"),
]


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert vars(again) == vars(error)
    assert str(again) == str(error)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (errors.ContentError("wrong"), "wrong"),
        (errors.ContentError("wrong", file="a.toml"), "a.toml: wrong"),
        (errors.ContentError("wrong", key="players"), "key players: wrong"),
        (errors.RecordError("cut short", file="a.forvm", line=3), "a.forvm, line 3: cut short"),
        (errors.IllegalMove("too dear", "OUST-2"), "too dear (OUST-2)"),
    ],
)
def test_the_text_begins_with_what_is_known_of_the_place(error, text):
    assert str(error) == text


@pytest.mark.parametrize("kind", [errors.MalformedMove, errors.AmbiguousMove, errors.IllegalMove])
def test_every_refused_move_can_be_caught_as_one_kind(kind):
    assert issubclass(kind, errors.MoveError)
    assert issubclass(kind, errors.ForvmError)
