"""Draws a front: what was tried, and each number of the front against its goal."""

from __future__ import annotations

import math
from collections.abc import Iterator

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forvm import text
from forvm.lab.balance.balance_result import BalanceResult
from forvm.lab.balance.confirming import FAILS, HOLDS, Confirmed
from forvm.lab.balance.targets import missed_by
from forvm.lab.report.plots import style
from forvm.lab.report.plots.style import BLUE, FAINT, GREEN, GREY, VERMILION

_COLOURS = {HOLDS: GREEN, FAILS: VERMILION}


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("balance")["page"][key], values)


@style.styled
def draw_front(result: BalanceResult) -> str:
    """What candidates and front miss with the first line-up of the search, by number of changes; as SVG."""
    first = result.plan.searched[0]
    figure, (axes,) = style.figure(7.2, 3.6)
    sizes = [candidate.size for candidate, _ in result.tried]
    for size in sorted(set(sizes)):
        missed = sorted(value for candidate, value in result.tried if candidate.size == size)
        # Side by side, so that points of one number of changes do not hide each other.
        places = [size + 0.6 * ((at * 0.618) % 1 - 0.5) for at in range(len(missed))] if len(missed) > 1 else [size]
        label = say("all_tried") if size == sizes[0] else None
        axes.plot(places, missed, "o", color=GREY, alpha=0.35, markersize=3, linewidth=0, label=label)
    shown = [
        missed_by((one.target, one.value) for one in result.confirmed if (one.rule_set, one.lineup) == (place, first))
        for place in range(len(result.front))
    ]
    where = [candidate.size for candidate in result.front]
    axes.plot(where, shown, "o-", color=BLUE, markersize=6, linewidth=1.2, label=say("in_front"))
    for place, (size, value) in enumerate(zip(where, shown, strict=True)):
        axes.annotate(str(place), (size, value), (5, 5), textcoords="offset points", color=BLUE, fontweight="bold")
    axes.set_xlabel(say("changes"))
    axes.set_xticks(range(max(sizes) + 1))
    axes.set_ylabel(say("missed", lineup=result.plan.lineups[first].name))
    axes.set_ylim(bottom=-0.5)
    axes.grid(axis="y")
    axes.legend()
    return _svg(figure, result)


@style.styled
def draw_confirmed(result: BalanceResult) -> str:
    """A column for each rule set, fewest changes first, and a row for each line-up; as SVG."""
    rows = list(_rows(result))
    heights = [len({one.target.name for one in found}) + 1.5 for _, found in rows]
    columns = len(result.front)
    figure = Figure(figsize=(2.2 + 2.2 * columns, 1.2 + 0.24 * sum(heights)), layout="constrained")
    grid = figure.subplots(len(rows), columns, squeeze=False, height_ratios=heights, sharex=True)
    for axes_row, (name, found) in zip(grid, rows, strict=True):
        for place, axes in enumerate(axes_row):
            _draw(axes, [one for one in found if one.rule_set == place], place == 0)
        axes_row[0].set_title(name, fontsize=9)
    for place, axes in enumerate(grid[0]):
        changes = "\n".join(result.front[place].words.split(", ")) or say("printed")
        head = f"{place}: {changes}"
        axes.set_title(f"{head}\n{rows[0][0]}" if place == 0 else f"{head}\n", fontsize=8.5, fontweight="normal")
    figure.supxlabel(say("axis"), fontsize=8.5)
    return _svg(figure, result)


def _rows(result: BalanceResult) -> Iterator[tuple[str, list[Confirmed]]]:
    """Each line-up, with its numbers that have a band to lie in."""
    for number, lineup in enumerate(result.plan.lineups):
        found = [one for one in result.confirmed if one.lineup == number and _is_drawn(one)]
        if found:
            yield lineup.name, found


def _is_drawn(one: Confirmed) -> bool:
    target = one.target
    return not target.aim and math.isfinite(target.low) and math.isfinite(target.high) and target.low < target.high


def _draw(axes: Axes, found: list[Confirmed], is_first: bool) -> None:
    axes.axvspan(-1, 1, color=FAINT, alpha=0.35, linewidth=0)
    for place, one in enumerate(found):
        middle, half = (one.target.low + one.target.high) / 2, (one.target.high - one.target.low) / 2
        low, value, high = ((number - middle) / half for number in (one.low, one.value, one.high))
        colour = _COLOURS.get(one.verdict, BLUE)
        axes.plot([low, high], [place, place], color=colour, linewidth=1.6)
        axes.plot([value], [place], "o", color=colour, markersize=4)
    axes.set_yticks(
        range(len(found)), [one.target.name for one in found] if is_first else [""] * len(found), fontsize=8
    )
    axes.set_ylim(len(found) - 0.5, -0.5)


def _svg(figure: Figure, result: BalanceResult) -> str:
    made = style.picture(figure, result.plan.title, result.plan.question).svg
    return made if "xmlns=" in made else made.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
