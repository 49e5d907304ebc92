"""What happened, step by step: what the log shows and the board animates."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from forvm.engine.actions import ChanceKind, MoveKind
from forvm.engine.events import EventKind
from forvm.notation.names import Child
from forvm.notation.phases import Phase

StepKind = Literal["move", "chance", "undo", "epoch"]


class Event(Struct, frozen=True):
    """One thing that happened: to whom, how much, where, by which clause, and as a sentence."""

    kind: EventKind
    player: int | None
    amount: int
    clause: str
    market: str | None
    card: str | None  # a fate card's id
    other: int | None  # another seat
    detail: str | None  # a phase, a child, or a gift and its band
    text: str


class TradeLine(Struct, frozen=True):
    """One line of the trade report: what a market, or a promise, paid a player, and why."""

    seat: int
    market: str | None
    amount: int
    clause: str
    why: str


class Step(Struct, frozen=True):
    """A move, a die or card, or moves taken back, with all that came of it.

    ``seq`` numbers everything that was ever done in a game, taken-back moves included; ``position`` is the number of
    moves that stand after this step. A step of kind ``undo`` strikes the steps whose ``position`` is above its own. One
    of kind ``epoch`` says that the server went back to a copy of the game: the dice after it are new.
    """

    seq: int
    position: int
    kind: StepKind
    turn: int
    phase: Phase
    seat: int | None  # who chose; null for chance
    actor: int  # who acts, or for whom chance does
    move: MoveKind | ChanceKind | Literal["undo", "epoch"]
    notation: str
    text: str
    clause: str  # empty where no clause says it
    market: str | None = None
    origin: str | None = None  # where an agent came from
    other: int | None = None
    child: Child | None = None
    price: int | None = None
    pips: int | None = None  # what a die shows
    needs: int | None = None  # what it had to show
    card: str | None = None
    events: list[Event] = []
    trade: list[list[TradeLine]] | None = None  # by seat, if everyone traded in this step
    stand_in: str | None = None  # the bot that chose in a person's place
