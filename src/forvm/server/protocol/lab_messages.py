"""The messages of the laboratory: what is to be compared, and what has been found so far."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from forvm.server.protocol.http_messages import BotKind
from forvm.server.protocol.message_bounds import A_TABLE, SOME, Count, File, Id, Said, Seed
from forvm.server.protocol.view_messages import Value


class LabSide(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a comparison: by which rules, and which bot in each seat.

    ``rules``, ``changes`` and ``house_rules`` are as in NewGame; ``cards`` says of fate cards how many copies are in
    the deck. From game to game the bots change seats, until every seating has been played.
    """

    bots: Annotated[list[Id], A_TABLE]
    rules: Id = "forvm"
    changes: Annotated[dict[Id, Value], SOME] = {}
    house_rules: File | None = None
    cards: Annotated[dict[Id, Count], SOME] = {}


class LabWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """An experiment. POST /api/lab/runs. Without a variant only the baseline plays.

    Both sides start from the same rules and have the same number of players. ``metrics`` are what the answer is
    told in, the first one first; none: the usual ones.
    """

    baseline: LabSide
    variant: LabSide | None = None
    games: Count = 2_000  # of each side
    seed: Seed = 1
    title: Said = ""
    metrics: Annotated[list[Id], SOME] = []


class LabProposal(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody thinks of changing in an edition: an emulator answers at once. POST /api/lab/forecast."""

    bots: Annotated[list[Id], A_TABLE]
    rules: Id = "forvm"
    changes: Annotated[dict[Id, Value], SOME] = {}


class LabQuestion(Struct, frozen=True):
    """A ready question: one click asks it. GET /api/lab/questions."""

    id: str
    title: str
    about: str
    wanted: LabWanted


class LabRoom(Struct, frozen=True):
    """What the laboratory has. GET /api/lab. If ``closed`` says anything, it is why nothing can be run."""

    bots: list[BotKind]
    most_games: int
    closed: str


# What has been found.


class LabEstimate(Struct, frozen=True):
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float


class LabRow(Struct, frozen=True):
    """One thing that was measured, on both sides if it is there on both.

    ``difference`` is variant minus baseline; or, of shares without a variant, baseline minus the equal share. Its
    interval holds however often one looks; ``found`` says that it leaves 0 out.
    """

    id: str
    name: str
    baseline: LabEstimate | None
    variant: LabEstimate | None
    difference: LabEstimate | None
    found: bool
    unit: str = ""  # of a metric: $, %, or what is counted


class LabForecast(Struct, frozen=True):
    """What an emulator says of a proposal, from so many points and games that were played to make it.

    ``found`` says that the interval of a difference leaves 0 out. There are no rows if no emulator knows these rules,
    bots or values: then it has to be played.
    """

    rows: list[LabRow]
    points: int
    games: int


class LabPoint(Struct, frozen=True):
    """What was known after so many games."""

    games: int
    value: float
    low: float
    high: float


class LabTurns(Struct, frozen=True):
    """How many games of each side took how many turns: ``first``, ``first + step``, … are where the bars begin."""

    first: int
    step: int
    baseline: list[int]
    variant: list[int]


class LabFigures(Struct, frozen=True):
    """All numbers of an experiment."""

    games: int  # of each side
    metrics: list[LabRow]  # the first is what was asked for
    trail: list[LabPoint]  # how its difference sharpened; without a variant, its value
    length: LabRow  # of a game, in turns
    turns: LabTurns
    seats: list[LabRow]  # shares of victories, by order of play
    strategies: list[LabRow]
    endings: list[LabRow]  # shares of games
    sources: list[LabRow]  # prestige of a player, by where it came from
    horrea: list[LabRow]  # by market: horrea at the end of a game
    income: list[LabRow]  # by market: money by trade in a game


LabState = Literal["waiting", "compiling", "playing", "done", "stopped", "failed"]


class LabUpdate(Struct, frozen=True, tag="lab_update"):
    """How an experiment stands; sent about twice a second. While compiling, ``done`` counts rules of the game."""

    state: LabState
    done: int = 0
    of: int = 0
    rate: float = 0.0  # games a second, both sides together
    problem: str = ""
    figures: LabFigures | None = None


class LabRun(Struct, frozen=True):
    """An experiment that was begun. POST /api/lab/runs, GET /api/lab/runs/{id}."""

    id: str
    wanted: LabWanted
    update: LabUpdate


class LabStudy(Struct, frozen=True):
    """An experiment as a study file for `forvm sweep`. POST /api/lab/study."""

    name: str
    text: str


class ReportQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a report is to be kept as a file: ``?download``."""

    download: Literal[""] | None = None
