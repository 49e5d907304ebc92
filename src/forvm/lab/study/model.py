"""What a study is, once its file has been read and checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from forvm._version import __version__
from forvm.content import Rules, Value

if TYPE_CHECKING:
    from forvm.lab.games import Setting

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
    is no wider than ``width``, or ``most`` games are played. Both are multiples of every number of players in the
    study, so that in each cell everyone has sat everywhere equally often.
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

    def setting(self, seed: int) -> Setting:
        """What is handed to those who play."""
        from forvm.lab.games import Setting

        return Setting(self.rules, self.players, self.bots, seed)


@dataclass(frozen=True)
class Point:
    """A point of a design: where it lies in the unit cube of its factors (for sensitivity indices), and its cell."""

    number: int
    cell: int
    place: tuple[float, ...]


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

    @property
    def baseline(self) -> Cell:
        """The cell that all others are compared with."""
        return self.cells[0]

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
        }

    def digest(self) -> str:
        """Twelve hexadecimal digits that change with the settings."""
        return hashlib.sha256(json.dumps(self.settings(), sort_keys=True).encode()).hexdigest()[:12]
