"""One step of a game at a time, for those who keep the states before and after it."""

from __future__ import annotations

from typing import NamedTuple

from forvm.engine import play as engine
from forvm.engine.definition import Definition
from forvm.engine.scratch import Scratch
from forvm.engine.state import OVER, State

Note = tuple[int, int, int, int, int]  # event, player, amount, clause, place


class Step(NamedTuple):
    """A position: its state, the moves on offer (none if chance is due), and what happened on the way to it."""

    state: State
    legal: tuple[int, ...]
    notes: tuple[Note, ...]


def begin(g: Definition) -> Step:
    """The position at the start of a game."""
    state = State()
    engine.start(state, g)
    return Step(state, (), ())


def follow(before: State, g: Definition, action: int, scratch: Scratch) -> Step:
    """The position after a legal action and all that follows by itself; ``before`` stays as it was."""
    state = before.copy()
    log: list[Note] = []
    state.log = log
    count = engine.play(state, g, action, scratch)
    state.log = None
    return Step(state, tuple(scratch.ids[:count]), tuple(log))


def is_over(state: State) -> bool:
    """Has the game ended?"""
    return state.task[state.top] == OVER
