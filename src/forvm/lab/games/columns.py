"""The columns of a row: what each is called, what it means, and where it comes from.

Their sentences are in ``text/en/columns.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from forvm import text
from forvm.content import Rules
from forvm.engine import events
from forvm.engine.actions import KINDS
from forvm.engine.definition import LOAN_LADDER
from forvm.engine.limits import AGENTS
from forvm.engine.state import NOWHERE
from forvm.lab.games.action_logs import ActionLog, to_bytes
from forvm.lab.games.setting import Setting, seats_of
from forvm.lab.games.tally import DECIDED, EVENT_COUNT, KIND_COUNT, SOURCE_COUNT, SOURCES
from forvm.notation import SEATS, names_of

PRESTIGE_WON = ("wealth", "milestones", "local_marriages", "alliances", "benefactions", "fate")
PRESTIGE_LOST = ("wealth", "milestones", "alliances", "fate", "loans")
MONEY_IN = ("trade", "alliances", "fate", "loans")
MONEY_OUT = (
    "trade",
    "alliances",
    "fate",
    "building",
    "destroying",
    "benefactions",
    "local_marriages",
    "ousting",
)
MOVES = tuple(kind.name for kind in KINDS if not kind.chance)
# What happened to a seat: the event, and whether it is counted for who did it, whom it was done to, or both.
DID, SUFFERED, BOTH = range(3)
HAPPENED = {
    "agent_enters": (events.AGENT_ENTERS, DID),
    "agent_lost": (events.AGENT_LOST, DID),
    "challenged": (events.CHALLENGE, SUFFERED),
    "market_held": (events.MARKET_HELD, DID),
    "attacked": (events.ATTACK, SUFFERED),
    "horreum_built": (events.HORREUM_BUILT, DID),
    "horreum_lost": (events.HORREUM_LOST, DID),
    "wed": (events.WED, DID),
    "parted": (events.PARTED, DID),
    "allied": (events.ALLIED, BOTH),
    "divorced": (events.DIVORCED, BOTH),
    "gave": (events.GAVE, DID),
    "child_gained": (events.CHILD_GAINED, DID),
    "senate_entered": (events.SENATE_ENTERED, DID),
    "senate_left": (events.SENATE_LEFT, DID),
    "flooded": (events.FLOODED, DID),
}
CARDS = {"drawn": "drawn", "money": "card_money", "prestige": "card_prestige", "pieces": "card_pieces"}
MARKETS = (
    "built",
    "lost",
    "owned",
    "income",
    "informed",
    "routed",
    "visits",
    "present",
    "challenges",
    "held",
    "weddings",
    "horrea",
)
ENDINGS = ("given_up", "prestige", "turn_limit")


@dataclass(frozen=True)
class GameColumn:
    """A column of the rows: its type, its unit ("" where it has none) and what it says."""

    dtype: Any
    unit: str
    text: str


@dataclass(frozen=True)
class Batch:
    """Games that were counted, for those who make columns of them."""

    setting: Setting
    numbers: np.ndarray[Any, Any]
    logs: Sequence[ActionLog]
    tallies: np.ndarray[Any, Any]  # a record each


Values = Callable[[Batch], Any]
Made = tuple[str, GameColumn, Values]


def columns(setting: Setting) -> dict[str, GameColumn]:
    """The columns of a setting's rows, in their order."""
    return {name: column for name, column, _ in _made(setting)}


@lru_cache(maxsize=64)
def column_names(rules: Rules, players: int) -> tuple[str, ...]:
    """The names of the columns that every game by these rules has."""
    return tuple(name for name, _, _ in _all(rules, players))


def frame(batch: Batch) -> pl.DataFrame:
    """Counted games as rows."""
    made = _made(batch.setting)
    return pl.DataFrame([pl.Series(name, values(batch), dtype=column.dtype) for name, column, values in made])


def _made(setting: Setting) -> tuple[Made, ...]:
    made = _all(setting.rules, setting.players)
    return made if setting.is_compiled else (*made, _action_log())


def _action_log() -> Made:
    """Games that cannot be relied upon to come out the same again carry all that was played."""
    return "trail", _column("trail", pl.Binary), lambda batch: [to_bytes(log) for log in batch.logs]


@lru_cache(maxsize=64)
def _all(rules: Rules, players: int) -> tuple[Made, ...]:
    made = [*_games(rules, players)]
    for seat in range(players):
        made += _seat_ends(seat)
    for seat in range(players):
        made += _sources(rules, players, seat)
    for seat in range(players):
        made += _doings(seat)
    return (*made, *_cards(rules), *_markets(rules))


def _column(key: str, dtype: Any, **values: text.Value) -> GameColumn:
    entry = text.load("columns")[key]
    return GameColumn(dtype, entry.get("unit", ""), text.fill(entry["text"], values))


def _at(field: str, index: int) -> Values:
    """A number of a table in the records."""
    return lambda batch: batch.tallies[field][:, index]


