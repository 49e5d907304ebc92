"""What phases and pending tasks are called, and whose word is awaited."""

from __future__ import annotations

from forvm.engine import tasks
from forvm.engine.state import NOBODY, State

# The engine's tasks, in the order of its constants.
TASKS = (
    "deal",
    "first_roll",
    "enter_roll",
    "oust_roll",
    "destroy_roll",
    "draw",
    "birth_card",
    "birth_roll",
    "election_roll",
    "move",
    "intrigue",
    "build",
    "bargain",
    "offer",
    "patron",
    "old_morals",
    "forced_divorce",
    "trade",
    "fate",
    "reckoning",
    "over",
)
# The lowest frame is the phase (TURN-1); before the first turn hands are dealt and dice decide who begins.
_PHASES = {"first_roll": "begin"}

CHANCE = -1


def task_name(task: int) -> str:
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
    """The seat whose decision is awaited, ``CHANCE`` for a die or a card, None once the game is over."""
    return CHANCE if state.task[state.top] < tasks.FIRST_DECISION else actor_of(state)
