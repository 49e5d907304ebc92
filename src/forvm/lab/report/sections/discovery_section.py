"""Scenario discovery as a page: where games are of a certain kind, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable

from forvm import text
from forvm.lab.emulator.discovery import Discovery, Restricted
from forvm.lab.report import words
from forvm.lab.report.blocks import Pictures, Prose, ReportSection, ReportTable
from forvm.lab.report.plots import discovered_box

HARDLY = 1.1  # times as dense as the whole design


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("discover")["report"][key], values)


def title(found: Discovery) -> str:
    """What was asked."""
    return say("title", where=found.condition)


def sentences(found: Discovery) -> list[str]:
    """The answer in words."""
    told = [say("overall", share=words.percent(found.overall), games=found.games, points=found.points)]
    if not found.restricted:
        return [*told, say("nothing")]
    held, searched = found.held_out, found.found
    told.append(
        say(
            "answer",
            density=words.percent(held.density),
            mass=words.percent(held.mass),
            coverage=words.percent(held.coverage),
        )
    )
    unseen = sum(not one for one in found.seen)
    told.append(
        say(
            "held_out",
            points=unseen,
            density=words.percent(searched.density),
            coverage=words.percent(searched.coverage),
        )
    )
    if held.density < HARDLY * found.overall:
        told.append(say("not_sure"))
    return told


def columns() -> list[str]:
    """The heading of the table of restrictions."""
    return [say(key) for key in ("factor", "values", "range", "p")]


def rows(found: Discovery) -> list[tuple[str, str, str, str]]:
    """A row for each factor that the box restricts, the surest first."""
    return [
        (
            words.factor_name(one.factor.key),
            _values(one, one.restriction.allowed),
            _values(one, range(len(one.factor.levels))),
            words.chance(one.p),
        )
        for one in found.restricted
    ]


def _values(one: Restricted, allowed: Iterable[int]) -> str:
    levels = [one.factor.levels[number] for number in sorted(allowed)]
    if one.factor.is_number and len(levels) > 1:
        return f"{levels[0]} to {levels[-1]}"
    return ", ".join(words.level(one.factor.key, level) for level in levels)


def section(found: Discovery) -> ReportSection:
    """The box, with its picture and the table of its restrictions."""
    pictures = [discovered_box.points(found), discovered_box.way(found)] if found.restricted else []
    return ReportSection(
        "discovery",
        title(found),
        [
            Prose(say("method")),
            Pictures([picture for picture in pictures if picture is not None]),
            ReportTable(columns(), rows(found), words=3),
            Prose(say("p_note")),
        ],
    )