def _games(rules: Rules, players: int) -> Iterator[Made]:
    """What is said once of a game."""
    highest = rules.definition(players).win_prestige
    seats = np.arange(players)
    letters = np.array([*SEATS[:players]])
    sets = np.array(["".join(SEATS[p] for p in range(players) if (bits >> p) & 1) for bits in range(1 << players)])

    def ending(batch: Batch) -> Any:
        by_prestige = batch.tallies["prestige"][:, :players].max(axis=1) >= highest
        return np.array(ENDINGS)[batch.tallies["over"] * np.where(by_prestige, 1, 2)]

    def share(seat: int) -> Values:
        def values(batch: Batch) -> Any:
            won = (batch.tallies["winners"][:, None] >> seats) & 1
            return won[:, seat] / np.maximum(won.sum(axis=1), 1)

        return values

    def bot(seat: int) -> Values:
        return lambda batch: [seats_of(batch.setting, int(game))[seat] for game in batch.numbers]

    yield "game", _column("game", pl.Int64), lambda batch: batch.numbers
    yield "seed", _column("seed", pl.Int64), lambda batch: np.full(len(batch.numbers), batch.setting.seed)
    yield "seating", _column("seating", pl.Int8), lambda batch: batch.numbers % len(batch.setting.seatings)
    for seat in range(players):
        yield f"bot_{SEATS[seat]}", _column("bot", pl.String, seat=SEATS[seat]), bot(seat)
    yield "starter", _column("starter", pl.String), lambda batch: letters[batch.tallies["starter"]]
    yield "winners", _column("winners", pl.String), lambda batch: sets[batch.tallies["winners"]]
    for seat in range(players):
        yield f"won_{SEATS[seat]}", _column("won", pl.Float64, seat=SEATS[seat]), share(seat)
    yield "ending", _column("ending", pl.String), ending
    yield "decided", _column("decided", pl.String), lambda batch: np.array(DECIDED)[batch.tallies["decided"]]
    yield "turns", _column("turns", pl.Int32), lambda batch: batch.tallies["turn"]
    yield "decisions", _column("decisions", pl.Int32), lambda batch: batch.tallies["decisions"].sum(axis=1)
    yield "moves", _column("moves", pl.Int32), lambda batch: [len(log) for log in batch.logs]


def _seat_ends(seat: int) -> Iterator[Made]:
    """How a seat ended."""
    letter = SEATS[seat]
    agents = slice(seat * AGENTS, (seat + 1) * AGENTS)

    yield f"prestige_{letter}", _column("prestige", pl.Int32, seat=letter), _at("prestige", seat)
    yield f"money_{letter}", _column("money", pl.Int64, seat=letter), _at("money", seat)
    yield (
        f"horrea_{letter}",
        _column("horrea", pl.Int32, seat=letter),
        lambda batch: ((batch.tallies["horrea"] >> seat) & 1).sum(axis=1),
    )
    yield (
        f"agents_{letter}",
        _column("agents", pl.Int32, seat=letter),
        lambda batch: (batch.tallies["agent"][:, agents] != NOWHERE).sum(axis=1),
    )
    yield f"decisions_{letter}", _column("decisions_of", pl.Int32, seat=letter), _at("decisions", seat)


def _sources(rules: Rules, players: int, seat: int) -> Iterator[Made]:
    """Where a seat's prestige and money came from, and where they went."""
    letter = SEATS[seat]
    g = rules.definition(players)
    rate = 0 if g.loan == LOAN_LADDER else g.loan_rate

    def of(field: str, source: str) -> Values:
        return _at(field, seat * SOURCE_COUNT + SOURCES.index(source))

    def borrowed(batch: Batch) -> Any:
        return of("prestige_lost", "loans")(batch) * rate

    def flow(field: str, source: str, dtype: Any) -> Made:
        words = text.load("columns")["sources"][source]
        values = borrowed if (field, source) == ("money_in", "loans") else of(field, source)
        return f"{field}_{source}_{letter}", _column(field, dtype, seat=letter, source=words), values

    for source in PRESTIGE_WON:
        yield flow("prestige_won", source, pl.Int32)
    for source in PRESTIGE_LOST:
        yield flow("prestige_lost", source, pl.Int32)
    for source in MONEY_IN:
        yield flow("money_in", source, pl.Int64)
    for source in MONEY_OUT:
        yield flow("money_out", source, pl.Int64)
    for field in ("promised", "forgiven"):
        column = _column(f"money_{field}", pl.Int64, seat=letter)
        yield f"money_{field}_{letter}", column, _at(f"{field}_sum", seat)


def _doings(seat: int) -> Iterator[Made]:
    """What a seat chose, and what happened to it."""
    letter = SEATS[seat]

    def happened(event: int, to: int) -> Values:
        at = seat * EVENT_COUNT + event

        def values(batch: Batch) -> Any:
            did, suffered = batch.tallies["happened"][:, at], batch.tallies["suffered"][:, at]
            return (did, suffered, did + suffered)[to]

        return values

    for number, kind in enumerate(KINDS):
        if not kind.chance:
            words = text.load("columns")["kinds"][kind.name]
            column = _column("moves_of", pl.Int32, seat=letter, kind=words)
            yield f"moves_{kind.name}_{letter}", column, _at("moved", seat * KIND_COUNT + number)
    for name, (event, to) in HAPPENED.items():
        words = text.load("columns")["happenings"][name]
        yield f"happened_{name}_{letter}", _column("happened", pl.Int32, seat=letter, what=words), happened(event, to)


def _cards(rules: Rules) -> Iterator[Made]:
    """What each fate card did."""
    for what, field in CARDS.items():
        for number, card in enumerate(names_of(rules).cards):
            dtype = pl.Int64 if what == "money" else pl.Int32
            column = _column(f"card_{what}", dtype, card=card)
            yield f"card_{what}:{card}", column, _at(field, number)


def _markets(rules: Rules) -> Iterator[Made]:
    """How each market was used."""

    def standing(at: int) -> Values:
        return lambda batch: sum((batch.tallies["horrea"][:, at] >> seat) & 1 for seat in range(batch.setting.players))

    for use in MARKETS:
        for number, market in enumerate(names_of(rules).markets):
            dtype = pl.Int64 if use == "income" else pl.Int32
            values = standing(number) if use == "horrea" else _at(use, number)
            yield f"market_{use}:{market}", _column(f"market_{use}", dtype, market=market), values
