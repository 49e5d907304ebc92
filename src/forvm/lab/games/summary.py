"""Games in a few numbers, added up batch by batch: however many there are, the memory stays the same."""

from __future__ import annotations

from dataclasses import dataclass, field

import polars as pl

from forvm.lab.games.setting import Setting
from forvm.lab.wilson import interval
from forvm.notation import SEATS


@dataclass
class Line:
    """How a seat or a bot fared: sums over its games, a shared victory counting in equal parts."""

    seats: int = 0  # how often it sat at a table
    wins: float = 0.0
    prestige: float = 0.0
    money: float = 0.0

    def add(self, seats: int, wins: float, prestige: float, money: float) -> None:
        """Add some games."""
        self.seats += seats
        self.wins += wins
        self.prestige += prestige
        self.money += money

    @property
    def share(self) -> float:
        """The share of its games that it won."""
        return self.wins / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return interval(self.wins, self.seats)


@dataclass
class Summary:
    """What came of the games so far."""

    setting: Setting
    games: int = 0
    turns: int = 0
    shortest: int = 0
    longest: int = 0
    decisions: int = 0
    starters: float = 0.0  # victories of the seat that began
    shared: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    decided: dict[str, int] = field(default_factory=dict)
    by_seat: dict[str, Line] = field(default_factory=dict)
    by_bot: dict[str, Line] = field(default_factory=dict)
    winners: Line = field(default_factory=Line)

    def add(self, rows: pl.DataFrame) -> None:
        """Add a batch of games."""
        if not rows.height:
            return
        turns = rows["turns"]
        shortest, longest = int(str(turns.min())), int(str(turns.max()))
        self.shortest = min(self.shortest, shortest) if self.games else shortest
        self.longest = max(self.longest, longest)
        self.games += rows.height
        self.turns += int(turns.cast(pl.Int64).sum())
        self.decisions += int(rows["decisions"].cast(pl.Int64).sum())
        self.shared += int((rows["decided"] == "shared").sum())
        for column, counts in (("ending", self.endings), ("decided", self.decided)):
            for word, count in rows[column].value_counts().iter_rows():
                counts[word] = counts.get(word, 0) + count
        for letter in SEATS[: self.setting.players]:
            self._add_seat(rows, letter)

    def _add_seat(self, rows: pl.DataFrame, letter: str) -> None:
        seat = rows.select(
            bot=f"bot_{letter}",
            won=f"won_{letter}",
            prestige=pl.col(f"prestige_{letter}").cast(pl.Float64),
            money=pl.col(f"money_{letter}").cast(pl.Float64),
            began=pl.col("starter") == letter,
        )
        self.starters += float(seat.filter("began")["won"].sum())
        sums = (pl.len(), pl.col("won").sum(), pl.col("prestige").sum(), pl.col("money").sum())
        for bot, *added in seat.group_by("bot").agg(*sums).iter_rows():
            self.by_bot.setdefault(bot, Line()).add(*added)
            self.by_seat.setdefault(letter, Line()).add(*added)
        self.winners.add(*seat.filter(pl.col("won") > 0).select(*sums).row(0))
