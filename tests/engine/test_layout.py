"""Records: the same fields as a plain object and as bytes."""

from __future__ import annotations

import numpy as np
import pytest

from forvm import content
from forvm.engine.definition import Definition
from forvm.engine.play import start
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.layout import Layout


def new_state() -> State:
    s = State()
    start(s, content.load("short").definition(4))
    return s


@pytest.mark.parametrize("kind", [State, Definition, Scratch])
def test_plain_bytes_and_compiled_records_have_one_layout(kind: type[Layout]) -> None:
    assert kind.form.size == kind.dtype().itemsize


def test_bytes_hold_every_field_where_the_record_type_expects_it() -> None:
    s = new_state()
    record = s.to_buffer().view(State.dtype())[0]
    for name, column in State.columns.items():
        assert np.array_equal(record[name], getattr(s, name)), (name, column)


def test_a_state_survives_the_way_there_and_back() -> None:
    s = new_state()
    assert State.from_buffer(s.to_buffer()) == s


def test_copies_are_independent() -> None:
    s = new_state()
    twin = s.copy()
    assert twin == s
    twin.money[0] += 1
    assert s.money[0] == 200
    assert twin != s


def test_a_state_fits_into_a_kilobyte() -> None:
    assert State.form.size <= 1024
