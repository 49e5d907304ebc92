"""What is said of a kind of move, and of a die or card that is due: the classes that describe each of them.

A kind of move is one class in this package, and so is a die or card that is due. What pages, sentences, menus and the
documentation say of a move is worked out from these classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from forvm import text
from forvm.engine.actions import KINDS, ChanceKind, Dimension, MoveKind, decode
from forvm.engine.definition import Definition
from forvm.engine.events import EventKind
from forvm.engine.rules.oust import holder
from forvm.engine.rules.pieces import allied
from forvm.engine.state import NOBODY, State
from forvm.game.table import Table
from forvm.notation.names import CHILDREN, Child
from forvm.notation.phases import CHANCE

# Where a move is offered on the page.
Group = Literal["agents", "challenges", "marriages", "alliances", "building", "giving", "answer", "card", "end"]
# What a warning names about moves that are left undone: all their markets, players or agents, or nothing.
Undone = Literal["markets", "players", "agents", "nothing"]
Values = dict[str, text.Value]
MATCH: dict[Child, Child] = {"son": "daughter", "daughter": "son"}


@dataclass(frozen=True)
class Situation:
    """A move in a position of a game: all that the description of its kind goes by."""

    table: Table
    state: State
    action: int

    @cached_property
    def decoded(self) -> tuple[int, tuple[int, ...]]:
        """The number of its kind, and its coordinates."""
        return decode(self.action)

    @property
    def definition(self) -> Definition:
        """The rules."""
        return self.table.definition

    @property
    def seat(self) -> int:
        """Who would make the move: a seat, or ``CHANCE``."""
        return CHANCE if KINDS[self.decoded[0]].chance else self.state.actor[self.state.top]

    @property
    def task(self) -> int:
        """What the position waits for."""
        return self.state.task[self.state.top]

    def has(self, dimension: Dimension) -> bool:
        """Has the kind of move this dimension?"""
        return any(name == dimension for name, _ in KINDS[self.decoded[0]].dimensions)

    def coordinate(self, dimension: Dimension) -> int:
        """A coordinate of the move."""
        kind, at = self.decoded
        return next(value for value, (name, _) in zip(at, KINDS[kind].dimensions, strict=True) if name == dimension)

    def maybe(self, dimension: Dimension) -> int | None:
        """A coordinate of the move, if its kind has it."""
        return self.coordinate(dimension) if self.has(dimension) else None


class KindOfMove:
    """A kind of move, or of what chance supplies. Each is a subclass, which says only what is not as usual."""

    number: ClassVar[int]  # in the action table
    clause: ClassVar[str]  # the rule that it follows
    group: ClassVar[Group] = "card"
    undone: ClassVar[Undone | None] = None  # what the player is warned of who ends a phase without it
    said_by: ClassVar[EventKind | None] = None  # the event that tells the same as the move
    shows_market: ClassVar[bool] = False  # do a market's value, owners and agents matter to the choice?

    def __init_subclass__(cls) -> None:
        if hasattr(cls, "number"):  # else it is what several kinds have in common
            DESCRIPTIONS[cls.number] = cls()

    @property
    def is_priced(self) -> bool:
        """Are there many moves of this kind that differ in a price alone?"""
        return any(name == "price" for name, _ in KINDS[self.number].dimensions)

    def market(self, at: Situation) -> int | None:
        """The market that it is about; of a step, where it leads."""
        return at.maybe("market")

    def origin(self, at: Situation) -> int | None:
        """Of a step: the market that it leaves."""
        return None

    def other(self, at: Situation) -> int | None:
        """The other player it concerns: who is asked, challenged, attacked, divorced or answered."""
        return at.maybe("player")

    def price(self, at: Situation) -> int | None:
        """The price of an alliance that is named, or closed with."""
        return at.coordinate("price") * at.definition.price_step if at.has("price") else None

    def cost(self, at: Situation) -> int:
        """What the one who makes the move pays for it, at once."""
        return 0

    def needs(self, at: Situation) -> int | None:
        """The least that a die must show for it to succeed; None where no die decides."""
        return None

    def clause_here(self, at: Situation) -> str:
        """The clause that the move follows in a position."""
        return self.clause

    def variant(self, at: Situation, values: Values) -> str:
        """Which of the kind's sentences (``text/en/moves.toml``) tells the move; adds values that only it needs."""
        return "plain"


class ChanceDue:
    """A die or card that is due: one subclass for every task that chance answers."""

    task: ClassVar[int]
    clause: ClassVar[str] = "FATE-1"
    supplies: ClassVar[ChanceKind] = "die"
    sentence: ClassVar[str] = "plain"  # of a die that can fail: followed by _good or _bad

    def __init_subclass__(cls) -> None:
        CHANCES[cls.task] = cls()

    def needs(self, s: State, g: Definition) -> int | None:
        """The least roll with which what is pending succeeds; None where every roll just counts."""
        return None

    def market(self, s: State, g: Definition) -> int | None:
        """The market that it is about."""
        return None

    def other(self, s: State, g: Definition) -> int | None:
        """Whom a die is rolled against."""
        where = self.market(s, g)
        against = NOBODY if where is None else holder(s, g, where)
        return None if against == NOBODY else against

    def variant(self, at: Situation, pips: int, values: Values) -> str:
        """Which of the die's sentences tells what it shows."""
        needs = self.needs(at.state, at.definition)
        return self.sentence if needs is None else f"{self.sentence}_{'good' if pips >= needs else 'bad'}"


DESCRIPTIONS: dict[int, KindOfMove] = {}  # by the kind's number, in the order in which they are described
CHANCES: dict[int, ChanceDue] = {}  # by task


def name_of(kind: KindOfMove) -> MoveKind | ChanceKind:
    """What a kind of move is called."""
    return KINDS[kind.number].name


def roll_words(needs: int | None) -> str:
    """What a die must show, and how likely that is."""
    least = needs or 1
    return text.fill(text.load("moves")["parts"]["roll"], {"needs": least, "ways": 7 - least})


def breaks_words(at: Situation, other: int | None) -> str:
    """That a move ends an alliance (ALLY-4), if it does."""
    broken = other is not None and allied(at.state, at.seat, other)
    return str(text.load("moves")["parts"]["breaks"]) if broken else ""


def child_words(sex: int) -> Values:
    """A child, and the child that can marry it."""
    return {"child": CHILDREN[sex], "match": MATCH[CHILDREN[sex]]}
