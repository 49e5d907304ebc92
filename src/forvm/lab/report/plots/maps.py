"""Use drawn on the map of the game, and against the centrality of markets.

``map.json`` holds the coasts and places of the table's own map (Natural Earth, pulled apart where markets crowd); the
tests of the pages keep it in step. A board of one's own has no coasts: it is drawn as a network.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import MaxNLocator

from forvm.content import Board
from forvm.lab.report.plots.style import (
    BLUE,
    INK,
    MARKS,
    ORANGE,
    PAPER,
    SKY,
    VERMILION,
    Picture,
    figure,
    picture,
    styled,
)
from forvm.lab.report.words import say
from forvm.lab.statistics.network import CENTRALITIES, Association

SEA, LAND, LINK = "#E8EEF1", "#F5F0E4", "#8C8577"
WIDE = 9.2
LARGEST = 620.0  # points², the area of the largest disc
# In steps: matplotlib would embed a finer scale as an image of pixels.
_GAIN = LinearSegmentedColormap.from_list("gain", ["#FFF7DF", "#E3B448", "#B5651D", "#5C2A12"], N=24)
_GAIN_AND_LOSS = LinearSegmentedColormap.from_list("gain and loss", ["#0072B2", "#FFFFFF", "#B5651D"], N=24)


@dataclass(frozen=True)
class Places:
    """Where markets are drawn, and the coasts around them."""

    width: float
    height: float
    markets: tuple[tuple[float, float], ...]
    coasts: tuple[tuple[tuple[float, float], ...], ...] = ()


def places(board: Board) -> Places:
    """The places of a board: those of the table's map, or what the board's own file says."""
    drawn = _drawn()
    if drawn["board"] == board.id and len(drawn["markets"]) == len(board.markets):
        rings = tuple(tuple(zip(ring[::2], ring[1::2], strict=True)) for ring in drawn["coasts"])
        return Places(drawn["width"], drawn["height"], tuple((x, y) for x, y in drawn["markets"]), rings)
    return Places(board.width, board.height, tuple((market.x, market.y) for market in board.markets))


@cache
def _drawn() -> dict[str, Any]:
    file = resources.files("forvm.lab.report") / "map.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


@styled
def use(board: Board, owned: Sequence[float], income: Sequence[float], title: str) -> Picture:
    """Discs of use on the map, coloured by income."""
    at = places(board)
    made, (axes,) = figure(WIDE, 6.9)
    _ground(axes, board, at)
    most = max(*owned, 1e-9)
    reach = max(max(abs(value) for value in income), 1e-9)
    loses = min(income) < -0.02 * reach
    discs = axes.scatter(
        [x for x, _ in at.markets],
        [y for _, y in at.markets],
        [LARGEST * value / most + 4 for value in owned],
        income,
        cmap=_GAIN_AND_LOSS if loses else _GAIN,
        vmin=-reach if loses else 0,
        vmax=reach,
        edgecolors=INK,
        linewidths=0.7,
        zorder=3,
    )
    _names(axes, board, at, [math.sqrt(LARGEST * value / most) / 2 for value in owned])
    bar = made.colorbar(discs, ax=axes, location="bottom", fraction=0.035, pad=0.02, label=say("markets.colour"))
    bar.locator = MaxNLocator(5)
    bar.update_ticks()
    _sizes(axes, most, say("markets.size"))
    axes.set_title(title)
    ranked = sorted(zip(owned, board.markets, strict=True), key=lambda pair: -pair[0])[:5]
    told = ", ".join(f"{market.latin} {value:.1f}" for value, market in ranked)
    return picture(made, title, told, "map")


@styled
def change(board: Board, gained: Sequence[float], title: str) -> Picture:
    """Discs of what was gained or lost in use."""
    at = places(board)
    made, (axes,) = figure(WIDE, 6.6)
    _ground(axes, board, at)
    most = max(max(abs(value) for value in gained), 1e-9)
    for sign, colour, face, label in (
        (1, BLUE, SKY, say("markets.gained")),
        (-1, VERMILION, PAPER, say("markets.lost")),
    ):
        chosen = [number for number, value in enumerate(gained) if sign * value > 0]
        axes.scatter(
            [at.markets[number][0] for number in chosen],
            [at.markets[number][1] for number in chosen],
            [LARGEST * abs(gained[number]) / most + 2 for number in chosen],
            color=face,
            edgecolors=colour,
            linewidths=1.6,
            zorder=3,
            label=label,
        )
    _names(axes, board, at, [math.sqrt(LARGEST * abs(value) / most) / 2 for value in gained])
    _sizes(axes, most, say("markets.change_size"))
    axes.set_title(title)
    ranked = sorted(zip(gained, board.markets, strict=True), key=lambda pair: -abs(pair[0]))[:5]
    return picture(made, title, ", ".join(f"{market.latin} {value:+.2f}" for value, market in ranked), "map")


def _ground(axes: Axes, board: Board, at: Places) -> None:
    axes.set_facecolor(SEA if at.coasts else PAPER)
    axes.add_collection(PolyCollection(at.coasts, facecolor=LAND, edgecolor="#CFC6B2", linewidth=0.5, zorder=1))
    roads = [(at.markets[a], at.markets[b]) for a, b in board.links]
    axes.add_collection(LineCollection(roads, colors=LINK, linewidths=0.8, zorder=2))
    axes.set_xlim(0, at.width)
    axes.set_ylim(at.height, 0)
    axes.set_aspect("equal")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.grid(visible=False)


def _names(axes: Axes, board: Board, at: Places, radii: Sequence[float]) -> None:
    # Their halo is drawn by the page: matplotlib would turn the words into outlines.
    for market, place, radius in zip(board.markets, at.markets, radii, strict=True):
        axes.annotate(
            market.latin,
            place,
            (0, -radius - 3),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=6.5,
            fontweight="bold" if market.kind in ("rome", "exotic") else "normal",
            zorder=4,
        )


def _sizes(axes: Axes, most: float, title: str) -> None:
    """A legend of three discs."""
    rounded = float(f"{most:.1g}")
    for value in (rounded, rounded / 2, rounded / 10):
        axes.scatter([], [], LARGEST * value / most, color=PAPER, edgecolors=INK, linewidths=0.7, label=f"{value:g}")
    axes.legend(title=title, loc="upper center", bbox_to_anchor=(0.5, 0), ncols=5, labelspacing=1.2, borderpad=1)


@styled
def centrality(markets: pl.DataFrame, use: str, told: Sequence[Association]) -> Picture:
    """Use against each centrality, a mark for each market."""
    made, panels = figure(WIDE, 3.1, columns=len(CENTRALITIES))
    kinds = ("rome", "small", "large", "exotic")
    colours = (VERMILION, SKY, BLUE, ORANGE)
    for axes, what in zip(panels, CENTRALITIES, strict=True):
        for kind, mark, colour in zip(kinds, MARKS, colours, strict=False):
            some = markets.filter(pl.col("kind") == kind)
            label = say(f"kinds.{kind}") if what == CENTRALITIES[0] else None
            axes.plot(
                some[what], some[use], mark, color=colour, markersize=5, markeredgecolor=INK, mew=0.4, label=label
            )
        rho = next(one.rho for one in told if one.centrality == what and one.use == use)
        axes.set_title(f"{say(f'network.{what}')}, ρ = {rho:.2f}".replace("-", "−"))
        axes.set_xlabel(say(f"network.{what}"))
        axes.grid(axis="y")
    panels[0].set_ylabel(say("network.use_axis"))
    made.legend(loc="outside lower center", ncols=4)
    description = ", ".join(f"{one.centrality} ρ = {one.rho:.2f}" for one in told if one.use == use)
    return picture(made, say("network.figure"), description)
