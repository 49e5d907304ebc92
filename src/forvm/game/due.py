"""What a die that is due must show, and by which clause it is rolled."""

from __future__ import annotations

from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.rules.destroy import roll_to_destroy
from forvm.engine.rules.fate_choices import card_in_play
from forvm.engine.rules.oust import roll_to_oust
from forvm.engine.state import State

_CLAUSES = {
    tasks.DEAL: "SETUP-2",
    tasks.FIRST_ROLL: "SETUP-4",
    tasks.ENTER_ROLL: "MOVE-1",
    tasks.OUST_ROLL: "OUST-2",
    tasks.DESTROY_ROLL: "DESTROY-1",
    tasks.DRAW: "FATE-1",
    tasks.BIRTH_CARD: "FATE-1",
    tasks.BIRTH_ROLL: "FATE-1",
    tasks.ELECTION_ROLL: "FATE-1",
}
FAMILY = (tasks.DEAL, tasks.BIRTH_CARD)


def roll_needed(s: State, g: Definition) -> int | None:
    """The least roll with which what is pending succeeds; None where every roll just counts."""
    task, p = s.task[s.top], s.actor[s.top]
    if task == tasks.ENTER_ROLL:
        return g.enter_roll
    if task == tasks.OUST_ROLL:
        return roll_to_oust(s, g, p, s.x[s.top])
    if task == tasks.DESTROY_ROLL:
        return roll_to_destroy(s, g, p, s.y[s.top], s.x[s.top])
    return g.card_roll[card_in_play(s)] if task == tasks.ELECTION_ROLL else None


def kind(task: int) -> str:
    """What chance is to supply: ``"card"``, ``"child"`` or ``"die"``."""
    if task == tasks.DRAW:
        return "card"
    return "child" if task in FAMILY else "die"


def clause(task: int) -> str:
    """The clause by which chance is asked."""
    return _CLAUSES.get(task, "TURN-1")


def market(s: State, g: Definition) -> int | None:
    """The market that a pending die is about."""
    task = s.task[s.top]
    if task in (tasks.OUST_ROLL, tasks.DESTROY_ROLL):
        return s.x[s.top]
    return g.rome if task == tasks.ENTER_ROLL else None


def odds(needs: int) -> float:
    """How probable it is that a die shows so much at least.

    >>> odds(4)
    0.5
    """
    return (7 - needs) / 6
