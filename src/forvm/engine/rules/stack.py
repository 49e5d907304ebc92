"""The stack of pending frames, and passing the word around the table (TURN-1)."""

from __future__ import annotations

from forvm.engine.definition import Definition
from forvm.engine.state import NOBODY, State
from forvm.engine.twin.rule import rule


@rule
def push(s: State, task: int, actor: int) -> None:
    """Put a frame on top."""
    s.top += 1
    top = s.top
    s.task[top] = task
    s.actor[top] = actor


@rule
def clear_phase(s: State) -> None:
    """Forget what a phase remembered."""
    s.players_done = 0
    s.phase_used = 0
    s.agents_moved = 0
    s.card = 0


@rule
def pop(s: State) -> None:
    """Take the top frame away. Who remembered something for it clears that too: equal positions are equal states."""
    top = s.top
    s.task[top] = 0
    s.actor[top] = NOBODY
    s.top -= 1


@rule
def seat_after(g: Definition, seat: int, steps: int) -> int:
    """The seat so many places clockwise."""
    return (seat + steps) % g.players


@rule
def pass_on(s: State, g: Definition) -> bool:
    """In the phase at the bottom, the next player clockwise takes over; False when all are done."""
    done = s.players_done + 1
    clear_phase(s)
    s.players_done = done
    if done == g.players:
        return False
    s.actor[0] = seat_after(g, s.first, done)
    return True
