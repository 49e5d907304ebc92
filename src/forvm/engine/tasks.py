"""Tasks: what a frame on the stack waits for. Use them as ``tasks.MOVING``; what each remembers is in ``State``."""

from __future__ import annotations

from typing import Literal

# What a game can wait for. Type checkers find every place that must know a new one.
TaskName = Literal[
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
]

_names: list[TaskName] = []


def _task(name: TaskName) -> int:
    """Add a task to the table; returns its number."""
    _names.append(name)
    return len(_names) - 1


# First the ones that chance answers …
DEAL = _task("deal")  # a family card for the actor (SETUP-2)
FIRST_ROLL = _task("first_roll")  # the actor's die for who begins
ENTER_ROLL = _task("enter_roll")
OUST_ROLL = _task("oust_roll")
DESTROY_ROLL = _task("destroy_roll")
DRAW = _task("draw")
BIRTH_CARD = _task("birth_card")
BIRTH_ROLL = _task("birth_roll")
ELECTION_ROLL = _task("election_roll")
# … then the ones that a player answers …
MOVING = _task("move")
INTRIGUE = _task("intrigue")
BUILDING = _task("build")
BARGAIN = _task("bargain")  # the actor is to answer a proposal
OFFER = _task("offer")  # pay a card's price for prestige, or not
PATRONAGE = _task("patron")  # pay, or lose an agent
MATCHMAKING = _task("old_morals")  # old morals
SEPARATION = _task("forced_divorce")  # forced divorce
# … and the ones that need nobody.
TRADE = _task("trade")
FATE = _task("fate")
RECKONING = _task("reckoning")
OVER = _task("over")

TASKS = tuple(_names)
FIRST_DECISION = MOVING
FIRST_AUTOMATIC = TRADE
