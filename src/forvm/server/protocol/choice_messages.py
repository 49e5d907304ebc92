"""What a person can do now: legal moves with their words, costs, odds and consequences."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from forvm.engine.actions import MoveKind
from forvm.game.kinds import Group
from forvm.notation.names import Child, Gift


class Sentence(Struct, frozen=True):
    """A sentence and the clause that it follows from."""

    text: str
    clause: str


class Gain(Struct, frozen=True):
    """By how much a move changes what its player has; negative for a loss, a fraction for an average."""

    money: float
    prestige: float  # at once, what a loan takes included
    net: float  # prestige once this turn is reckoned, if nothing else happened
    income: float  # of the next trade


class Branch(Struct, frozen=True):
    """What a move leads to: for certain, or if the die is good, or if it is not."""

    when: Literal["surely", "success", "failure"]
    odds: float
    gain: Gain
    lines: list[Sentence]
    forced: list[Sentence]  # what the player will have to do because of it


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
    lines: list[Sentence]  # what happens before a die decides
    branches: list[Branch]
    mean: Gain  # over the branches
    prospect: int | None  # of a step: what a horreum where it leads would add to the next trade
    only_costs: bool  # it brings its player nothing, and harms nobody else
    warnings: list[str]  # what would be left undone


class Price(Struct, frozen=True):
    """A price that can be named in a bargain."""

    price: int
    id: int
    notation: str
    text: str
    loan: int  # prestige that a loan for it would take from the one who pays
    gain: Gain  # if it is agreed to
    theirs: Gain  # of the other, likewise


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
