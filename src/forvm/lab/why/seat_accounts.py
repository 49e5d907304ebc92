"""Accounts: what a seat has at the end, as a sum of parts. The sum holds in every single game.

*Prestige* and *money*: what the seat began with, and for each source all that came in less all that went out. *Moves*:
the seat's decisions, by kind. A difference between two games is then the sum of the differences of the parts, and so is
a mean of differences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from forvm.content import Rules
from forvm.content.parameters import number
from forvm.lab.games.columns import MONEY_IN, MONEY_OUT, MOVES, PRESTIGE_LOST, PRESTIGE_WON
from forvm.notation import SEATS

Floats: TypeAlias = NDArray[np.float64]
AccountId = Literal["prestige", "money", "moves"]
START, OTHER = "start", "other"


@dataclass(frozen=True)
class Account:
    """The parts of one quantity, and the columns that they are made of."""

    id: AccountId
    total: str
    gains: tuple[tuple[str, str], ...]  # part, and the column without its seat
    losses: tuple[tuple[str, str], ...] = ()
    start: str = ""  # the parameter that says what everybody begins with

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of all parts; “other” is zero unless a source is missing."""
        named = dict.fromkeys(part for part, _ in (*self.gains, *self.losses))
        return (*([START] if self.start else []), *named, OTHER)

    def columns(self, players: int) -> list[str]:
        """What has to be read of the rows."""
        bare = [self.total, *(column for _, column in (*self.gains, *self.losses))]
        return [f"{column}_{letter}" for column in bare for letter in SEATS[:players]]

    def whole(self, rows: pl.DataFrame, players: int) -> Floats:
        """What every seat has at the end: games × seats."""
        return _seats(rows, self.total, players)

    def split(self, rows: pl.DataFrame, rules: Rules, players: int) -> Floats:
        """The same by part: games × seats × parts."""
        parts = self.parts
        found = np.zeros((rows.height, players, len(parts)))
        if self.start:
            found[:, :, 0] = number(rules.values, self.start)
        for sign, columns in ((1, self.gains), (-1, self.losses)):
            for part, column in columns:
                found[:, :, parts.index(part)] += sign * _seats(rows, column, players)
        found[:, :, -1] = self.whole(rows, players) - found.sum(axis=2)
        return found


def _seats(rows: pl.DataFrame, column: str, players: int) -> Floats:
    return rows.select(f"{column}_{letter}" for letter in SEATS[:players]).to_numpy().astype(np.float64)


def _flows(field: str, sources: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((source, f"{field}_{source}") for source in sources)


ACCOUNTS: tuple[Account, ...] = (
    Account(
        "prestige",
        "prestige",
        _flows("prestige_won", PRESTIGE_WON),
        _flows("prestige_lost", PRESTIGE_LOST),
        "start.prestige",
    ),
    Account("money", "money", _flows("money_in", MONEY_IN), _flows("money_out", MONEY_OUT), "start.money"),
    Account("moves", "decisions", _flows("moves", MOVES)),
)
