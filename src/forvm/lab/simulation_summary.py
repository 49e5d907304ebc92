"""Sums up games in a few numbers, batch by batch, in constant memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from forvm.lab.games.setting import Setting
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.statistics.running_moments import RunningMoments
from forvm.lab.wilson import interval
from forvm.notation import SEATS

Values = np.ndarray[Any, Any]


@dataclass
class WinRecord:
    """How a seat or a bot fared: sums over its games, a shared victory counting in equal parts."""

    seats: int = 0  # how often it sat at a table
    wins: float = 0.0
    prestige: float = 0.0
    money: float = 0.0

    def add(self, won: Values, prestige: Values, money: Values) -> None:
        """Add some games."""
        self.seats += len(won)
        self.wins += float(won.sum())
        self.prestige += float(prestige.sum(dtype=np.int64))
        self.money += float(money.sum(dtype=np.int64))

    @property
    def share(self) -> float:
        """The share of its games that it won."""
        return self.wins / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return interval(self.wins, self.seats)


@dataclass
class SimulationSummary:
    """What came of the games so far."""

    setting: Setting
    games: int = 0
    turns: int = 0
    shortest: int = 0
    longest: int = 0
    decisions: int = 0
    starters: float = 0.0  # victories of the seat that began
    endings: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    by_seat: dict[str, WinRecord] = field(default_factory=dict)
    by_bot: dict[str, WinRecord] = field(default_factory=dict)
    winners: WinRecord = field(default_factory=WinRecord)
    metrics: tuple[Metric, ...] = ()  # that the user named
    moments: dict[str, RunningMoments] = field(default_factory=dict)

    @cached_property
    def _measured(self) -> list[pl.Expr]:
        setting = self.setting
        return [metric.expression(setting.rules, setting.players) for metric in self.metrics]

    @property
    def columns(self) -> list[str]:
        """What ``add`` asks of a game."""
        by_seat = [f"{what}_{x}" for x in SEATS[: self.setting.players] for what in ("bot", "won", "prestige", "money")]
        own = (name for expression in self._measured for name in expression.meta.root_names())
        return list(dict.fromkeys(["turns", "decisions", "ending", "decided", "starter", *by_seat, *own]))

    def add(self, rows: pl.DataFrame) -> None:
        """Add a batch of games."""
        if not rows.height:
            return
        turns = rows["turns"].to_numpy()
        self.shortest = min(self.shortest, int(turns.min())) if self.games else int(turns.min())
        self.longest = max(self.longest, int(turns.max()))
        self.games += rows.height
        self.turns += int(turns.sum(dtype=np.int64))
        self.decisions += int(rows["decisions"].to_numpy().sum(dtype=np.int64))
        self.endings += Counter(rows["ending"].to_list())
        self.decided += Counter(rows["decided"].to_list())
        for name, values in rows.select(self._measured).to_dict().items():
            self.moments.setdefault(name, RunningMoments()).add(values.fill_null(float("nan")).to_numpy())
        starter = rows["starter"].to_numpy()
        for letter in SEATS[: self.setting.players]:
            bots = rows[f"bot_{letter}"].to_numpy()
            won, prestige, money = (rows[f"{what}_{letter}"].to_numpy() for what in ("won", "prestige", "money"))
            self.starters += float(won[starter == letter].sum())
            self.by_seat.setdefault(letter, WinRecord()).add(won, prestige, money)
            self.winners.add(won[won > 0], prestige[won > 0], money[won > 0])
            for bot in sorted(set(bots)):
                here = bots == bot
                self.by_bot.setdefault(bot, WinRecord()).add(won[here], prestige[here], money[here])
