"""What a person can do now: legal moves with their words, costs, odds and consequences."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from forvm.engine.actions import MoveKind
from forvm.game.kinds import Group
from forvm.notation.names import Child, Gift


class Line(Struct, frozen=True):
    """A sentence and the clause that it follows from."""

    text: str
    clause: str


class Branch(Struct, frozen=True):
    """What a move leads to: for certain, or if the die is good, or if it is not."""

    when: Literal["surely", "success", "failure"]
    odds: float
    lines: list[Line]


class Choice(Struct, frozen=True):
    """A legal move."""

    id: int
    notation: str
    kind: MoveKind
    group: Group
    text: str
    clause: str
    market: str | None  # where; of a step, where it leads
    origin: str | None  # of a step: where it comes from
    other: int | None
    child: Child | None
    gift: Gift | None
    band: int | None
    cost: int
    loan: int  # prestige that a loan for the cost would take
    needs: int | None  # the least that a die must show
    odds: float | None
    income: int  # by how much it changes one's own next trade, if it succeeds
    branches: list[Branch]
    warnings: list[str]  # what would be left undone


class Price(Struct, frozen=True):
    """A price that can be named in a bargain."""

    price: int
    id: int
    notation: str
    text: str


class Offer(Struct, frozen=True):
    """A marriage that can be proposed, or countered, at any of the prices."""

    kind: Literal["propose", "counter"]
    group: Group
    text: str  # without a price
    clause: str
    other: int
    child: Child  # the proposer's
    match: Child  # the other's
    on_the_table: int | None  # the price that a counter-offer answers
    gain: int  # prestige for each of the two
    prices: list[Price]
