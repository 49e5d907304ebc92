"""What a die that is due must show, and by which clause it is rolled."""

from __future__ import annotations

from forvm.engine.actions import ChanceKind
from forvm.engine.definition import Definition
from forvm.engine.state import State
from forvm.game.kinds import CHANCES


def roll_needed(s: State, g: Definition) -> int | None:
    """The least roll with which what is pending succeeds; None where every roll just counts."""
    due = CHANCES.get(s.task[s.top])
    return None if due is None else due.needs(s, g)


def kind(task: int) -> ChanceKind:
    """What chance is to supply: ``"card"``, ``"child"`` or ``"die"``."""
    return CHANCES[task].supplies


def clause(task: int) -> str:
    """The clause by which chance is asked."""
    return CHANCES[task].clause


def market(s: State, g: Definition) -> int | None:
    """The market that a pending die is about."""
    due = CHANCES.get(s.task[s.top])
    return None if due is None else due.market(s, g)


def other(s: State, g: Definition) -> int | None:
    """The player whom a pending die is rolled against."""
    due = CHANCES.get(s.task[s.top])
    return None if due is None else due.other(s, g)


def odds(needs: int) -> float:
    """How probable it is that a die shows so much at least.

    >>> odds(4)
    0.5
    """
    return (7 - needs) / 6
