"""The data model of a study, after its file has been read and checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from forvm._version import __version__
from forvm.content import Rules, Value
from forvm.lab.lineups import count_seatings
from forvm.lab.scheme import SCHEME, written_scheme

if TYPE_CHECKING:
    from forvm.lab.games import Setting
    from forvm.lab.games.collectors import Collector
    from forvm.lab.statistics.game_metrics import Metric
    from forvm.lab.statistics.own_statistics import OwnStatistic

Level: TypeAlias = Value | tuple[str, ...]  # a line-up of bots is a tuple of words


@dataclass(frozen=True)
class Factor:
    """Something that a study changes, and the values that it takes, in order."""

    key: str
    levels: tuple[Level, ...]

    @property
    def is_number(self) -> bool:
        """Can its values be put on an axis?"""
        return all(isinstance(level, int) and not isinstance(level, bool) for level in self.levels)


@dataclass(frozen=True)
class Design:
    """How the values of several factors are combined.

    ``points`` is the size of a sample (Latin hypercube), of Saltelli's base sample, or the number of Morris's
    trajectories; 0 where the factors say it all.
    """

    kind: str
    points: int = 0


@dataclass(frozen=True)
class Amount:
    """How many games each cell is given.

    Without a metric: ``most`` games. With one: rounds of ``least`` games until the 95 % interval of the metric's mean
    is no wider than ``width``, or ``most`` games are played. Both are multiples of the number of seatings in every
    cell, so that in each cell every seating is played equally often.
    """

    least: int
    most: int
    metric: str = ""
    width: float = 0.0


@dataclass(frozen=True)
class Cell:
    """One setting of the game that a study plays; cell 0 is the baseline.

    ``values`` holds what it has for every factor; ``edition`` and ``changes`` are what its rules were made from.
    """

    number: int
    name: str  # empty if the study gives none
    values: Mapping[str, Level]
    edition: str
    changes: Mapping[str, Level]
    rules: Rules
    players: int
    bots: tuple[str, ...]  # one for each seat

    def setting(self, seed: int, scheme: int = SCHEME) -> Setting:
        """What the workers play."""
        from forvm.lab.games import Setting

        return Setting(self.rules, self.players, self.bots, seed, scheme)

    def seatings(self, scheme: int) -> int:
        """How many games it takes until every seating has been played."""
        return count_seatings(self.bots) if scheme > 1 else self.players


@dataclass(frozen=True)
class Point:
    """A point of a design: where it lies in the unit cube of its factors (for sensitivity indices), and its cell."""

    number: int
    cell: int
    place: tuple[float, ...]


def in_whole_blocks(amount: Amount, cells: Iterable[Cell], scheme: int) -> Amount:
    """Round up, so that every cell plays each of its seatings equally often, and all cells have the same dice."""
    together = lcm(*{cell.seatings(scheme) for cell in cells})

    def up(games: int, step: int) -> int:
        return -(-games // step) * step

    least = up(amount.least, together)
    return Amount(least, up(amount.most, least), amount.metric, amount.width)


@dataclass(frozen=True)
class Study:
    """A question, the settings that may answer it, and how many games each is given."""

    id: str
    title: str
    question: str
    explanation: str
    metrics: tuple[str, ...]
    seed: int
    factors: tuple[Factor, ...]
    design: Design
    amount: Amount
    cells: tuple[Cell, ...]
    points: tuple[Point, ...]
    own_bots: tuple[tuple[str, str], ...]  # bots that are not built in, with a digest of their source
    text: str  # the file, as it was
    folder: Path  # in which it lay
    files: tuple[str, ...]  # that it names, as seen from there
    asked: Amount  # as the file says, before it is rounded up to whole seating blocks
    scheme: int = SCHEME  # how dice and seats follow from a game's number
    statistics: tuple[OwnStatistic, ...] = ()  # that its author named
    collect: tuple[Collector, ...] = ()  # functions of its author's own that add columns

    @cached_property
    def own_metrics(self) -> Mapping[str, Metric]:
        """The metrics that the study's own statistics stand for."""
        bots = [bot for cell in self.cells for bot in cell.bots]
        players = max(cell.players for cell in self.cells)
        made = [metric for statistic in self.statistics for metric in statistic.metrics(bots, players)]
        return {metric.id: metric for metric in made}

    def metric(self, id: str) -> Metric:
        """A metric by its id, built in or its own."""
        from forvm.lab.statistics.game_metrics import METRICS

        return self.own_metrics[id] if id in self.own_metrics else METRICS[id]

    def with_statistics(self, statistics: Sequence[OwnStatistic]) -> Study:
        """The same study with more statistics, each checked in all of its cells. They count among its metrics."""
        from forvm.lab.statistics.game_metrics import USUAL, MeasuredGame
        from forvm.lab.statistics.own_statistics import with_collected

        alike = {(cell.players, cell.rules.board.id, cell.rules.deck.id): cell for cell in self.cells}
        games = [MeasuredGame(cell.rules, cell.players) for cell in alike.values()]
        statistics = with_collected(statistics, [name for one in self.collect for name in one.names])
        for statistic in statistics:
            statistic.check(games)
        named = {statistic.name: statistic for statistic in (*self.statistics, *statistics)}
        made = replace(self, statistics=tuple(named.values()))
        usual = self.metrics or USUAL
        return replace(made, metrics=(*usual, *(id for id in made.own_metrics if id not in usual)))

    @property
    def baseline(self) -> Cell:
        """The cell that all others are compared with."""
        return self.cells[0]

    def with_scheme(self, scheme: int) -> Study:
        """The same study, with the dice and seats of another scheme."""
        return replace(self, scheme=scheme, amount=in_whole_blocks(self.asked, self.cells, scheme))

    def setting_of(self, cell: Cell) -> Setting:
        """What the workers play for a cell."""
        return replace(cell.setting(self.seed, self.scheme), collect=self.collect)

    @property
    def most_games(self) -> int:
        """How many games there are at most."""
        return self.amount.most * len(self.cells)

    def settings(self) -> dict[str, Any]:
        """All that a game of the study depends on, as plain data.

        How many are played is left out, and so are words: both may change, and what has been played stays true.
        """
        return {
            "version": __version__,
            "seed": self.seed,
            "cells": [[cell.rules.digest(), cell.players, list(cell.bots)] for cell in self.cells],
            "own bots": dict(self.own_bots),
            **written_scheme(self.scheme),
        }

    def digest(self) -> str:
        """Twelve hexadecimal digits that change with the settings."""
        return hashlib.sha256(json.dumps(self.settings(), sort_keys=True).encode()).hexdigest()[:12]
