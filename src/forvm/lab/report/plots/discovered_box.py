"""Pictures of scenario discovery: the box among the points, and the way on which it was found."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from forvm import text
from forvm.lab.emulator.discovery import Discovery, Restricted
from forvm.lab.report import words
from forvm.lab.report.plots.style import BLUE, FAINT, INK, ORANGE, PAPER, VERMILION, Picture, figure, picture, styled

SIZE = 4.4  # inches
SHIFT = 0.25  # of the way to the next value: points with the same values would hide each other


def say(key: str) -> str:
    """A text of the page."""
    return str(text.load("discover")["report"][key])


@styled
def points(found: Discovery) -> Picture | None:
    """All points by the two factors that the box restricts most surely; None if it restricts no number."""
    numbers = [one for one in found.restricted if one.factor.is_number]
    if not numbers:
        return None
    across = numbers[0]
    others = [factor for factor in found.study.factors if factor.is_number and factor is not across.factor]
    up = numbers[1].factor if len(numbers) > 1 else others[0] if others else None
    made, (axes,) = figure(SIZE, SIZE)
    x = _levels(found, across.factor.key)
    y = np.full(len(x), 0.5) if up is None else _levels(found, up.key)
    order = np.argsort(found.interest)
    lot = np.random.default_rng(1)
    seen_x, seen_y = (ends + lot.uniform(-SHIFT, SHIFT, len(x)) * _step(ends) for ends in (x, y))
    shares = found.interest[order]
    axes.scatter(
        seen_x[order],
        seen_y[order],
        s=12 + 60 * shares,
        c=shares,
        cmap="cividis_r",
        vmin=0,
        vmax=1,
        edgecolors=INK,
        linewidths=0.3,
    )
    left, right = _ends(across, x)
    low, high = _ends(numbers[1], y) if len(numbers) > 1 else (float(y.min()), float(y.max()))
    pad_x, pad_y = SHIFT * _step(x), SHIFT * _step(y) or 0.02
    frame = (left - pad_x, low - pad_y), right - left + 2 * pad_x, high - low + 2 * pad_y
    axes.add_patch(Rectangle(*frame, facecolor="none", edgecolor=VERMILION, linewidth=2))
    axes.set_xlabel(words.factor_name(across.factor.key))
    axes.set_ylabel("" if up is None else words.factor_name(up.key))
    axes.set_title(say("figure"))
    for one in (axes.xaxis, axes.yaxis):
        one.set_major_locator(MaxNLocator(integer=True))
    axes.grid(visible=False)
    return picture(made, say("figure"), say("figure_note"), "small")


def _levels(found: Discovery, key: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    place = next(number for number, factor in enumerate(found.study.factors) if factor.key == key)
    levels = np.array(found.study.factors[place].levels, np.float64)
    values: np.ndarray[tuple[int], np.dtype[np.float64]] = levels[found.choices[:, place]]
    return values


def _step(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """How far apart two neighbouring values are."""
    apart = np.diff(np.unique(values))
    return float(apart.min()) if len(apart) else 0.0


def _ends(one: Restricted, values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, float]:
    allowed = [float(one.factor.levels[number]) for number in one.restriction.allowed]  # type: ignore[arg-type]
    return max(min(allowed), float(values.min())), min(max(allowed), float(values.max()))


@styled
def way(found: Discovery) -> Picture:
    """Coverage and density of all boxes of the search."""
    made, (axes,) = figure(SIZE, SIZE)
    coverage = [100 * box.coverage for box in found.way]
    density = [100 * box.density for box in found.way]
    axes.axhline(100 * found.overall, color=FAINT, linewidth=1, linestyle="--")
    axes.plot(coverage, density, color=BLUE, marker="o", markersize=3.5, linewidth=1)
    chosen = found.found
    axes.plot(
        [100 * chosen.coverage],
        [100 * chosen.density],
        marker="o",
        markersize=11,
        markerfacecolor="none",
        markeredgecolor=VERMILION,
        markeredgewidth=2,
    )
    held = found.held_out
    axes.plot(
        [100 * held.coverage], [100 * held.density], marker="D", markersize=6, color=ORANGE, markeredgecolor=PAPER
    )
    axes.set_xlabel(say("coverage"))
    axes.set_ylabel(say("density"))
    axes.set_title(say("way"))
    axes.set_xlim(0, 104)
    axes.grid(axis="both")
    return picture(made, say("way"), say("way_note"), "small")
