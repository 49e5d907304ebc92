"""Why a rule change changed what it changed: the decomposition, the turns, where games part, and a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from forvm.content.parameters import did_you_mean
from forvm.errors import ForvmError
from forvm.game import Game
from forvm.lab.games.action_logs import ActionLog, action_logs_of, game_along
from forvm.lab.games.game_rows import prepare
from forvm.lab.study.model import Cell, Study
from forvm.lab.study.results import StudyResults, open_folder
from forvm.lab.why.decomposition import ChangeLine, as_frame, decompose
from forvm.lab.why.mechanism_words import mechanism
from forvm.lab.why.moments import Divergence, TurnLine, by_turn, divergences, usual
from forvm.lab.why.pairs import MOST_PAIRS, Pairs, read_pairs

REPLAYED = 200  # pairs that are played again to find where they part
AT_ONCE = 25


@dataclass(frozen=True)
class Explanation:
    """A variant beside its baseline."""

    study: Study
    variant: Cell
    pairs: Pairs
    lines: tuple[ChangeLine, ...]

    @property
    def table(self) -> pl.DataFrame:
        """All lines as a table."""
        return as_frame(list(self.lines))

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What moved most, in words."""
        return mechanism(self.lines)

    def replayed(self, games: int = REPLAYED, report: Callable[[int, int], None] | None = None) -> ReplayedPairs:
        """Play the first games of both sides again."""
        count = min(games, self.contiguous)
        prepare()
        logs: tuple[list[ActionLog], list[ActionLog]] = ([], [])
        settings = (self.study.setting_of(self.study.baseline), self.study.setting_of(self.variant))
        for first in range(0, count, AT_ONCE):
            for setting, kept in zip(settings, logs, strict=True):
                kept += action_logs_of(setting, first, min(AT_ONCE, count - first))
            if report is not None:
                report(len(logs[1]), count)
        found = divergences(settings[0], 0, *logs)
        return ReplayedPairs(count, tuple(found), tuple(by_turn(settings, 0, logs)))

    @property
    def contiguous(self) -> int:
        """How many games both sides have, from game 0 on without a gap."""
        games = self.pairs.games
        return next((place for place, game in enumerate(games.tolist()) if game != place), len(games))

    def game(self, number: int) -> tuple[Game, Game, Divergence | None]:
        """The game of a number under the baseline and under the variant, and where they part."""
        if number not in self.pairs.games:
            last = int(self.pairs.games.max())
            raise ForvmError(f"There is no pair of games {number}: choose a number from 0 to {last}.")
        prepare()
        settings = (self.study.setting_of(self.study.baseline), self.study.setting_of(self.variant))
        logs = [action_logs_of(setting, number, 1) for setting in settings]
        games = [game_along(setting, number, log[0]) for setting, log in zip(settings, logs, strict=True)]
        return games[0], games[1], divergences(settings[0], number, logs[0], logs[1])[0]


@dataclass(frozen=True)
class ReplayedPairs:
    """What playing again shows: where each pair parts, and the change by turn."""

    count: int
    divergences: tuple[Divergence | None, ...]
    turns: tuple[TurnLine, ...]

    @property
    def parted(self) -> list[Divergence]:
        """The pairs that differ anywhere."""
        return [one for one in self.divergences if one is not None]

    @property
    def median_turn(self) -> int:
        """The turn by which half of those have parted."""
        turns = sorted(one.turn for one in self.parted)
        return turns[(len(turns) - 1) // 2]

    @property
    def usual(self) -> tuple[Divergence, int] | None:
        """The first game that parts in the most frequent way, and how many do."""
        return usual(self.divergences)


def explain(study: StudyResults | str | Path, variant: int | str = 1, *, games: int = MOST_PAIRS) -> Explanation:
    """Why a variant of a study comes out otherwise than its baseline.

    ``variant`` is the number or name of its cell, as in ``cells.csv``.
    """
    results = study if isinstance(study, StudyResults) else open_folder(study)
    return explain_cell(results.study, find_cell(results.study, variant), results.scan_cell, games)


def explain_cell(
    study: Study, variant: Cell, scan: Callable[[int], pl.LazyFrame], games: int = MOST_PAIRS
) -> Explanation:
    """The same from any source of games; ``scan`` gives those of a cell by its number."""
    pairs = read_pairs(study.baseline, variant, scan, games)
    return Explanation(study, variant, pairs, tuple(decompose(pairs)))


def find_cell(study: Study, variant: int | str) -> Cell:
    """A cell by number or name."""
    names = {cell.name: cell for cell in study.cells[1:] if cell.name}
    if isinstance(variant, str) and variant in names:
        return names[variant]
    if str(variant).isdecimal() and 1 <= int(variant) < len(study.cells):
        return study.cells[int(variant)]
    if len(study.cells) == 1:
        raise ForvmError("This study has only a baseline: there is no change to explain.")
    known = f"its number, from 1 to {len(study.cells) - 1}"
    hint = f", or its name.{did_you_mean(str(variant), names)}" if names else "."
    raise ForvmError(f"There is no variant “{variant}” in this study: say {known}{hint}")
