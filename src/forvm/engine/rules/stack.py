"""The stack of pending frames, and passing the word around the table (TURN-1)."""

from __future__ import annotations

from forvm.engine.definition import Definition
from forvm.engine.state import NOBODY, State
from forvm.engine.twin.rule import rule


@rule
def push(s: State, task: int, actor: int) -> int:
    """Put a fresh frame on top; returns its index."""
    s.top += 1
    top = s.top
    s.task[top] = task
    s.actor[top] = actor
    clear(s, top)
    return top


@rule
def clear(s: State, frame: int) -> None:
    """Forget what a frame remembered."""
    s.x[frame] = 0
    s.y[frame] = 0
    s.z[frame] = 0
    s.u[frame] = 0
    s.v[frame] = 0


@rule
def pop(s: State) -> None:
    """Take the top frame away, leaving no trace (equal positions are equal states)."""
    top = s.top
    s.task[top] = 0
    s.actor[top] = NOBODY
    clear(s, top)
    s.top -= 1


@rule
def seat_after(g: Definition, seat: int, steps: int) -> int:
    """The seat so many places clockwise."""
    return (seat + steps) % g.players


@rule
def pass_on(s: State, g: Definition) -> bool:
    """In the phase at the bottom, the next player clockwise takes over; False when all are done."""
    done = s.x[0] + 1
    clear(s, 0)
    s.x[0] = done
    if done == g.players:
        return False
    s.actor[0] = seat_after(g, s.first, done)
    return True
