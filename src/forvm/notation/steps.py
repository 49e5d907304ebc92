"""One step of a game at a time, for those who keep the states before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from forvm.engine import play as engine
from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.scratch import Scratch
from forvm.engine.state import State

# A whole state is kept every so often, and what lies between is played again when moves are taken back: a long game
# then needs kilobytes, not megabytes, and taking back stays far below the blink of an eye.
SNAPSHOT_EVERY = 32

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


class Snapshot(NamedTuple):
    """A position that is kept."""

    played: int  # actions before it
    step: Step


def go_back(snapshots: list[Snapshot], left: int, last: Sequence[int], g: Definition, scratch: Scratch) -> Step:
    """The position after so many actions, of which ``last`` are at least those since a snapshot was kept.

    ``snapshots`` has every 32nd position, and loses those that came later. The position that was gone back to last is
    kept too: whoever takes back once often does so again, and a record may take back as often as it has lines.
    """
    while snapshots[-1].played > left:
        snapshots.pop()
    position = snapshots[-1].step
    for action in last[len(last) - (left - snapshots[-1].played) :]:
        position = follow(position.state, g, action, scratch)
    if snapshots[-1].played % SNAPSHOT_EVERY:
        snapshots.pop()
    if left % SNAPSHOT_EVERY:
        snapshots.append(Snapshot(left, position))
    return position


class Track:
    """A game's states as it is played, with a way back."""

    def __init__(self, g: Definition) -> None:
        """Stand at the start of a game."""
        self._definition = g
        self._scratch = Scratch()
        self._actions: list[int] = []
        self._snapshots = [Snapshot(0, begin(g))]
        self.state = self._snapshots[0].step.state

    @property
    def position(self) -> int:
        """How many actions stand."""
        return len(self._actions)

    def play(self, action: int) -> None:
        """Play a legal action."""
        step = follow(self.state, self._definition, action, self._scratch)
        self.state = step.state
        self._actions.append(action)
        if len(self._actions) % SNAPSHOT_EVERY == 0:
            self._snapshots.append(Snapshot(len(self._actions), step))

    def go_back(self, position: int) -> None:
        """Take back all actions but the first so many."""
        del self._actions[position:]
        last = self._actions[-SNAPSHOT_EVERY:]
        self.state = go_back(self._snapshots, position, last, self._definition, self._scratch).state


def is_over(state: State) -> bool:
    """Has the game ended?"""
    return state.task[state.top] == tasks.OVER
