"""The working memory of a bot, and what it knows about a board: records, as compiled code likes them."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import Annotated

from forvm.bots.weights import FEATURES, REACH_LIMIT
from forvm.engine import tasks
from forvm.engine.definition import EXOTIC, NO_REGION, Definition
from forvm.engine.limits import AGENTS, MARKETS, PLAYERS, REGIONS
from forvm.engine.twin.layout import Column, Layout, Wide, layout

CANDIDATES = 96  # moves that a bot considers at once

# Classes of markets by what they would pay the next to build there: the least that makes the class, and what counts.
YIELD_FROM = (125, 75, 25, 0)
YIELD_TYPICAL = (1.6, 0.9, 0.4, 0.0, -0.4)  # hundreds
YIELDS = 5
BONUS_FIRST, BONUS_FIFTH, NO_BONUS = range(3)  # the first in its region, the fifth, any other
BONUSES = 3
SITES = YIELDS * BONUSES

ROLLS = (tasks.OVER + 1) * (PLAYERS + 1)  # what can be rolled, for whom

PerPlayer = Annotated[list[int], Column("i4", PLAYERS)]
PerSite = Annotated[list[int], Column("i4", SITES)]
MaskPerPlayer = Annotated[list[int], Column("i8", PLAYERS)]
FloatPerPlayer = Annotated[list[float], Column("f8", PLAYERS)]


@layout
class Chart(Layout):
    """What can be known about a board beforehand. Sets of markets are bits."""

    ring: Annotated[list[int], Column("i8", MARKETS * (REACH_LIMIT + 1))]  # markets at each distance from each
    region: Annotated[list[int], Column("i8", REGIONS)]
    yields: Annotated[list[int], Column("i8", YIELDS)]  # markets by what they pay the first to build there
    yield_class: Annotated[list[int], Column("i2", MARKETS * PLAYERS)]  # [market * PLAYERS + owners]
    exotics: Wide
    exotic: Annotated[list[int], Column("i2", MARKETS)]


@layout
class Mind(Layout):
    """What a bot writes down while it thinks."""

    # The survey of a position; it goes on from the last, so a mind serves one definition.
    surveyed: Wide
    seen: Annotated[list[int], Column("i2", MARKETS)]  # the horrea that are counted
    income: PerPlayer
    routes: PerPlayer  # what complete routes add to it
    boost: PerPlayer
    horrea: PerPlayer
    owned: MaskPerPlayer  # markets with the player's horreum, as bits
    routed: MaskPerPlayer  # exotic markets at the end of a complete route
    routed_for: MaskPerPlayer  # the horrea for which that was found
    allies: PerPlayer  # as bits
    wed: Annotated[list[int], Column("i2", MARKETS)]  # the local marriages that are counted
    locals: PerPlayer
    stands: MaskPerPlayer  # markets with the player's agent
    in_region: Annotated[list[int], Column("i4", PLAYERS * REGIONS)]
    yields: Annotated[list[int], Column("i8", YIELDS)]  # markets by what they would pay the next to build there
    # All classes of sites by what they would be worth, best first: what they pay, and which bonus.
    ranked: Wide
    ranked_pay: Annotated[float, Column("f8")]  # the weights that they are ranked by
    ranked_any: Annotated[float, Column("f8")]
    ranked_first: Annotated[float, Column("f8")]
    ranked_five: Annotated[float, Column("f8")]
    rank_yield: PerSite
    rank_bonus: PerSite
    rank_worth: Annotated[list[float], Column("f8", SITES)]
    bonus: Annotated[list[int], Column("i8", BONUSES)]  # markets by the bonus for the player under consideration
    # Those classes where the player under consideration could build, best first.
    sites: Wide
    site: Annotated[list[int], Column("i8", SITES)]
    site_worth: Annotated[list[float], Column("f8", SITES)]
    open: Annotated[int, Column("i8")]  # all of them together
    aim: Annotated[list[int], Column("i8", AGENTS)]  # where each of the player's agents aims to build, one bit
    aim_worth: Annotated[list[float], Column("f8", AGENTS)]
    steps_ahead: Wide  # agents that may still step this turn, as bits
    builds_ahead: Wide  # 1 while the player may still build this turn
    blocked: Annotated[int, Column("i8")]  # markets where others' agents are in the way
    advance: Annotated[float, Column("f8")]  # how near the leader is to winning, 0 to 1

    weight: Annotated[list[float], Column("f8", FEATURES)]  # what each feature counts at this stage of the game
    feature: Annotated[list[float], Column("f8", FEATURES)]
    cost: FloatPerPlayer  # of the challenges that the player must make
    expected: FloatPerPlayer  # money at the next reckoning, as far as known
    heights: FloatPerPlayer  # prestige at the next reckoning
    alone: FloatPerPlayer  # standing, apart from what compares players
    standing: FloatPerPlayer
    reach: FloatPerPlayer  # what the player's agents are about to build
    kept_reach: FloatPerPlayer
    kept_alone: FloatPerPlayer
    kept_income: PerPlayer
    kept_expected: FloatPerPlayer
    kept_heights: FloatPerPlayer
    chance: FloatPerPlayer  # of winning

    # The moves under consideration, and the player's chance of winning after each.
    quick: Wide  # 1: only the best move is wanted
    listed: Wide  # how many legal moves are listed already; 0: they are not
    courting: Wide  # 1: a proposal of marriage is among the legal moves
    candidates: Wide
    action: Annotated[list[int], Column("i4", CANDIDATES)]
    value: Annotated[list[float], Column("f8", CANDIDATES)]
    most: Annotated[list[float], Column("f8", CANDIDATES)]  # where values are the least that a move may be worth

    # In games that share their luck: how often each thing was rolled this turn.
    rolls_turn: Wide
    rolls: Annotated[list[int], Column("i4", ROLLS)]


def yield_class(value: int) -> int:
    """The class of a market by what it pays."""
    return next((i for i, least in enumerate(YIELD_FROM) if value >= least), YIELDS - 1)


def signed(bits: int) -> int:
    """A set of up to 64 markets as the signed number that holds it in a record."""
    return bits - (1 << 64) if bits >> 63 else bits


def chart_of(g: Definition) -> Chart:
    """The chart of a board; it is not to be changed, because everyone gets the same."""
    return _study(g.pack())


@lru_cache(maxsize=64)
def _study(definition: bytes) -> Chart:
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
    """Markets at most so many links away, with their distances."""
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
