"""What is measured in every game of an experiment: expressions over its row, in the groups that the page shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import polars as pl

from forvm import text
from forvm.lab.games.columns import PRESTIGE_LOST, PRESTIGE_WON
from forvm.lab.statistics import Kind
from forvm.lab.statistics.game_metrics import METRICS, MeasuredGame
from forvm.lab.study import Cell
from forvm.notation.names import names_of

Group = Literal["metrics", "seats", "strategies", "endings", "sources", "horrea", "income"]
TURNS = "turns"


@dataclass(frozen=True)
class Measure:
    """One quantity: ``of`` is its sum over the ``count`` observations of a game."""

    group: Group
    id: str
    name: str
    kind: Kind
    of: pl.Expr
    count: int = 1
    unit: str = ""
    fair: float | None = None  # what it would be if all players were alike

    @property
    def key(self) -> str:
        """Its column."""
        return f"{self.group}:{self.id}"


def measures(cell: Cell, metrics: tuple[str, ...]) -> list[Measure]:
    """All that is measured in the games of a cell."""
    game = MeasuredGame(cell.rules, cell.players)
    return [
        *_metrics(game, metrics),
        *_seats(game),
        *_strategies(game, cell),
        *_endings(cell),
        *_sources(game),
        *_markets(cell),
    ]


def _metrics(game: MeasuredGame, metrics: tuple[str, ...]) -> Iterator[Measure]:
    words = text.load("report")["metrics"]
    fair = {"starter_wins": 1 / game.players, "last_wins": 1 / game.players}
    for id in dict.fromkeys((*metrics, TURNS)):
        metric, told = METRICS[id], words[id]
        yield Measure("metrics", id, told["name"], metric.kind, metric.of(game), unit=told["unit"], fair=fair.get(id))


def _seats(game: MeasuredGame) -> Iterator[Measure]:
    names = list(text.load("laboratory")["places"].items())
    for place in range(game.players):
        id, name = names[place]
        yield Measure("seats", id, name, "share", game.won_by(place), fair=1 / game.players)


def _strategies(game: MeasuredGame, cell: Cell) -> Iterator[Measure]:
    words = text.load("table")["bots"] | text.load("laboratory")["bots"]
    for bot in dict.fromkeys(cell.bots):
        won = [
            pl.when(sits == bot).then(share).otherwise(0.0)
            for sits, share in zip(game.seats("bot"), game.seats("won"), strict=True)
        ]
        yield Measure(
            "strategies",
            bot,
            words[bot]["name"],
            "share",
            pl.sum_horizontal(won),
            count=cell.bots.count(bot),
            fair=1 / game.players,
        )


def _endings(cell: Cell) -> Iterator[Measure]:
    for id, name in text.load("laboratory")["endings"].items():
        if id == "turn_limit":
            if cell.rules.values["win.turn_limit"]:
                yield Measure("endings", id, name, "share", pl.col("ending") == id)
        else:
            yield Measure("endings", id, name, "share", pl.col("decided") == id)


def _sources(game: MeasuredGame) -> Iterator[Measure]:
    words = text.load("columns")["sources"]
    for source in dict.fromkeys((*PRESTIGE_WON, *PRESTIGE_LOST)):
        won = game.total(f"prestige_won_{source}") if source in PRESTIGE_WON else pl.lit(0)
        lost = game.total(f"prestige_lost_{source}") if source in PRESTIGE_LOST else pl.lit(0)
        name = words[source][:1].upper() + words[source][1:]
        yield Measure("sources", source, name, "mean", (won - lost) / game.players)


def _markets(cell: Cell) -> Iterator[Measure]:
    written = names_of(cell.rules).markets
    for market in cell.rules.board.markets:
        for use in ("horrea", "income"):
            column = pl.col(f"market_{use}:{written[market.index]}")
            yield Measure(use, market.latin, market.latin, "mean", column)
