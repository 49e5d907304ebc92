"""What a report needs of a study's games: a few columns of every game, and the sums of all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

import numpy as np
import polars as pl
import polars.selectors as cs

from forvm.errors import ForvmError
from forvm.lab.games.parquet_output import ACTION_LOG
from forvm.lab.statistics import FEWEST_GAMES, Estimate, Kind, Measured, Sample, average, estimate, gather
from forvm.lab.statistics.game_metrics import USUAL, MeasuredGame, Metric
from forvm.lab.study.model import Cell, Study

LOGS = 240  # games of a cell whose logs are read, to tell when they change
_OF_EVERY_GAME = ("game", "starter", "decided", "ending")
_BATCH = 2_000  # games
_SUMMED = ("prestige_won_", "prestige_lost_", "money_in_", "money_out_", "card_", "market_")


# All that a row tells of its game, but for what differs between two cells anyway.
_FINGERPRINT = (
    pl.struct(cs.exclude(cs.by_name("cell", "seed", "trail", require_all=False) | cs.starts_with("bot_", "card_")))
    .hash()
    .alias("fingerprint")
)


@dataclass(frozen=True)
class CellGames:
    """The games of one cell: ``rows`` has a row each, ``sums`` what all of them add up to."""

    cell: Cell
    rows: pl.DataFrame
    sums: dict[str, float]
    logs: pl.DataFrame  # of some games, the actions as bytes

    @property
    def games(self) -> int:
        """How many games the cell has."""
        return self.rows.height

    @property
    def game(self) -> MeasuredGame:
        """The rules and players, as metrics ask for them."""
        return MeasuredGame(self.cell.rules, self.cell.players)

    def changed_from(self, other: CellGames) -> tuple[int, int]:
        """In how many games anything at all differs from another cell's game of the same number, and of how many."""
        both = self.rows.select("game", "fingerprint").join(other.rows.select("game", "fingerprint"), on="game")
        return int((both["fingerprint"] != both["fingerprint_right"]).sum()), both.height

    def sample(self, metric: Metric) -> Sample:
        """A metric, by block."""
        return gather(self.rows["game"], self.rows[metric.id].fill_null(float("nan")))

    def first_change(self, other: CellGames) -> int | None:
        """The number of the action by which half of the games that change have changed, in the first games of both."""
        both = self.logs.join(other.logs, on="game").filter(pl.col("log") != pl.col("log_right"))
        if not both.height:
            return None
        places = sorted(map(_first_apart, both["log"], both["log_right"]))
        return places[len(places) // 2] + 1


@dataclass(frozen=True)
class Material:
    """A study and all that its report tells of."""

    study: Study
    cells: tuple[CellGames, ...]

    @property
    def baseline(self) -> CellGames:
        """What all else is compared with."""
        return self.cells[0]

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return sum(cell.games for cell in self.cells)

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """What the study asks about, or the usual."""
        return tuple(self.study.metric(id) for id in self.study.metrics or USUAL)

    @cached_property
    def mixes_tables(self) -> bool:
        """Have the cells different numbers of players, so that a fair share is not the same in all of them?"""
        return len({one.cell.players for one in self.cells}) > 1

    def as_excess(self, metric: Metric) -> bool:
        """Is a metric compared as the excess over the fair share?"""
        return metric.by_seat and self.mixes_tables

    def kind(self, metric: Metric) -> Kind:
        """How a metric is estimated when cells are compared. An excess is no share: it can be below zero."""
        return "mean" if self.as_excess(metric) else metric.kind

    def sample(self, one: CellGames, metric: Metric) -> Sample:
        """A metric of a cell as it is compared with other cells."""
        sample = one.sample(metric)
        if not self.as_excess(metric):
            return sample
        return Sample(sample.blocks, sample.sums - sample.counts / one.cell.players, sample.counts)

    def over(self, cells: Sequence[CellGames], metric: Metric) -> Measured:
        """A metric over several cells, each of the same weight, however much of it was played."""
        return average([self.sample(one, metric) for one in cells])


def read(study: Study, scan: Callable[[int], pl.LazyFrame]) -> Material:
    """Read the games of every cell that has any; ``scan`` gives those of a cell by its number."""
    metrics = tuple(dict.fromkeys((*(study.metrics or USUAL), "turns")))
    cells = [_cell(cell, scan(cell.number), [study.metric(id) for id in metrics]) for cell in study.cells]
    if cells[0] is None:
        raise ForvmError("There is nothing to report yet: no game of the baseline has been played.")
    return Material(study, tuple(one for one in cells if one is not None))


def _cell(cell: Cell, games: pl.LazyFrame, metrics: Sequence[Metric]) -> CellGames | None:
    if not games.head(1).select("game").collect().height:
        return None
    game = MeasuredGame(cell.rules, cell.players)
    columns = [*_OF_EVERY_GAME, *(f"{what}_{letter}" for letter in game.letters for what in ("bot", "won"))]
    measured = [metric.expression(cell.rules, cell.players) for metric in metrics]
    named = games.collect_schema().names()
    log = pl.col(ACTION_LOG) if ACTION_LOG in named else pl.lit(b"")
    logs = games.select("game", log.alias("log")).head(LOGS).collect()
    rows: list[pl.DataFrame] = []
    sums: Counter[str] = Counter()
    # A row has a thousand columns: a few thousand rows at a time are read, summed up and forgotten.
    for batch in games.collect_batches(chunk_size=_BATCH, maintain_order=True):
        rows.append(batch.select(*columns, *measured, _FINGERPRINT))
        sums.update(batch.select(cs.starts_with(*_SUMMED).sum().cast(pl.Float64)).row(0, named=True))
    whole = pl.concat(rows)
    return CellGames(cell, whole if whole["game"].is_sorted() else whole.sort("game"), dict(sums), logs)


def _first_apart(one: bytes, other: bytes) -> int:
    """The first action that differs; an action has two bytes."""
    shorter = min(len(one), len(other))
    places = np.flatnonzero(np.frombuffer(one[:shorter], np.uint16) != np.frombuffer(other[:shorter], np.uint16))
    return int(places[0]) if len(places) else shorter // 2


def estimated(sample: Measured, kind: Kind = "mean") -> Estimate:
    """An estimate as the report prints it: of very few games without an interval."""
    told = estimate(sample, kind)
    return replace(told, low=-inf, high=inf) if told.blocks < FEWEST_GAMES else told
