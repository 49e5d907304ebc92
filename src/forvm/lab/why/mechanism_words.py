"""The decomposition in words: what moved most, and nothing about causes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from forvm import text
from forvm.lab.study.model import Cell, Level
from forvm.lab.why.decomposition import VICTORIES, WHOLE, ChangeLine

MOST_PARTS = 3
WORTH_TELLING = 0.1  # of all that moves: smaller parts are left to the table
MINUS = "−"


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    found: Any = text.load("why")
    for part in key.split("."):
        found = found[part]
    return text.fill(found, values)


def part_name(what: str, part: str) -> str:
    """What a part is called."""
    if part == WHOLE:
        return say("say.whole")
    if part in text.load("why")["parts"]:
        return say(f"parts.{part}")
    return str(text.load("columns")["kinds" if what == "moves" else "sources"][part])


def who_name(line: ChangeLine) -> str:
    """Whose line it is."""
    if line.whose == "everyone":
        return say("say.everyone")
    return say(f"places.{line.who}") if line.whose == "place" else line.who


def amount(what: str, value: float) -> str:
    """A change with its unit; victories are in percentage points.

    >>> amount("money", -123.4), amount("prestige", 0.5), amount("victories", 0.031)
    ('−$123', '+0.50', '+3.1')
    """
    scaled = 100 * value if what == VICTORIES else value
    digits = 0 if abs(scaled) >= 100 else 1 if abs(scaled) >= 3 or what == "money" else 2
    if what == VICTORIES:
        digits = 1
    written = f"{abs(scaled):,.{digits}f}"
    sign = "" if not written.strip("0.,") else MINUS if scaled < 0 else "+"
    return f"{sign}{'$' if what == 'money' else ''}{written}"


def level(what: str, value: float) -> str:
    """A value with its unit; shares of victories are in per cent, and parts of them have no value of their own."""
    written = amount(what, value).removeprefix("+")
    return f"{written} %" if what == VICTORIES else written


def cell_title(cell: Cell) -> str:
    """What a variant is called."""
    if cell.name:
        return cell.name
    return ", ".join(f"{key} = {_value(value)}" for key, value in cell.values.items())


def _value(value: Level) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def span(line: ChangeLine) -> str:
    """The interval of a line."""
    return f"{amount(line.what, line.change.alone.low)} to {amount(line.what, line.change.alone.high)}"


def mechanism(lines: Sequence[ChangeLine]) -> tuple[str, ...]:
    """A few sentences: the place or bot whose victories change most, then the accounts of each player."""
    told = [*_victories(lines), *(one for what in ("prestige", "money", "moves") for one in _account(lines, what))]
    return (*told, say("sentence.caution")) if told else (say("sentence.nothing"),)


def _victories(lines: Sequence[ChangeLine]) -> list[str]:
    wholes = [line for line in lines if line.what == VICTORIES and line.part == WHOLE and line.change.differs]
    if not wholes:
        return []
    most = max(wholes, key=lambda line: abs(line.value))
    parts = parts_of(lines, most)
    points = amount(VICTORIES, abs(most.value)).removeprefix("+")
    who = who_name(most)
    return [
        say(
            "sentence.victories" if parts else "sentence.victories_bare",
            who=f"The {who}" if most.whose == "place" else who,
            change=say("sentence.more" if most.value > 0 else "sentence.less", points=points),
            interval=span(most),
            **({"parts": _listed(parts)} if parts else {}),
        )
    ]


def _account(lines: Sequence[ChangeLine], what: str) -> list[str]:
    whole = next(line for line in lines if (line.what, line.whose, line.part) == (what, "everyone", WHOLE))
    parts = parts_of(lines, whole)
    if not whole.change.differs:
        return [say("sentence.account_even", what=say(f"names.{what}"), parts=_listed(parts))] if parts else []
    return [
        say(
            "sentence.account" if parts else "sentence.account_bare",
            what=say(f"names.{what}"),
            change=amount(what, whole.value),
            interval=span(whole),
            **({"parts": _listed(parts)} if parts else {}),
        )
    ]


def parts_of(lines: Sequence[ChangeLine], whole: ChangeLine) -> list[ChangeLine]:
    """The parts of a whole that stand and move much, the largest first."""
    parts = [
        line
        for line in lines
        if (line.what, line.whose, line.who) == (whole.what, whole.whose, whole.who) and line.part != WHOLE
    ]
    least = WORTH_TELLING * sum(abs(line.value) for line in parts)
    standing = [line for line in parts if line.change.differs and abs(line.value) >= least]
    return sorted(standing, key=lambda line: -abs(line.value))[:MOST_PARTS]


def _listed(parts: Sequence[ChangeLine]) -> str:
    told = [
        say(
            "sentence.move" if line.what == "moves" else "sentence.part",
            part=part_name(line.what, line.part),
            change=amount(line.what, line.value),
        )
        for line in parts
    ]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
