"""The bodies of HTTP requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from forvm.notation.names import Gift
from forvm.notation.phases import Phase
from forvm.server.protocol.log_messages import Step
from forvm.server.protocol.message_bounds import (
    A_TABLE,
    FRAMES_AT_ONCE,
    SOME,
    File,
    Id,
    Line,
    Position,
    SeatNumber,
    Seed,
)
from forvm.server.protocol.session_messages import Role
from forvm.server.protocol.socket_messages import ErrorCode, Seat
from forvm.server.protocol.view_messages import Outcome, RulesName, Value, View


class Where(Struct, frozen=True):
    """Where in a file something is wrong."""

    line: int | None
    key: str | None


class ErrorBody(Struct, frozen=True):
    """Every answer that is not what was asked for."""

    code: ErrorCode
    message: str
    where: Where | None = None


# Editions, house rules and bots: what a new game can be.


class Edition(Struct, frozen=True):
    """An edition, with its value of every parameter."""

    id: str
    name: str
    description: str
    players: list[int]
    values: dict[str, Value]


class HouseRules(Struct, frozen=True):
    """House rules: an edition with some parameters changed, perhaps on another board or deck."""

    id: str
    name: str
    description: str
    edition: str
    players: list[int]
    changes: dict[str, Value]


class Parameter(Struct, frozen=True):
    """A parameter of the rules: what it is called, what it does, and what values it may have."""

    key: str
    name: str
    help: str
    section: str
    clause: str
    kind: Literal["number", "flag", "choice", "list"]
    unit: str
    low: int
    high: int
    choices: list[str]
    longest: int  # of a list


class BotKind(Struct, frozen=True):
    """A bot that can take a seat."""

    id: str
    name: str
    description: str
    kind: Literal["level", "character"]


class Catalogue(Struct, frozen=True):
    """All that a new game can be made of. GET /api/editions."""

    editions: list[Edition]
    house_rules: list[HouseRules]
    parameters: list[Parameter]
    bots: list[BotKind]


# The board.


class Region(Struct, frozen=True):
    """A province of the game."""

    id: str
    name: str


class BoardMarket(Struct, frozen=True):
    """A market, and where it lies."""

    index: int
    name: str  # Latin; the market's name in every message
    printed: str
    region: str | None
    kind: Literal["rome", "small", "large", "exotic"]
    distance: int
    values: list[int]  # for 1, 2, 3, 4 owners
    boost: int  # what informed trade or a complete route adds
    full: int  # or what it pays in place of the value
    lon: float
    lat: float
    x: float
    y: float


class Card(Struct, frozen=True):
    """A fate card in words."""

    id: str
    name: str
    text: str
    note: str
    copies: int
    markets: list[str]


class Band(Struct, frozen=True):
    """A band of the prestige ladder: from its first prestige to its last (null: without end), and what giving costs."""

    band: int
    low: int
    high: int | None
    cost: int


class Board(Struct, frozen=True):
    """What stays the same throughout a game. GET /api/games/{id}/board, /api/editions/{id}/board."""

    id: str
    name: str
    width: int
    height: int
    rules: RulesName
    regions: list[Region]
    markets: list[BoardMarket]
    links: list[list[str]]
    cards: list[Card]
    bands: list[Band]
    gifts: list[Gift]
    winning_prestige: int
    turn_limit: int  # 0 for none
    money_mark: int  # every so much money is worth prestige (RECKON-1)
    senate: int  # the money that the Senate asks for


# The rulebook.


class Difference(Struct, frozen=True):
    """What a clause says in another edition."""

    edition: str
    name: str
    text: str


class Clause(Struct, frozen=True):
    """A clause of the rules in our own words."""

    id: str
    title: str
    text: str
    note: str
    ruling: bool
    ruling_why: str
    changed: bool  # by the house rules in play
    differs: list[Difference]


class Section(Struct, frozen=True):
    """Clauses that belong together."""

    title: str
    clauses: list[Clause]


class Rulebook(Struct, frozen=True):
    """The rules in play. GET /api/games/{id}/rulebook, /api/editions/{id}/rulebook."""

    rules: RulesName
    description: str
    changes: dict[str, Value]
    sections: list[Section]


# Games.


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit there: a person by name, or a bot."""

    name: Line
    bot: Id | None = None


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin. POST /api/games.

    ``rules`` is an edition or shipped house rules; ``changes`` are parameters by key; ``house_rules`` is the text of
    a file of one's own, in place of ``rules``.
    """

    seats: Annotated[list[NewSeat], A_TABLE]
    rules: Id = "forvm"
    changes: Annotated[dict[Id, Value], SOME] = {}
    house_rules: File | None = None
    seed: Seed | None = None
    guided: bool = False


class GameLine(Struct, frozen=True):
    """A game in the list of games. GET /api/games, newest first; online only those of this cookie's."""

    id: str
    rules: RulesName
    seats: list[Seat]
    created: str
    changed: str
    moves: int
    turn: int
    phase: Phase
    to_act: int | None
    over: bool
    outcome: Outcome | None
    guided: bool
    state: Literal["gathering", "running", "over"]
    online: bool
    role: Role
    your_move: bool  # somebody at this screen is to act
    deadline: str | None  # when the clock of whoever is to act runs out
    expires: str | None = None  # soon: when it is forgotten, unless somebody comes or plays


class HouseRulesText(Struct, frozen=True, forbid_unknown_fields=True):
    """A house-rules file to check. POST /api/house-rules/check."""

    text: File


# Replays.


class RecordText(Struct, frozen=True, forbid_unknown_fields=True):
    """A record to replay. POST /api/replays."""

    text: File


class ClauseSum(Struct, frozen=True):
    """How much prestige came, or went, by one clause."""

    clause: str
    title: str
    amount: int


class Luck(Struct, frozen=True):
    """How a player's dice fell: those that had to succeed, how many did, and how many one would expect."""

    seat: int
    rolls: int
    successes: int
    expected: float
    better_than: float  # the part of equally many rolls that would have been worse, ties counted half


class Summary(Struct, frozen=True):
    """A game looked back upon: money and prestige of each seat at the end of each turn, and where they came from."""

    turns: list[int]
    money: list[list[int]]  # by seat, then by turn
    prestige: list[list[int]]
    prestige_from: list[list[ClauseSum]]  # by seat
    luck: list[Luck]
    outcome: Outcome | None


class Replay(Struct, frozen=True):
    """A game to look through. POST /api/replays, GET /api/replays/{id}, GET /api/games/{id}/replay."""

    id: str
    rules: RulesName
    names: list[str]
    colours: list[int]
    date: str
    hidden_hands: bool
    seats: list[int]  # whose eyes one may look through
    all_hands: bool  # and whether through everyone's at once
    steps: list[Step]
    summary: Summary


class Frames(Struct, frozen=True):
    """Positions ``first``, ``first + 1``, … of a replay; position n is the one after n steps.

    GET /api/replays/{id}/frames?first=0&count=32&seat=all|none|0…3, /api/games/{id}/frames.
    """

    first: int
    views: list[View]


class FramesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which positions of a replay, and through whose eyes: what stands after the question mark."""

    first: Position = 0
    count: Annotated[int, Meta(ge=1, le=FRAMES_AT_ONCE)] = 1
    seat: SeatNumber | Literal["all", "none"] = "none"
