"""The survey: what stands on the board, counted for all players at once, and what trade pays for it.

The survey is incremental. Invariant: everything in ``work`` that depends on horrea (income, horrea, owned, in_region,
yields) is counted for the horrea in ``work.seen``, and ``work.locals`` for the marriages in ``work.wed``. Only
``count_horrea`` and ``count_locals`` change them, both sides together. So a survey counts only what differs from the
last one, whichever position that was, and a workspace serves one board.
"""

from __future__ import annotations

from forvm.bots.chart import YIELDS
from forvm.bots.weights import REACH_LIMIT
from forvm.bots.workspace import Workspace
from forvm.engine import actions
from forvm.engine.definition import NO_REGION, Definition
from forvm.engine.limits import AGENTS, MARKETS, PLAYERS, REGIONS
from forvm.engine.rules.pieces import allied, owns
from forvm.engine.rules.route import has_route
from forvm.engine.rules.trade import better_value, table_value
from forvm.engine.state import NOBODY, NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def survey(s: State, g: Definition, work: Workspace) -> None:
    """Counts what stands on the board, for all players at once; of horrea only what differs from the last survey."""
    if work.surveyed == 0:
        work.surveyed = 1
        for i in range(YIELDS):
            work.yields[i] = work.chart.yields[i]
        for m in range(MARKETS):
            work.wed[m] = NOBODY
    if are_new(s, work):
        for m in range(g.markets):
            count_horrea(s, g, work, m)
    for p in range(g.players):
        stand_agents(s, g, work, p)
    count_locals(s, g, work)
    count_allies(s, g, work)


@rule
def are_new(s: State, work: Workspace) -> bool:
    """Are there other horrea than were counted? A loop without a branch takes many markets at a time."""
    difference = 0
    for m in range(MARKETS):
        difference |= s.horrea[m] ^ work.seen[m]
    return difference != 0


@rule
def count_horrea(s: State, g: Definition, work: Workspace, m: int) -> None:
    """Counts the horrea on a market again if they have changed."""
    if s.horrea[m] != work.seen[m]:
        count_market(g, work, m, work.seen[m], -1)
        count_market(g, work, m, s.horrea[m], 1)
        work.seen[m] = s.horrea[m]


@rule
def notice(s: State, g: Definition, work: Workspace, a: int) -> None:
    """Brings the survey up to date with a move that was tried, or taken back.

    Agents are not counted again: an agent that is given up to a patron still counts for the trade to come.
    """
    if actions.BUILD_0 <= a < actions.DESTROY_0:
        count_horrea(s, g, work, a - actions.BUILD_0)
    elif actions.DESTROY_0 <= a < actions.GIVE_0:
        count_horrea(s, g, work, (a - actions.DESTROY_0) % MARKETS)
    elif actions.WED_0 <= a < actions.PROPOSE_0 or actions.PART_0 <= a < actions.BUILD_0:
        count_locals(s, g, work)


@rule
def count_allies(s: State, g: Definition, work: Workspace) -> None:
    """Notes the allies of each player, as bits."""
    for p in range(g.players):
        work.allies[p] = 0
    for p in range(g.players):
        for q in range(p + 1, g.players):
            if allied(s, p, q):
                work.allies[p] |= 1 << q
                work.allies[q] |= 1 << p


@rule
def count_locals(s: State, g: Definition, work: Workspace) -> None:
    """Counts the local marriages of each player if they have changed."""
    difference = 0
    for m in range(MARKETS):
        difference |= s.local[m] ^ work.wed[m]
    if difference == 0:
        return
    for m in range(MARKETS):
        work.wed[m] = s.local[m]
    for p in range(g.players):
        work.locals[p] = 0
    for m in range(g.markets):
        if s.local[m] >= 0:
            work.locals[s.local[m]] += 1


