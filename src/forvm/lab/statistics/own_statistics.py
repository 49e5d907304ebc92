"""Statistics that a user names: ``merchant_wins = "won of merchant"``.

Each becomes a metric, or with ``by bot``, ``by character``, ``by seat`` and ``by place`` several. How they are computed
is in ``expressions``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from forvm.bots import recipe
from forvm.content.document import shown
from forvm.errors import ForvmError
from forvm.lab.statistics.expressions import ExpressionBuilder, Operand, parse
from forvm.lab.statistics.game_metrics import METRICS, MeasuredGame, Metric
from forvm.notation import SEATS

MOST = 30
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
SPLITS = ("bot", "character", "seat", "place")
_BY = re.compile(r"(.+?)\s+by\s+(\w+)\s*", re.DOTALL)
_OF = re.compile(r"(.+?)\s+of\s+(?:the\s+)?([A-Za-z_][\w:=,.+-]*)\s*", re.DOTALL)
STARTER, LAST, WINNERS = "starter", "last", "winners"
_ORDINALS = ("first", "second", "third", "fourth")


@dataclass(frozen=True)
class OwnStatistic:
    """A named expression, and how it is split."""

    name: str
    written: str
    unit: str = ""
    about: str = ""
    title: str = ""  # by default made of the name
    collected: tuple[str, ...] = ()  # columns that a function of the user's own adds

    @property
    def by(self) -> str:
        """What it is split by; empty if it is one number for each game."""
        match = _BY.fullmatch(self.written)
        return match[2] if match else ""

    def check(self, games: Iterable[MeasuredGame]) -> None:
        """Raise an error if it cannot be computed in one of these games."""
        if self.by and self.by not in SPLITS:
            raise ForvmError(f"{self.name}: a statistic is split by {', '.join(SPLITS)}, not by {shown(self.by)}.")
        for game in games:
            self._value(game, "", "greedy")

    def metrics(self, bots: Sequence[str], players: int) -> tuple[Metric, ...]:
        """The metrics that it stands for, where these bots sit at tables for so many."""
        items: dict[str, str]
        if self.by == "bot":
            items = {bot: bot for bot in dict.fromkeys(bots)}
        elif self.by == "character":
            items = {character_of(bot): character_of(bot) for bot in bots}
        elif self.by == "seat":
            items = {letter: f"seat {letter}" for letter in SEATS[:players]}
        elif self.by == "place":
            items = {str(place): f"{_ORDINALS[place]} player" for place in range(players)}
        else:
            return (self._metric(self.name, self._title, "", bots),)
        return tuple(
            self._metric(f"{self.name}[{item}]", f"{self._title}: {said}", item, bots) for item, said in items.items()
        )

    def _metric(self, id: str, said: str, item: str, bots: Sequence[str]) -> Metric:
        characters = tuple(bot for bot in dict.fromkeys(bots) if self.by == "character" and character_of(bot) == item)
        unit = "%" if self.is_share else self.unit
        words = {
            "name": said,
            "unit": unit,
            "help": self.about or f"Computed as: {self.written}",
        }
        return Metric(
            id,
            "share" if self.is_share else "mean",
            lambda game: self._value(game, item, *characters),
            words=words,
        )

    @property
    def _title(self) -> str:
        said = self.name.replace("_", " ")
        return self.title or said[:1].upper() + said[1:]

    @property
    def is_share(self) -> bool:
        """Is it a share of games? A comparison, or a share of the victory, is; anything else is a quantity."""
        tree = parse(self._body())
        return type(tree).__name__ in ("Compare", "BoolOp") or self._body().strip() == "won"

    def _body(self) -> str:
        match = _BY.fullmatch(self.written) or _OF.fullmatch(self.written)
        return match[1] if match else self.written

    def _value(self, game: MeasuredGame, item: str, *bots: str) -> pl.Expr:
        try:
            return self._computed(game, item, bots)
        except ForvmError as error:
            raise ForvmError(f"{self.name}: {str(error).rstrip('.')}.") from None

    def _computed(self, game: MeasuredGame, item: str, bots: Sequence[str]) -> pl.Expr:
        from forvm.lab.games.columns import column_names

        builder = ExpressionBuilder([*column_names(game.rules, game.players), *self.collected], game.players)
        operand = builder.build(parse(self._body()))
        whom = match[2] if (match := _OF.fullmatch(self.written)) and not self.by else ""
        if not self.by and not whom:
            if operand.family != "game":
                raise ForvmError(
                    f"it has a value for each {operand.family}: add them up, as in sum({self.written}), or split it by "
                    "“by bot” or “of merchant”"
                )
            return operand.as_number().parts[0]
        if operand.family != "seat":
            raise ForvmError("“by” and “of” are for columns that every seat has, such as won, prestige or horrea")
        chosen = _chosen(game, self.by, item, bots) if self.by else _whom(game, whom)
        return _mean_over(operand, chosen)


def _mean_over(operand: Operand, chosen: Sequence[pl.Expr]) -> pl.Expr:
    """The mean over the seats that are chosen; nothing where none is."""
    values = operand.as_number().parts
    return pl.mean_horizontal([pl.when(here).then(value) for here, value in zip(chosen, values, strict=True)])


def _chosen(game: MeasuredGame, by: str, item: str, bots: Sequence[str]) -> list[pl.Expr]:
    if by == "seat":
        return [pl.lit(letter == item) for letter in game.letters]
    if by == "place":
        return _at_place(game, int(item or 0))
    return [bot.is_in([*bots]) if by == "character" else bot == item for bot in game.seats("bot")]


def _at_place(game: MeasuredGame, place: int) -> list[pl.Expr]:
    """Which seat sits so many places after the one who began."""
    letters = game.letters
    return [pl.col("starter") == letters[(seat - place) % game.players] for seat in range(game.players)]


def _whom(game: MeasuredGame, whom: str) -> list[pl.Expr]:
    """The seats of the starter, of the last player, of the winners, or of a bot by its name, its word or an option."""
    if whom in (STARTER, LAST):
        return _at_place(game, 0 if whom == STARTER else game.players - 1)
    if whom in (WINNERS, "winner"):
        return [won > 0 for won in game.seats("won")]
    option = rf"[:,]{re.escape(whom)}(=|,|$)"
    return [(bot == whom) | bot.str.starts_with(f"{whom}:") | bot.str.contains(option) for bot in game.seats("bot")]


def character_of(bot: str) -> str:
    """Whose tastes a bot has.

    >>> character_of("search:sims=50,character=merchant"), character_of("praetor"), character_of("mine:Bot")
    ('merchant', 'greedy', 'mine:Bot')
    """
    made = recipe(bot)
    return bot if made is None else made.character or "random"


def read_statistics(table: Mapping[str, Any]) -> tuple[OwnStatistic, ...]:
    """Statistics as a file tells them: an expression each, or a table with ``value``, ``unit`` and ``about``."""
    if len(table) > MOST:
        raise ForvmError(f"{len(table)} statistics are too many: at most {MOST}.")
    found = []
    for name, value in table.items():
        entry = value if isinstance(value, Mapping) else {"value": value}
        if not NAME.fullmatch(name) or name in METRICS:
            taken = (
                "is a metric already"
                if name in METRICS
                else "has small letters, digits and _, and begins with a letter"
            )
            raise ForvmError(f"The name of a statistic {taken}: not {shown(name)}.")
        if not set(entry) <= {"value", "unit", "about"} or not all(isinstance(one, str) for one in entry.values()):
            raise ForvmError(
                f'{name} must be an expression, or a table with value, unit and about: {name} = "sum(horrea)".'
            )
        if "value" not in entry:
            raise ForvmError(f'{name} has no value: write the expression, as in value = "sum(horrea)".')
        unit, about = entry.get("unit", ""), entry.get("about", "")
        if len(unit) > 20 or len(about) > 300:
            raise ForvmError(f"{name}: a unit has at most 20 characters, and about at most 300.")
        found.append(OwnStatistic(name, entry["value"].strip(), unit, about))
    for statistic in found:
        if not statistic.is_share and statistic.unit == "%":
            raise ForvmError(f"{statistic.name}: only comparisons and won are shares in %: leave the unit out.")
    return tuple(found)


def named_in(words: Sequence[str]) -> tuple[OwnStatistic, ...]:
    """Statistics as a command line tells them: ``merchant_wins=won of merchant``, or an expression alone."""
    table: dict[str, str] = {}
    untitled: dict[str, str] = {}
    for number, word in enumerate(words, 1):
        name, equals, expression = word.partition("=")
        if not equals or not NAME.fullmatch(name.strip()) or expression.startswith("="):
            name, expression = f"statistic_{number}", word
            untitled[name] = _without_split(expression.strip())
        if name.strip() in table:
            raise ForvmError(f"The statistic {name.strip()} is named twice.")
        table[name.strip()] = expression.strip()
    return tuple(replace(one, title=untitled.get(one.name, "")) for one in read_statistics(table))


def _without_split(expression: str) -> str:
    match = _BY.fullmatch(expression)
    return match[1] if match else expression


def with_collected(statistics: Iterable[OwnStatistic], columns: Sequence[str]) -> tuple[OwnStatistic, ...]:
    """The same statistics, which may also use columns that a function of the user's own adds."""
    return tuple(replace(statistic, collected=tuple(columns)) for statistic in statistics)
