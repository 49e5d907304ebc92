"""The quantities that studies compare: one number for each game, worked out from its row.

Each is a polars expression over the columns of `forvm.lab.games`, so a million games are never held at once. What it
means in words is in ``text/en/report.toml``, under the same id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from forvm.content import Rules
from forvm.content.parameters import number
from forvm.lab.statistics.estimates import Kind
from forvm.notation import SEATS
from forvm.notation.names import names_of


@dataclass(frozen=True)
class MeasuredGame:
    """What a metric may ask about the games that it is to measure."""

    rules: Rules
    players: int

    @property
    def letters(self) -> str:
        """The seats that there are."""
        return SEATS[: self.players]

    def seats(self, column: str) -> list[pl.Expr]:
        """A column of every seat."""
        return [pl.col(f"{column}_{letter}") for letter in self.letters]

    def total(self, column: str) -> pl.Expr:
        """A column added up over the seats."""
        return pl.sum_horizontal(self.seats(column))

    def markets(self, use: str, kind: str | None = None) -> pl.Expr:
        """A use of markets added up over all of them, or those of a kind."""
        names = names_of(self.rules).markets
        chosen = [names[market.index] for market in self.rules.board.markets if kind in (None, market.kind)]
        return pl.sum_horizontal([pl.col(f"market_{use}:{name}") for name in chosen])

    def won_by(self, place: int) -> pl.Expr:
        """The share of the victory that went to whoever sits so many places after the one who began."""
        seats = self.letters
        after = pl.col("starter").replace_strict({a: seats[(seats.index(a) + place) % self.players] for a in seats})
        return pl.sum_horizontal([pl.when(after == letter).then(pl.col(f"won_{letter}")) for letter in seats])

    def of_winners(self, column: str) -> pl.Expr:
        """A column's mean over those who won; nothing where nobody did."""
        won = [share > 0 for share in self.seats("won")]
        pairs = zip(won, self.seats(column), strict=True)
        return pl.sum_horizontal([pl.when(winner).then(value) for winner, value in pairs]) / _none_if_zero(
            pl.sum_horizontal(won)
        )


@dataclass(frozen=True)
class Metric:
    """A quantity of a game; a share is 0 or 1 (or a part) for each game."""

    id: str
    kind: Kind
    of: Callable[[MeasuredGame], pl.Expr]
    words: Mapping[str, str] | None = field(
        default=None, compare=False
    )  # name, unit and help of a statistic that a user named
    by_seat: bool = False  # a seat's share of victories: what is fair depends on the number of players

    def expression(self, rules: Rules, players: int) -> pl.Expr:
        """The quantity, as a column of its own name."""
        return self.of(MeasuredGame(rules, players)).cast(pl.Float64).alias(self.id)


def _none_if_zero(number: pl.Expr) -> pl.Expr:
    return pl.when(number != 0).then(number)


def _gap(values: Sequence[pl.Expr]) -> pl.Expr:
    return pl.max_horizontal(values) - pl.min_horizontal(values)


def _per_player(column: str) -> Callable[[MeasuredGame], pl.Expr]:
    return lambda game: game.total(column) / game.players


def _in_all(column: str, parts: int = 1) -> Callable[[MeasuredGame], pl.Expr]:
    return lambda game: game.total(column) / parts


def _challenges(game: MeasuredGame) -> pl.Expr:
    """Challenges whose cost was paid. A challenger who cannot raise it loses the agent at once (OUST-5)."""
    cost = number(game.rules.values, "oust.cost")
    return game.total("money_out_ousting") / cost if cost else game.total("happened_challenged")


METRICS: dict[str, Metric] = {
    metric.id: metric
    for metric in (
        Metric("turns", "mean", lambda game: pl.col("turns")),
        Metric("decisions", "mean", lambda game: pl.col("decisions")),
        Metric("starter_wins", "share", lambda game: game.won_by(0), by_seat=True),
        Metric("last_wins", "share", lambda game: game.won_by(game.players - 1), by_seat=True),
        Metric("by_prestige", "share", lambda game: pl.col("ending") == "prestige"),
        Metric("close", "share", lambda game: pl.col("decided") != "alone"),
        Metric("shared", "share", lambda game: pl.col("decided") == "shared"),
        Metric("prestige_gap", "mean", lambda game: _gap(game.seats("prestige"))),
        Metric("winner_prestige", "mean", lambda game: game.of_winners("prestige")),
        Metric("winner_money", "mean", lambda game: game.of_winners("money")),
        Metric("money", "mean", _per_player("money")),
        Metric("trade_income", "mean", lambda game: game.markets("income") / game.players / pl.col("turns")),
        Metric("horrea", "mean", _per_player("horrea")),
        Metric("exotic_horrea", "mean", lambda game: game.markets("horrea", "exotic")),
        Metric("informed", "mean", lambda game: game.markets("informed")),
        Metric("routed", "mean", lambda game: game.markets("routed")),
        Metric("challenges", "mean", _challenges),
        Metric("destructions", "mean", _in_all("happened_horreum_lost")),
        Metric("local_marriages", "mean", _in_all("happened_wed")),
        Metric("alliances", "mean", _in_all("happened_allied", 2)),
        Metric("divorces", "mean", _in_all("happened_divorced", 2)),
        Metric("benefactions", "mean", _in_all("happened_gave")),
        Metric("loans", "mean", _in_all("money_in_loans")),
    )
}
# What a study is told about when its file names nothing.
USUAL = ("turns", "starter_wins", "close", "prestige_gap", "money", "horrea", "challenges", "alliances", "benefactions")