@rule
def count_market(g: Definition, work: Workspace, m: int, horrea: int, sign: int) -> None:
    """Adds (sign 1) or subtracts (-1) what the horrea on a market mean to their owners and the next to build there."""
    count = (horrea & 1) + ((horrea >> 1) & 1) + ((horrea >> 2) & 1) + ((horrea >> 3) & 1)
    if count < g.players:
        work.yields[work.chart.yield_class[m * PLAYERS + count]] ^= 1 << m
    for p in range(g.players):
        if (horrea >> p) & 1 == 1:
            work.income[p] += sign * g.value[m * PLAYERS + count - 1]
            work.horrea[p] += sign
            work.owned[p] ^= 1 << m
            if g.region[m] != NO_REGION:
                work.in_region[p * REGIONS + g.region[m]] += sign


@rule
def stand_agents(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Notes where a player's agents are."""
    stands = 0
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] != NOWHERE:
            stands |= 1 << s.agent[p * AGENTS + slot]
    work.stands[p] = stands


@rule
def boosts(s: State, g: Definition, work: Workspace, p: int) -> int:
    """TRADE-2, ALLY-5: returns what the player's and allies' agents add to the trade."""
    here = work.stands[p]
    for q in range(PLAYERS):
        if (work.allies[p] >> q) & 1 == 1:
            here |= work.stands[q]
    if (here >> g.rome) & 1 == 0 or (g.informed_needs_rome == 1 and not owns(s, p, g.rome)):
        return 0
    here &= work.owned[p] & ~(1 << g.rome)
    total = 0
    m = 0
    while here != 0 and m < g.markets:
        if here & 255 == 0:
            here >>= 8
            m += 8
            continue
        if here & 1 == 1:
            table = table_value(s, g, m)
            total += better_value(g, m, table, g.informed_pays) - table
        here >>= 1
        m += 1
    return total


@rule
def route_home(s: State, g: Definition, work: Workspace, p: int, m: int) -> bool:
    """TRADE-3, quickly: a route as long as the market's distance steps nearer to Rome with each link."""
    if g.route_links != g.distance[m] or g.distance[m] > REACH_LIMIT:
        return has_route(s, g, p, m)
    owned = work.owned[p]
    if g.route_needs_rome == 1 and (owned >> g.rome) & 1 == 0:
        return False
    if g.distance[m] < 2:
        return True
    reached = work.chart.ring[m * (REACH_LIMIT + 1) + 1] & owned
    reached &= work.chart.ring[g.rome * (REACH_LIMIT + 1) + g.distance[m] - 1]
    if reached == 0:
        return False
    for distance in range(g.distance[m] - 2, 0, -1):
        ahead = work.chart.ring[g.rome * (REACH_LIMIT + 1) + distance] & owned
        found = 0
        here = 0
        while ahead >> here != 0 and here < g.markets:
            if (ahead >> here) & 1 == 1 and work.chart.ring[here * (REACH_LIMIT + 1) + 1] & reached != 0:
                found |= 1 << here
            here += 1
        if found == 0:
            return False
        reached = found
    return True


@rule
def find_routes(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Notes to which markets the player's horrea make a complete route, and for which horrea that was found."""
    work.routed_for[p] = work.owned[p]
    work.routed[p] = 0
    for i in range(work.chart.exotics):
        m = work.chart.exotic[i]
        if (work.owned[p] >> m) & 1 == 1 and route_home(s, g, work, p, m):
            work.routed[p] |= 1 << m


@rule
def routes(s: State, g: Definition, work: Workspace, p: int) -> int:
    """TRADE-3: returns what complete routes add to the trade."""
    if work.routed_for[p] != work.owned[p]:
        find_routes(s, g, work, p)
    if work.routed[p] == 0:
        return 0
    total = 0
    for i in range(work.chart.exotics):
        m = work.chart.exotic[i]
        if (work.routed[p] >> m) & 1 == 1:
            table = table_value(s, g, m)
            total += better_value(g, m, table, g.route_pays) - table
    return total
