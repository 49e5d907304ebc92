"""Paired games: the game of the same number, with the same dice, under the baseline and under a variant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from forvm.errors import ForvmError
from forvm.lab.study.model import Cell
from forvm.lab.why.seat_accounts import ACCOUNTS, Floats
from forvm.notation import SEATS

MOST_PAIRS = 20_000  # so that memory stays bounded; more pairs change no digit that is shown


@dataclass(frozen=True)
class PairSide:
    """One side of the pairs: its rules, and a row for each game."""

    cell: Cell
    rows: pl.DataFrame

    @property
    def letters(self) -> str:
        """The seats that there are."""
        return SEATS[: self.cell.players]

    @property
    def starters(self) -> NDArray[np.int64]:
        """The seat that began each game."""
        return np.array([SEATS.index(letter) for letter in self.rows["starter"]], np.int64)

    def seats(self, column: str) -> Floats:
        """A column of every seat: games × seats."""
        return self.rows.select(f"{column}_{letter}" for letter in self.letters).to_numpy().astype(np.float64)

    def bots(self) -> NDArray[np.str_]:
        """The bot in every seat: games × seats."""
        return self.rows.select(f"bot_{letter}" for letter in self.letters).to_numpy().astype(np.str_)

    def by_place(self, seats: Floats) -> Floats:
        """Seats in order of play: the one who began comes first."""
        order = (self.starters[:, None] + np.arange(self.cell.players)) % self.cell.players
        return np.take_along_axis(seats, order if seats.ndim == 2 else order[:, :, None], axis=1)


@dataclass(frozen=True)
class Pairs:
    """The games that both sides have, in the same order."""

    baseline: PairSide
    variant: PairSide

    @property
    def games(self) -> NDArray[np.int64]:
        """Their numbers."""
        return self.baseline.rows["game"].to_numpy()

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.baseline.cell.players

    @property
    def same_bots(self) -> bool:
        """Does everybody sit in the same seat on both sides?"""
        return bool((self.baseline.bots() == self.variant.bots()).all())


def read_pairs(baseline: Cell, variant: Cell, scan: Callable[[int], pl.LazyFrame], most: int = MOST_PAIRS) -> Pairs:
    """Games below the number ``most`` that both cells have; ``scan`` gives the games of a cell by its number."""
    if baseline.players != variant.players:
        raise ForvmError(
            f"Games of {variant.players} and of {baseline.players} players cannot be paired seat by seat: choose a "
            "variant with as many players as the baseline."
        )
    sides = [_first(cell, scan(cell.number), most) for cell in (baseline, variant)]
    numbers = sides[0].select("game").join(sides[1].select("game"), on="game").sort("game")
    if not numbers.height:
        raise ForvmError("There are no games yet that the baseline and the variant both have.")
    rows = [numbers.join(side, on="game", how="left", maintain_order="left") for side in sides]
    return Pairs(PairSide(baseline, rows[0]), PairSide(variant, rows[1]))


def _first(cell: Cell, games: pl.LazyFrame, most: int) -> pl.DataFrame:
    letters = SEATS[: cell.players]
    columns = [
        *("game", "starter", "ending", "turns"),
        *(f"{what}_{letter}" for what in ("bot", "won", "happened_gave") for letter in letters),
        *(column for account in ACCOUNTS for column in account.columns(cell.players)),
    ]
    names = games.collect_schema().names()
    if "game" not in names or "starter" not in names:
        return pl.DataFrame(schema={"game": pl.Int64})
    # By number, not by counting rows: then files with later games are not even opened.
    return games.filter(pl.col("game") < most).select(list(dict.fromkeys(columns))).sort("game").collect()
