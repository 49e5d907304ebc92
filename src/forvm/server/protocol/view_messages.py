"""What a seat may know of a position (`forvm.Game.view` with its types), and what has changed in it."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from forvm.engine.actions import ChanceKind
from forvm.engine.tasks import TaskName
from forvm.notation.names import Child, Gift
from forvm.notation.phases import Phase

Value = bool | int | str | list[int]  # of a parameter of the rules


class RulesName(Struct, frozen=True):
    """By which rules a game is played."""

    id: str
    name: str
    edition: str


class Children(Struct, frozen=True):
    """Sons and daughters."""

    son: int
    daughter: int


class Milestones(Struct, frozen=True):
    """What a player has earned in a region: the first horreum, fives, and every market (BUILD-2)."""

    first: int
    fives: int
    every: int


class Player(Struct, frozen=True):
    """A player as one reads them off the board."""

    seat: int
    letter: str
    name: str
    money: int
    means: int  # the most they could pay, loan included
    prestige: int
    band: int | None  # of the ladder, from 1; none before its first space
    agents: list[str | None]  # the market of each agent; null is the supply
    moved: list[bool]
    children: Children | None  # null where the hand is hidden from this seat
    children_in_all: int
    horrea: list[str]
    local_marriages: list[str]
    allies: list[int]
    senator: bool
    benefactions: list[str]  # such as temple.1
    routes: list[str]  # exotic markets at the end of a complete route
    promised: list[int]  # with the next trade, and the one after it
    flooded: str | None
    income: int  # what the next trade would bring as things stand
    marks: int
    asked: list[int]  # seats proposed to in this turn's intrigue
    milestones: dict[str, Milestones]  # by region


class Payment(Struct, frozen=True):
    """What a market would pay an owner now, and by which clause."""

    seat: int
    amount: int
    clause: str
    flooded: bool


class Agent(Struct, frozen=True):
    """An agent on a market: rank 0 holds it, the others are intruders in the order of their arrival."""

    seat: int
    rank: int


class Market(Struct, frozen=True):
    """What stands on a market now, in the board's order."""

    name: str
    printed: str
    owners: list[int]  # of horrea
    pays: list[Payment]
    agents: list[Agent]
    holder: int | None
    local_marriage: int | None


class Alliance(Struct, frozen=True):
    """Two allied seats, the price, and who paid it."""

    seats: list[int]
    price: int
    payer: int


class Benefaction(Struct, frozen=True):
    """A benefaction: what it costs now, and who gave it."""

    gift: Gift
    band: int
    cost: int
    given_by: int | None


class Bargain(Struct, frozen=True):
    """The bargain on the table (ALLY-2): the proposer's child, the price they would pay, and who is to answer."""

    proposer: int
    other: int
    answers: int
    child: Child
    price: int
    counter_offers_left: int


class Due(Struct, frozen=True):
    """A die or card that is due."""

    kind: ChanceKind
    player: int
    needs: int | None
    odds: float | None
    market: str | None
    other: int | None
    clause: str


class Family(Struct, frozen=True):
    """The family cards: whether families are open, how many cards are left, and what this seat has not seen."""

    open: bool
    deck: int
    unseen: Children | None


class Fate(Struct, frozen=True):
    """The fate deck: the card being carried out, and how many of each card are left."""

    card: str | None
    left: dict[str, int]


class Outcome(Struct, frozen=True):
    """How a game ended. ``ranking`` groups the seats from first to last."""

    winners: list[int]
    reason: str
    clause: str
    ranking: list[list[int]]


class View(Struct, frozen=True):
    """Everything that a seat (null: a spectator) may know, and nothing else."""

    seat: int | None
    rules: RulesName
    turn: int
    phase: Phase
    first: int | None
    to_act: int | None  # -1 when chance is due, null when the game is over
    task: TaskName
    prompt: str
    bargain: Bargain | None
    due: Due | None
    players: list[Player]
    markets: list[Market]
    alliances: list[Alliance]
    benefactions: list[Benefaction]
    family: Family
    fate: Fate
    outcome: Outcome | None


class ViewChange(Struct, frozen=True):
    """What differs from the view that this page was sent last; what is not there is as it was.

    ``players``, ``markets`` and ``benefactions`` have only the rows that changed. A row takes the place of the one with
    the same ``seat``, ``name``, or ``gift`` and ``band``.
    """

    seat: int | UnsetType | None = UNSET
    rules: RulesName | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET
    first: int | UnsetType | None = UNSET
    to_act: int | UnsetType | None = UNSET
    task: TaskName | UnsetType = UNSET
    prompt: str | UnsetType = UNSET
    bargain: Bargain | UnsetType | None = UNSET
    due: Due | UnsetType | None = UNSET
    players: list[Player] | UnsetType = UNSET
    markets: list[Market] | UnsetType = UNSET
    alliances: list[Alliance] | UnsetType = UNSET
    benefactions: list[Benefaction] | UnsetType = UNSET
    family: Family | UnsetType = UNSET
    fate: Fate | UnsetType = UNSET
    outcome: Outcome | UnsetType | None = UNSET
