"""Positions of a game: the state after each action, and the way back to earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from forvm.engine import play as engine
from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.scratch import Scratch
from forvm.engine.state import State

# Only every 32nd position is kept. The positions between them are played again when moves are taken back. A long game
# then needs kilobytes, not megabytes, and taking back is still too fast to notice.
SNAPSHOT_EVERY = 32

Note = tuple[int, int, int, int, int]  # event, player, amount, clause, place


class Position(NamedTuple):
    """The state of a game, its legal moves (none if chance is due), and the notes of what led to it."""

    state: State
    legal: tuple[int, ...]
    notes: tuple[Note, ...]


def first_position(g: Definition) -> Position:
    """Returns the position at the start of a game."""
    state = State()
    engine.start(state, g)
    return Position(state, (), ())


def next_position(before: State, g: Definition, action: int, scratch: Scratch) -> Position:
    """Returns the position after a legal action and everything that follows from it. Leaves ``before`` unchanged."""
    state = before.copy()
    log: list[Note] = []
    state.log = log
    count = engine.play(state, g, action, scratch)
    state.log = None
    return Position(state, tuple(scratch.ids[:count]), tuple(log))


class Snapshot(NamedTuple):
    """A position that is kept."""

    played: int  # actions before it
    position: Position


def go_back(snapshots: list[Snapshot], left: int, last: Sequence[int], g: Definition, scratch: Scratch) -> Position:
    """Returns the position after the first ``left`` actions.

    ``last`` ends with the last of these actions and goes back at least to the latest snapshot before it. Later
    snapshots are removed. The position is kept as a snapshot: a player who takes back one move often takes back
    another, and a record may take moves back on every line.
    """
    while snapshots[-1].played > left:
        snapshots.pop()
    position = snapshots[-1].position
    for action in last[len(last) - (left - snapshots[-1].played) :]:
        position = next_position(position.state, g, action, scratch)
    if snapshots[-1].played % SNAPSHOT_EVERY:
        snapshots.pop()
    if left % SNAPSHOT_EVERY:
        snapshots.append(Snapshot(left, position))
    return position


class Track:
    """The states of a game as it is played, with a way back."""

    def __init__(self, g: Definition) -> None:
        """Start at the first position of a game."""
        self._definition = g
        self._scratch = Scratch()
        self._actions: list[int] = []
        self._snapshots = [Snapshot(0, first_position(g))]
        self.state = self._snapshots[0].position.state

    @property
    def played(self) -> int:
        """The number of actions that led to the state."""
        return len(self._actions)

    def play(self, action: int) -> None:
        """Play a legal action."""
        position = next_position(self.state, self._definition, action, self._scratch)
        self.state = position.state
        self._actions.append(action)
        if len(self._actions) % SNAPSHOT_EVERY == 0:
            self._snapshots.append(Snapshot(len(self._actions), position))

    def go_back(self, left: int) -> None:
        """Take back all actions but the first ``left``."""
        del self._actions[left:]
        last = self._actions[-SNAPSHOT_EVERY:]
        self.state = go_back(self._snapshots, left, last, self._definition, self._scratch).state


def is_over(state: State) -> bool:
    """Has the game ended?"""
    return state.task[state.top] == tasks.OVER
