"""What bots know about a board beforehand: distances, regions and what markets pay, as sets of bits."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import Annotated

from forvm.bots.weights import REACH_LIMIT
from forvm.engine.definition import EXOTIC, NO_REGION, Definition
from forvm.engine.limits import MARKETS, PLAYERS, REGIONS
from forvm.engine.twin.layout import Column, Layout, Wide, layout

# Classes of markets by what they would pay the next to build there: the least that makes the class, and what counts.
YIELD_FROM = (125, 75, 25, 0)
YIELD_TYPICAL = (1.6, 0.9, 0.4, 0.0, -0.4)  # hundreds
YIELDS = 5


@layout
class Chart(Layout):
    """The tables of a board. Sets of markets are bits."""

    ring: Annotated[list[int], Column("i8", MARKETS * (REACH_LIMIT + 1))]  # markets at each distance from each
    region: Annotated[list[int], Column("i8", REGIONS)]
    yields: Annotated[list[int], Column("i8", YIELDS)]  # markets by what they pay the first to build there
    yield_class: Annotated[list[int], Column("i2", MARKETS * PLAYERS)]  # [market * PLAYERS + owners]
    exotics: Wide
    exotic: Annotated[list[int], Column("i2", MARKETS)]


def yield_class(value: int) -> int:
    """Returns the class of a market by what it pays."""
    return next((i for i, least in enumerate(YIELD_FROM) if value >= least), YIELDS - 1)


def signed(bits: int) -> int:
    """Returns a set of up to 64 markets as the signed number that holds it in a record."""
    return bits - (1 << 64) if bits >> 63 else bits


def chart_of(g: Definition) -> Chart:
    """Returns the chart of a board. Do not change it: all callers share it."""
    return _cached_chart(g.pack())


@lru_cache(maxsize=64)
def _cached_chart(definition: bytes) -> Chart:
    g = Definition.unpack(definition)
    chart = Chart()
    for m in range(g.markets):
        for other, distance in _within_reach(g, m):
            chart.ring[m * (REACH_LIMIT + 1) + distance] |= signed(1 << other)
        if g.region[m] != NO_REGION:
            chart.region[g.region[m]] |= signed(1 << m)
        for owners in range(PLAYERS):
            chart.yield_class[m * PLAYERS + owners] = yield_class(g.value[m * PLAYERS + owners])
        chart.yields[yield_class(g.value[m * PLAYERS])] |= signed(1 << m)
        if g.kind[m] == EXOTIC:
            chart.exotic[chart.exotics] = m
            chart.exotics += 1
    return chart


def _within_reach(g: Definition, start: int) -> list[tuple[int, int]]:
    """Returns the markets at most ``REACH_LIMIT`` links away, with their distances."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        m = queue.popleft()
        if found[m] < REACH_LIMIT:
            for link in range(g.first_link[m], g.first_link[m + 1]):
                if g.link_to[link] not in found:
                    found[g.link_to[link]] = found[m] + 1
                    queue.append(g.link_to[link])
    return list(found.items())
