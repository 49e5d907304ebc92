"""Marks with bars: differences to the baseline, shares of victories, lengths of games, values of a factor."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forvm.lab.report import words
from forvm.lab.report.contrasts import Effect
from forvm.lab.report.plots.style import (
    BLUE,
    COLOURS,
    FAINT,
    GREY,
    INK,
    MARKS,
    PAPER,
    Picture,
    figure,
    label_rows,
    picture,
    styled,
)
from forvm.lab.report.words import say
from forvm.lab.statistics import Estimate, estimate, gather
from forvm.lab.statistics.game_metrics import Metric

ROW = 0.30  # inches
WIDE = 8.8
FEWEST_IN_A_PART = 16  # settings, for a band around the line through a cloud
MOST_PARTS = 8  # of a factor's range, for the line through a cloud


@styled
def differences(metric: Metric, effects: Sequence[Effect]) -> Picture:
    """What every setting did to a metric, with narrow and wide intervals."""
    made, (axes,) = figure(WIDE, 1.25 + ROW * len(effects) * 1.25)
    scale = words.scale(metric)
    axes.axvline(0, color=INK, linewidth=0.8)
    for row, effect in enumerate(effects):
        told, colour = effect.told, BLUE if effect.told.differs else GREY
        wide, narrow = (told.low * scale, told.high * scale), (told.alone.low * scale, told.alone.high * scale)
        axes.plot(wide, (row, row), color=colour, linewidth=1)
        axes.plot(narrow, (row, row), color=colour, linewidth=3.5, solid_capstyle="butt")
        face = colour if told.differs else PAPER
        axes.plot([told.alone.value * scale], [row], "o", color=colour, markerfacecolor=face, markersize=6)
    label_rows(axes, [effect.contrast.label for effect in effects])
    unit = words.metric_unit(metric)
    axes.set_xlabel(say("effects.axis", unit="percentage points" if unit == "%" else unit))
    _verdicts(axes)
    title = say("effects.figure", metric=words.metric_name(metric))
    axes.set_title(title)
    told_in_words = "; ".join(f"{e.contrast.label}: {words.difference(metric, e.told.alone)}" for e in effects)
    return picture(made, title, told_in_words)


def _verdicts(axes: Axes) -> None:
    axes.plot([], [], "o", color=BLUE, label=say("effects.stands"))
    axes.plot([], [], "o", color=GREY, markerfacecolor=PAPER, label=say("effects.open"))
    axes.plot([], [], color=GREY, linewidth=3.5, label=say("effects.alone"))
    axes.plot([], [], color=GREY, linewidth=1, label=say("effects.all"))
    axes.figure.legend(loc="outside lower center", ncols=4)


@styled
def lengths(names: Sequence[str], quantiles: Sequence[Sequence[float]]) -> Picture:
    """The spread of lengths in every cell: 5, 25, 50, 75 and 95 % of games."""
    made, (axes,) = figure(WIDE, 1.25 + ROW * len(names) * 1.25)
    for row, (low, lower, middle, upper, high) in enumerate(quantiles):
        axes.plot((low, high), (row, row), color=BLUE, linewidth=1)
        axes.plot((lower, upper), (row, row), color=BLUE, linewidth=6, alpha=0.55, solid_capstyle="butt")
        axes.plot([middle], [row], "o", color=INK, markersize=5)
    label_rows(axes, names)
    axes.set_xlim(left=0)
    axes.plot([], [], "o", color=INK, markersize=5, label=say("lengths.median"))
    axes.plot([], [], color=BLUE, linewidth=6, alpha=0.55, label=say("lengths.middle"))
    axes.plot([], [], color=BLUE, linewidth=1, label=say("lengths.most"))
    made.legend(loc="outside lower center", ncols=3)
    axes.set_xlabel(say("lengths.axis"))
    axes.set_title(say("lengths.figure"))
    told = "; ".join(f"{name}: {row[2]:g}" for name, row in zip(names, quantiles, strict=True))
    return picture(made, say("lengths.figure"), told)


@styled
def shares(
    names: Sequence[str],
    groups: Sequence[Sequence[tuple[str, Estimate]]],
    fair: Sequence[float],
    *,
    title: str,
    axis: str,
) -> Picture:
    """Shares of victories: for each name a group of labelled estimates, beside the fair share."""
    labels = list(dict.fromkeys(label for group in groups for label, _ in group))
    step = 0.8 / max(len(labels), 1)
    made, (axes,) = figure(WIDE, 1.2 + 0.16 * sum(len(group) + 1.2 for group in groups))
    for row, (group, share) in enumerate(zip(groups, fair, strict=True)):
        axes.plot((100 * share, 100 * share), (row - 0.45, row + 0.45), "--", color=INK, linewidth=1)
        for label, told in group:
            number = labels.index(label)
            y = row + step * (number - (len(labels) - 1) / 2)
            colour = COLOURS[number % len(COLOURS)]
            axes.plot((100 * told.low, 100 * told.high), (y, y), color=colour, linewidth=2)
            axes.plot([100 * told.value], [y], MARKS[number % len(MARKS)], color=colour, markersize=6)
    for number, label in enumerate(labels):
        mark, colour = MARKS[number % len(MARKS)], COLOURS[number % len(COLOURS)]
        axes.plot([], [], mark, color=colour, linestyle="-", label=label)
    axes.plot([], [], "--", color=INK, linewidth=1, label=say("seats.fair"))
    label_rows(axes, names)
    axes.set_xlim(left=0)
    axes.set_xlabel(axis)
    axes.set_title(title)
    made.legend(loc="outside lower center", ncols=min(len(labels) + 1, 5))
    told_in_words = "; ".join(
        f"{name}: " + ", ".join(f"{label} {words.percent(told.value)}" for label, told in group)
        for name, group in zip(names, groups, strict=True)
    )
    return picture(made, title, told_in_words)


@styled
def curve(
    metric: Metric, factor: str, values: Sequence[float], told: Sequence[Estimate], baseline: float | None
) -> Picture:
    """A metric over the values of a factor."""
    made, (axes,) = figure(4.6, 2.9)
    scale = words.scale(metric)
    middle = [one.value * scale for one in told]
    below = [(one.value - one.low) * scale for one in told]
    above = [(one.high - one.value) * scale for one in told]
    if baseline is not None:
        axes.axvline(baseline, color=FAINT, linewidth=1.2)
    axes.errorbar(values, middle, (below, above), fmt="o-", color=BLUE, linewidth=1.5, markersize=5, capsize=3)
    return _curve_frame(made, axes, metric, factor)


@styled
def crossing(metric: Metric, first: str, second: str, lines: Mapping[str, Sequence[tuple[str, Estimate]]]) -> Picture:
    """A metric over the values of one factor, a line for each value of another. Crossing lines are opposite effects."""
    made, (axes,) = figure(4.6, 3.4)
    scale = words.scale(metric)
    values = list(dict.fromkeys(value for line in lines.values() for value, _ in line))
    for number, (label, line) in enumerate(lines.items()):
        colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
        x = [values.index(value) + 0.06 * (number - (len(lines) - 1) / 2) for value, _ in line]
        axes.plot(x, [scale * told.value for _, told in line], f"{mark}-", color=colour, markersize=5, label=label)
        for place, (_, told) in zip(x, line, strict=True):
            axes.plot((place, place), (scale * told.low, scale * told.high), color=colour, linewidth=1)
    axes.set_xticks(range(len(values)), values, rotation=30 if max(map(len, values)) > 8 else 0, ha="center")
    axes.legend(title=words.factor_name(second), fontsize=7, title_fontsize=7)
    axes.grid(axis="y")
    axes.set_xlabel(words.factor_name(first))
    axes.set_ylabel(words.metric_unit(metric))
    axes.set_title(words.metric_name(metric))
    title = say(
        "crossed.figure",
        metric=words.metric_name(metric),
        one=words.factor_name(first),
        other=words.factor_name(second),
    )
    told_in_words = "; ".join(
        f"{label}: " + ", ".join(f"{value} {words.amount(metric, told.value)}" for value, told in line)
        for label, line in lines.items()
    )
    return picture(made, title, told_in_words, "small")


@styled
def cloud(metric: Metric, factor: str, values: Sequence[float], means: Sequence[float]) -> Picture:
    """A metric in every cell of a sampled design, over the values of a factor."""
    made, (axes,) = figure(4.6, 2.9)
    scale = words.scale(metric)
    axes.plot(values, [mean * scale for mean in means], "o", color=BLUE, markersize=3.5, alpha=0.45)
    # Settings with the same value belong to the same part.
    distinct = sorted(set(values))
    size = math.ceil(len(distinct) / MOST_PARTS)
    parts = [set(distinct[first : first + size]) for first in range(0, len(distinct), size)]
    groups = [[(x, y) for x, y in zip(values, means, strict=True) if x in part] for part in parts]
    line = [(sum(x for x, _ in group) / len(group), sum(y for _, y in group) / len(group)) for group in groups]
    at = [x for x, _ in line]
    band = [(scale * low, scale * high) for low, high in map(_middle_of_part, groups)]
    axes.fill_between(at, [low for low, _ in band], [high for _, high in band], color=INK, alpha=0.15, linewidth=0)
    axes.plot(at, [y * scale for _, y in line], "-", color=INK, linewidth=1.5)
    return _curve_frame(made, axes, metric, factor)


def _middle_of_part(group: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The 95 % interval of the mean of a part; none where it has too few settings."""
    if len(group) < FEWEST_IN_A_PART:
        return math.nan, math.nan
    told = estimate(gather(range(len(group)), [y for _, y in group]))
    return told.low, told.high


def _curve_frame(made: Figure, axes: Axes, metric: Metric, factor: str) -> Picture:
    axes.grid(axis="y")
    axes.set_xlabel(words.factor_name(factor))
    axes.set_ylabel(words.metric_unit(metric))
    title = say("curves.figure", metric=words.metric_name(metric), factor=words.factor_name(factor))
    axes.set_title(words.metric_name(metric))
    return picture(made, title, title, "small")
