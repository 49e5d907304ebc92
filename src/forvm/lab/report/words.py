"""The report in words: ``say("seats.title")``; the words themselves are in ``text/en/report.toml``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from forvm import text
from forvm.content import BY_KEY, Rules
from forvm.content.parameter_words import value as parameter_value
from forvm.lab.statistics import DifferenceEstimate, Estimate
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.study.model import Cell, Factor, Level, Study

MINUS = "−"


def entry(key: str) -> Any:
    """What stands under a dotted key."""
    found: Any = text.load("report")
    for part in key.split("."):
        found = found[part]
    return found


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in.

    >>> say("seats.order", number="2")
    '2.'
    """
    return text.fill(entry(key), values)


def metric_name(metric: Metric) -> str:
    """What a metric is called."""
    return _told(metric, "name")


def metric_unit(metric: Metric) -> str:
    """What it is counted in; differences of shares are in percentage points."""
    return _told(metric, "unit")


def metric_help(metric: Metric) -> str:
    """What it means."""
    return _told(metric, "help")


def _told(metric: Metric, what: str) -> str:
    """What is said of a metric: a statistic that the user named has words of its own."""
    return str((metric.words or entry("metrics")[metric.id])[what])


def scale(metric: Metric) -> int:
    """By what to multiply a value before it is shown: shares are shown in per cent."""
    return 100 if metric.kind == "share" else 1


def amount(metric: Metric, value: float, *, signed: bool = False) -> str:
    """A value, or a difference of values, with its unit.

    >>> from forvm.lab.statistics.game_metrics import METRICS
    >>> amount(METRICS["starter_wins"], -0.0312, signed=True), amount(METRICS["money"], 1234.5)
    ('−3.1 points', '$1,234')
    """
    unit = metric_unit(metric)
    number = plain(value * scale(metric), signed=signed, money=unit == "$")
    if unit == "$":
        return number
    if unit == "%":
        return f"{number} points" if signed else f"{number} %"
    return f"{number} {unit}"


def span(metric: Metric, low: float, high: float, *, signed: bool = False) -> str:
    """An interval; of too few games there is none."""
    if not math.isfinite(high - low):
        return say("page.too_few")
    money = metric_unit(metric) == "$"
    ends = [plain(end * scale(metric), signed=signed, money=money) for end in (low, high)]
    return f"{ends[0]} to {ends[1]}"


def estimate(metric: Metric, told: Estimate) -> str:
    """A value with its interval."""
    return f"{amount(metric, told.value)} ({span(metric, told.low, told.high)})"


def difference(metric: Metric, told: DifferenceEstimate) -> str:
    """A difference with its interval."""
    return f"{amount(metric, told.value, signed=True)} ({span(metric, told.low, told.high, signed=True)})"


def plain(value: float, *, signed: bool = False, money: bool = False) -> str:
    """A number with as many digits as it deserves.

    >>> plain(1234.5), plain(-0.123, signed=True), plain(16.665), plain(3.2, signed=True, money=True)
    ('1,234', '−0.12', '16.7', '+$3.2')
    """
    if not math.isfinite(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    size = abs(value)
    digits = 0 if size >= 100 else 1 if size >= 3 or money else 2
    written = f"{size:,.{digits}f}"
    is_zero = not any(sign in "123456789" for sign in written)
    sign = "" if is_zero else MINUS if value < 0 else "+" if signed else ""
    return f"{sign}{'$' if money else ''}{written}"


def percent(share: float) -> str:
    """A share of all.

    >>> percent(0.256)
    '25.6 %'
    """
    return f"{100 * share:.1f} %"


def share(told: Estimate) -> str:
    """A share with its interval, in per cent."""
    if not math.isfinite(told.high - told.low):
        return f"{percent(told.value)} ({say('page.too_few')})"
    return f"{percent(told.value)} ({100 * told.low:.1f} to {100 * told.high:.1f})"


def chance(p: float) -> str:
    """A p-value, no more exact than it is.

    >>> chance(0.00001), chance(0.0312), chance(0.7)
    ('< 0.001', '0.031', '0.70')
    """
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def factor_name(key: str) -> str:
    """What a factor is called."""
    if key in BY_KEY:
        return str(text.load("parameters")[key]["name"])
    section, _, card = key.partition(".")
    if section == "cards":
        return say("factors.cards", card=card_name(card))
    return say(f"factors.{key}")


def factor_help(key: str) -> str:
    """What it means."""
    if key in BY_KEY:
        return str(text.load("parameters")[key]["help"])
    return say(f"factors.{key.partition('.')[0]}_help")


def card_name(card: str) -> str:
    """A fate card's name."""
    texts = text.load("cards")
    return str(texts[card]["name"]) if card in texts else card


def level(key: str, value: Level) -> str:
    """A factor's value."""
    if key == "bots" or (isinstance(value, tuple) and key not in BY_KEY):
        return lineup(tuple(str(bot) for bot in value)) if isinstance(value, tuple) else str(value)
    return parameter_value(key, value) if key in BY_KEY else str(value)  # type: ignore[arg-type]


def lineup(bots: tuple[str, ...]) -> str:
    """Who sits at a table.

    >>> lineup(("greedy", "greedy", "merchant"))
    '2 × greedy, merchant'
    """
    counts = {bot: bots.count(bot) for bot in bots}
    return ", ".join(bot if count == 1 else f"{count} × {bot}" for bot, count in counts.items())


def setting(key: str, value: Level) -> str:
    """A factor and its value."""
    return f"{factor_name(key)}: {level(key, value)}"


def factor_range(factor: Factor) -> str:
    """All values of a factor, or the ends of a long range."""
    if factor.is_number and len(factor.levels) > 6:
        low, high = level(factor.key, factor.levels[0]), level(factor.key, factor.levels[-1])
        return say("changes.range", low=low, high=high)
    return ", ".join(level(factor.key, value) for value in factor.levels)


def same(one: Level, other: Level) -> bool:
    """Are two values of a factor the same? The last bot of a line-up also takes the seats that are left.

    >>> same(("greedy",), ("greedy", "greedy", "greedy")), same(200, 100)
    (True, False)
    """
    return _shortest(one) == _shortest(other)


def _shortest(value: Level) -> Level:
    if not isinstance(value, tuple) or not all(isinstance(bot, str) for bot in value):
        return value
    length = len(value)
    while length > 1 and value[length - 1] == value[length - 2]:
        length -= 1
    return value[:length]


def apart(study: Study, cell: Cell) -> str:
    """What sets a cell apart from the baseline."""
    base = study.baseline.values
    different = (key for key, value in cell.values.items() if key not in base or not same(value, base[key]))
    return "; ".join(setting(key, cell.values[key]) for key in different)


def cell_name(study: Study, cell: Cell) -> str:
    """What a cell is called: by the study, or by what sets it apart from the baseline."""
    if cell.number == 0:
        return cell.name or say("factors.baseline")
    return cell.name or apart(study, cell) or str(cell.number)


@dataclass(frozen=True)
class ChangedClause:
    """A clause that reads otherwise than before."""

    id: str
    title: str
    was: str
    now: str


def changed_clauses(before: Rules, after: Rules) -> list[ChangedClause]:
    """The clauses of the rulebook that a change of the rules rewrites."""
    found = []
    for id in text.clause_ids():
        was, now = text.clause_text(id, _values(before)), text.clause_text(id, _values(after))
        if was != now:
            found.append(ChangedClause(id, text.clause(id).title, was, now))
    return found


def _values(rules: Rules) -> Mapping[str, text.Value]:
    return rules.values
