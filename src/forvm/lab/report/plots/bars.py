"""Bars: where prestige and money come from, what fate cards move, which factors matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.colors import to_rgb

from forvm.lab.report import words
from forvm.lab.report.plots.dots import ROW, WIDE
from forvm.lab.report.plots.style import (
    BLUE,
    GREEN,
    INK,
    MANY,
    ORANGE,
    PAPER,
    Picture,
    figure,
    label_rows,
    picture,
    styled,
)
from forvm.lab.report.words import say
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.statistics.sensitivity import Index

# The same source has the same colour in every picture.
_COLOURS = dict(
    zip(
        (
            "trade",
            "wealth",
            "milestones",
            "building",
            "benefactions",
            "fate",
            "loans",
            "destroying",
            "alliances",
            "ousting",
            "local_marriages",
        ),
        MANY,
        strict=True,
    )
)
NEGLIGIBLE = 0.004  # of all that is shown: less cannot be seen
LEGIBLE = 0.045  # as wide a part has room for its number


@styled
def sources(
    names: Sequence[str],
    gains: Sequence[Mapping[str, float]],
    losses: Sequence[Mapping[str, float]],
    *,
    title: str,
    axis: str,
) -> Picture:
    """What comes in, to the right, and goes out, to the left, by source; the mark is what is left of both."""
    reach = max(sum(part.values()) for part in gains) + max(sum(part.values()) for part in losses)
    parts = [*gains, *losses]
    labels = [
        label
        for label in dict.fromkeys(label for part in parts for label in part)
        if any(part.get(label, 0) > NEGLIGIBLE * reach for part in parts)
    ]
    made, (axes,) = figure(WIDE, 1.5 + ROW * 1.5 * len(names))
    for row, (gained, lost) in enumerate(zip(gains, losses, strict=True)):
        for part, direction in ((gained, 1), (lost, -1)):
            reached = 0.0
            for label in labels:
                amount = part.get(label, 0.0)
                axes.barh(row, direction * amount, 0.7, reached, color=_COLOURS[label], edgecolor=PAPER, linewidth=0.5)
                if amount > LEGIBLE * reach:
                    middle, ink = reached + direction * amount / 2, _ink(_COLOURS[label])
                    axes.text(middle, row, words.plain(amount), ha="center", va="center", color=ink, fontsize=7.5)
                reached += direction * amount
        left = sum(gained.values()) - sum(lost.values())
        axes.plot([left], [row + 0.35], "D", color=INK, markeredgecolor=PAPER, markersize=6)
    for label in labels:
        axes.barh(0, 0, color=_COLOURS[label], label=say(f"source.{label}"))
    axes.plot([], [], "D", color=INK, markersize=5, label=say("sources.left"))
    axes.axvline(0, color=INK, linewidth=0.8)
    label_rows(axes, names)
    axes.set_xlabel(axis)
    axes.set_title(title)
    made.legend(loc="outside lower center", ncols=5)
    told = "; ".join(
        f"{name}: " + ", ".join(f"{say(f'source.{label}')} {words.plain(amount)}" for label, amount in gained.items())
        for name, gained in zip(names, gains, strict=True)
    )
    return picture(made, title, told)


@styled
def cards(names: Sequence[str], moved: Mapping[str, Sequence[float]]) -> Picture:
    """What each fate card moves when it is drawn, a panel for each kind of thing."""
    made, panels = figure(WIDE, 1.0 + 0.26 * len(names), columns=len(moved))
    for axes, (what, amounts), colour in zip(panels, moved.items(), (BLUE, ORANGE, GREEN), strict=False):
        axes.barh(range(len(names)), amounts, 0.66, color=colour)
        label_rows(axes, names if axes is panels[0] else [""] * len(names))
        axes.set_xlabel(say(f"cards.{what}_axis"))
        axes.set_title(say(f"cards.{what}"))
    rows = zip(names, *moved.values(), strict=True)
    told = "; ".join(f"{name}: {', '.join(map(words.plain, amounts))}" for name, *amounts in rows)
    return picture(made, say("cards.figure"), told)


@styled
def importance(
    metric: Metric, kind: str, ordered: Sequence[Index], floors: Sequence[float | None], error: float
) -> Picture:
    """How much every factor matters to a metric, the most important on top, and what luck alone would show."""
    made, (axes,) = figure(WIDE, 1.25 + 0.42 * len(ordered))
    scale = words.scale(metric) if kind == "morris" else 1
    labels = {"total": say("sensitivity.rms" if kind == "morris" else "sensitivity.total")}
    labels["first"] = say("sensitivity.first")
    shown = [what for what in ("total", "first") if getattr(ordered[0], what) is not None]
    for place, what in enumerate(shown):
        offset = 0.36 * (place - (len(shown) - 1) / 2)
        colour = BLUE if what == "total" else ORANGE
        for row, one in enumerate(ordered):
            told = getattr(one, what)
            stands = one.p < error
            axes.barh(
                row + offset,
                scale * max(told.value, 0.0),
                0.34,
                color=colour if stands else PAPER,
                edgecolor=colour,
                label=labels[what] if row == 0 else None,
            )
            axes.plot((scale * told.low, scale * told.high), (row + offset,) * 2, color=INK, linewidth=1.2)
    for row, floor in enumerate(floors):
        if floor is not None:
            label = say("sensitivity.floor_label") if row == 0 else None
            axes.plot((scale * floor,) * 2, (row - 0.42, row + 0.42), "--", color=INK, linewidth=1, label=label)
    label_rows(axes, [words.factor_name(one.factor) for one in ordered])
    unit = words.metric_unit(metric)
    axes.set_xlabel(
        say("sensitivity.morris_axis", unit="percentage points" if unit == "%" else unit)
        if kind == "morris"
        else say("sensitivity.share_axis")
    )
    title = say("sensitivity.figure", metric=words.metric_name(metric))
    axes.set_title(title)
    made.legend(loc="outside lower center", ncols=3)
    told_in_words = "; ".join(f"{words.factor_name(i.factor)}: {words.plain(scale * i.main.value)}" for i in ordered)
    return picture(made, title, told_in_words)


def _ink(colour: str) -> str:
    """Black or white, whichever is easier to read upon a colour."""
    red, green, blue = to_rgb(colour)
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else PAPER
