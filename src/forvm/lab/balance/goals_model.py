"""The data model of a search for balance, after its file has been read and checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from forvm._version import __version__
from forvm.content import Rules, Value
from forvm.lab.scheme import SCHEME
from forvm.lab.study.model import Factor

ORDER_OF_PLAY, CHARACTERS = "order_of_play", "characters"
SEARCH, CONFIRM = "search", "confirm"


@dataclass(frozen=True)
class MeasuredLineup:
    """Bots that play the candidates: in the search and again to confirm, or to confirm only."""

    name: str
    bots: tuple[str, ...]
    players: int
    games: int  # that a candidate is given at most in the search
    confirm_games: int
    use: str

    @property
    def is_searched(self) -> bool:
        """Does the search itself look at it?"""
        return self.use == SEARCH


@dataclass(frozen=True)
class Goal:
    """Where a quantity should lie, or which way it should go.

    ``metric`` is that of a study, or ``order_of_play`` (the share of victories of each place in the order of play), or
    ``characters`` (that of each bot). ``unit`` is how much counts as one point in the sum of what is missed. Shares are
    in percent.
    """

    metric: str
    low: float | None
    high: float | None
    within: float | None  # of the fair share
    aim: int  # 1: as much as possible, -1: as little as possible
    unit: float
    lineups: tuple[str, ...]  # for which it holds; none: for all


@dataclass(frozen=True)
class SearchBudget:
    """How much is tried."""

    first: int  # games of a candidate's first round
    pairs: int  # pairs of changes that are played
    trials: int  # candidates that the sampler proposes
    finalists: int  # candidates that stay to the end of each race, and are played by costly line-ups
    front: int  # rule sets in the front at most, without the printed rules


@dataclass(frozen=True)
class BalancePlan:
    """What is to be found, and what may be changed for it."""

    id: str
    title: str
    question: str
    explanation: str
    seed: int
    base: Rules
    lineups: tuple[MeasuredLineup, ...]
    goals: tuple[Goal, ...]
    factors: tuple[Factor, ...]
    prices: Mapping[str, float]
    budget: SearchBudget
    own_bots: tuple[tuple[str, str], ...]  # bots that are not built in, with a digest of their source
    text: str  # the file, as it was

    @property
    def searched(self) -> list[int]:
        """The line-ups that the search looks at, by number."""
        return [number for number, lineup in enumerate(self.lineups) if lineup.is_searched]

    def settings(self) -> dict[str, Any]:
        """All that the games in a journal depend on. Bounds, and what is tried how often, may change meanwhile."""
        return {
            "version": __version__,
            "seed": self.seed,
            "scheme": SCHEME,
            "lineups": [[lineup.players, list(lineup.bots), lineup.is_searched] for lineup in self.lineups],
            "goals": [[goal.metric, list(goal.lineups)] for goal in self.goals],
            "own bots": dict(self.own_bots),
        }

    def digest(self) -> str:
        """Twelve hexadecimal digits that change with the settings."""
        return hashlib.sha256(json.dumps(self.settings(), sort_keys=True).encode()).hexdigest()[:12]


Changes = tuple[tuple[str, Value], ...]
