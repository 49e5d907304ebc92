"""What a report needs of a study's games: a few columns of every game, and the sums of all others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl
import polars.selectors as cs

from forvm.errors import ForvmError
from forvm.lab.statistics import Sample, gather
from forvm.lab.statistics.game_metrics import USUAL, MeasuredGame, Metric
from forvm.lab.study.model import Cell, Study

_OF_EVERY_GAME = ("game", "starter", "decided", "ending")
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
    rows = games.select(*columns, *measured, _FINGERPRINT).sort("game")
    sums = games.select(cs.starts_with(*_SUMMED).sum().cast(pl.Float64))
    both = pl.collect_all([rows, sums])
    return CellGames(cell, both[0], both[1].row(0, named=True))
