"""The names of phases and pending tasks, and the seat that is to act."""

from __future__ import annotations

from typing import Literal

from forvm.engine import tasks
from forvm.engine.state import NOBODY, State
from forvm.engine.tasks import TASKS, TaskName

# The lowest frame is the phase (TURN-1); before the first turn hands are dealt and dice decide who begins.
Phase = Literal["deal", "begin", "move", "intrigue", "trade", "build", "fate", "reckoning", "over"]
_PHASES = {"first_roll": "begin"}

CHANCE = -1


def task_name(task: int) -> TaskName:
    """The name of a task of the engine."""
    return TASKS[task]


def phase_name(task: int) -> str:
    """The name of a phase, by the task of its frame."""
    name = TASKS[task]
    return _PHASES.get(name, name)


def phase_of(state: State) -> str:
    """The phase of a turn, or of setting up (``deal``, ``begin``), or ``over``.

    >>> phase_of(State())
    'deal'
    """
    return phase_name(state.task[0])


def actor_of(state: State) -> int | None:
    """The seat that acts, or for whom chance does; nobody once the game is over."""
    actor = state.actor[state.top]
    return None if actor == NOBODY else actor


def to_act(state: State) -> int | None:
    """Returns the seat that is to decide, ``CHANCE`` if a die or card is due, None once the game is over."""
    return CHANCE if state.task[state.top] < tasks.FIRST_DECISION else actor_of(state)
