"""The working memory of a bot, and what it knows about a board: records, as compiled code likes them."""

from __future__ import annotations

from collections import deque
from typing import Annotated

from forvm.bots.weights import FEATURES, REACH_LIMIT
from forvm.engine.definition import EXOTIC, Definition
from forvm.engine.layout import Column, Layout, Wide, layout
from forvm.engine.limits import MARKETS, PLAYERS, REGIONS

CANDIDATES = 96  # moves that a bot considers at once

PerPlayer = Annotated[list[int], Column("i4", PLAYERS)]
MaskPerPlayer = Annotated[list[int], Column("i8", PLAYERS)]
FloatPerPlayer = Annotated[list[float], Column("f8", PLAYERS)]


@layout
class Chart(Layout):
    """What can be known about a board beforehand."""

    # The markets within reach of m, nearest first: near_first[m] … near_first[m + 1] - 1.
    near_first: Annotated[list[int], Column("i4", MARKETS + 1)]
    near_market: Annotated[list[int], Column("i2", MARKETS * MARKETS)]
    near_distance: Annotated[list[int], Column("i2", MARKETS * MARKETS)]
    exotics: Wide
    exotic: Annotated[list[int], Column("i2", MARKETS)]
    best_value: Wide  # the most that any market pays


@layout
class Mind(Layout):
    """What a bot writes down while it thinks."""

    # The survey of a position.
    income: PerPlayer
    boost: PerPlayer
    horrea: PerPlayer
    owned: MaskPerPlayer  # markets with the player's horreum, as bits
    stands: MaskPerPlayer  # markets with the player's agent
    in_region: Annotated[list[int], Column("i4", PLAYERS * REGIONS)]
    site_region: Annotated[list[float], Column("f8", PLAYERS * REGIONS)]  # what one more there earns
    site_most: FloatPerPlayer
    site_worth: FloatPerPlayer  # of each hundred that a market pays
    advance: Annotated[float, Column("f8")]  # how near the leader is to winning, 0 to 1

    feature: Annotated[list[float], Column("f8", FEATURES)]
    expected: FloatPerPlayer  # money at the next reckoning, as far as known
    heights: FloatPerPlayer  # prestige at the next reckoning
    standing: FloatPerPlayer
    chance: FloatPerPlayer  # of winning

    # The moves under consideration, and the player's chance of winning after each.
    action: Annotated[list[int], Column("i4", CANDIDATES)]
    value: Annotated[list[float], Column("f8", CANDIDATES)]


def chart_of(g: Definition) -> Chart:
    """Study a board."""
    chart = Chart()
    at = 0
    for m in range(g.markets):
        chart.near_first[m] = at
        for other, distance in _within_reach(g, m):
            chart.near_market[at] = other
            chart.near_distance[at] = distance
            at += 1
        if g.kind[m] == EXOTIC:
            chart.exotic[chart.exotics] = m
            chart.exotics += 1
    chart.near_first[g.markets] = at
    chart.best_value = max(g.value)
    return chart


def _within_reach(g: Definition, start: int) -> list[tuple[int, int]]:
    """Markets at most so many links away, nearest first."""
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
