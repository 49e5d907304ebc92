"""What stands on the board, counted for all players at once, and what trade pays for it."""

from __future__ import annotations

from forvm.bots.mind import YIELDS, Chart, Mind
from forvm.bots.weights import REACH_LIMIT
from forvm.engine import actions
from forvm.engine.definition import NO_REGION, Definition
from forvm.engine.limits import AGENTS, MARKETS, PLAYERS, REGIONS
from forvm.engine.rules.pieces import allied, owns
from forvm.engine.rules.route import has_route
from forvm.engine.rules.trade import better_value, table_value
from forvm.engine.state import NOBODY, NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def survey(s: State, g: Definition, chart: Chart, mind: Mind) -> None:
    """Count what stands on the board, for all players at once; of the horrea only what changed since the last time."""
    if mind.surveyed == 0:
        mind.surveyed = 1
        for i in range(YIELDS):
            mind.yields[i] = chart.yields[i]
        for m in range(MARKETS):
            mind.wed[m] = NOBODY
    if are_new(s, mind):
        for m in range(g.markets):
            count_horrea(s, g, chart, mind, m)
    for p in range(g.players):
        stand_agents(s, g, mind, p)
    count_locals(s, g, mind)
    count_allies(s, g, mind)


@rule
def are_new(s: State, mind: Mind) -> bool:
    """Do other horrea stand than were counted? A loop without a branch takes many markets at a time."""
    difference = 0
    for m in range(MARKETS):
        difference |= s.horrea[m] ^ mind.seen[m]
    return difference != 0


@rule
def count_horrea(s: State, g: Definition, chart: Chart, mind: Mind, m: int) -> None:
    """Count the horrea on a market anew, if they are others than before."""
    if s.horrea[m] != mind.seen[m]:
        count_market(g, chart, mind, m, mind.seen[m], -1)
        count_market(g, chart, mind, m, s.horrea[m], 1)
        mind.seen[m] = s.horrea[m]


@rule
def notice(s: State, g: Definition, chart: Chart, mind: Mind, a: int) -> None:
    """Bring the survey up to date with a move that was tried, or taken back.

    Agents stay where they are noted: an agent that is given up to a patron still counts for the trade that is to come.
    """
    if actions.BUILD_0 <= a < actions.DESTROY_0:
        count_horrea(s, g, chart, mind, a - actions.BUILD_0)
    elif actions.DESTROY_0 <= a < actions.GIVE_0:
        count_horrea(s, g, chart, mind, (a - actions.DESTROY_0) % MARKETS)
    elif actions.WED_0 <= a < actions.PROPOSE_0 or actions.PART_0 <= a < actions.BUILD_0:
        count_locals(s, g, mind)


@rule
def count_allies(s: State, g: Definition, mind: Mind) -> None:
    """Note everyone's allies, as bits."""
    for p in range(g.players):
        mind.allies[p] = 0
    for p in range(g.players):
        for q in range(p + 1, g.players):
            if allied(s, p, q):
                mind.allies[p] |= 1 << q
                mind.allies[q] |= 1 << p


@rule
def count_locals(s: State, g: Definition, mind: Mind) -> None:
    """Count everyone's local marriages, if they are others than before."""
    difference = 0
    for m in range(MARKETS):
        difference |= s.local[m] ^ mind.wed[m]
    if difference == 0:
        return
    for m in range(MARKETS):
        mind.wed[m] = s.local[m]
    for p in range(g.players):
        mind.locals[p] = 0
    for m in range(g.markets):
        if s.local[m] >= 0:
            mind.locals[s.local[m]] += 1


@rule
def count_market(g: Definition, chart: Chart, mind: Mind, m: int, horrea: int, sign: int) -> None:
    """Add what the horrea on a market mean to their owners and to the next to build there, or take it away again."""
    count = (horrea & 1) + ((horrea >> 1) & 1) + ((horrea >> 2) & 1) + ((horrea >> 3) & 1)
    if count < g.players:
        mind.yields[chart.yield_class[m * PLAYERS + count]] ^= 1 << m
    for p in range(g.players):
        if (horrea >> p) & 1 == 1:
            mind.income[p] += sign * g.value[m * PLAYERS + count - 1]
            mind.horrea[p] += sign
            mind.owned[p] ^= 1 << m
            if g.region[m] != NO_REGION:
                mind.in_region[p * REGIONS + g.region[m]] += sign


@rule
def stand_agents(s: State, g: Definition, mind: Mind, p: int) -> None:
    """Note where a player's agents stand."""
    stands = 0
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] != NOWHERE:
            stands |= 1 << s.agent[p * AGENTS + slot]
    mind.stands[p] = stands


@rule
def boosts(s: State, g: Definition, mind: Mind, p: int) -> int:
    """TRADE-2, ALLY-5: what agents, one's own and allies', add to the trade."""
    here = mind.stands[p]
    for q in range(PLAYERS):
        if (mind.allies[p] >> q) & 1 == 1:
            here |= mind.stands[q]
    if (here >> g.rome) & 1 == 0 or (g.informed_needs_rome == 1 and not owns(s, p, g.rome)):
        return 0
    here &= mind.owned[p] & ~(1 << g.rome)
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
def route_home(s: State, g: Definition, chart: Chart, mind: Mind, p: int, m: int) -> bool:
    """TRADE-3, quickly: a route as long as the market's distance steps nearer to Rome with each link."""
    if g.route_links != g.distance[m] or g.distance[m] > REACH_LIMIT:
        return has_route(s, g, p, m)
    owned = mind.owned[p]
    if g.route_needs_rome == 1 and (owned >> g.rome) & 1 == 0:
        return False
    if g.distance[m] < 2:
        return True
    reached = chart.ring[m * (REACH_LIMIT + 1) + 1] & chart.ring[g.rome * (REACH_LIMIT + 1) + g.distance[m] - 1] & owned
    if reached == 0:
        return False
    for distance in range(g.distance[m] - 2, 0, -1):
        ahead = chart.ring[g.rome * (REACH_LIMIT + 1) + distance] & owned
        found = 0
        here = 0
        while ahead >> here != 0 and here < g.markets:
            if (ahead >> here) & 1 == 1 and chart.ring[here * (REACH_LIMIT + 1) + 1] & reached != 0:
                found |= 1 << here
            here += 1
        if found == 0:
            return False
        reached = found
    return True


@rule
def find_routes(s: State, g: Definition, chart: Chart, mind: Mind, p: int) -> None:
    """Note to which markets the player's horrea make a complete route, and for which horrea that was found."""
    mind.routed_for[p] = mind.owned[p]
    mind.routed[p] = 0
    for i in range(chart.exotics):
        m = chart.exotic[i]
        if (mind.owned[p] >> m) & 1 == 1 and route_home(s, g, chart, mind, p, m):
            mind.routed[p] |= 1 << m


@rule
def routes(s: State, g: Definition, chart: Chart, mind: Mind, p: int) -> int:
    """TRADE-3: what complete routes add to the trade."""
    if mind.routed_for[p] != mind.owned[p]:
        find_routes(s, g, chart, mind, p)
    if mind.routed[p] == 0:
        return 0
    total = 0
    for i in range(chart.exotics):
        m = chart.exotic[i]
        if (mind.routed[p] >> m) & 1 == 1:
            table = table_value(s, g, m)
            total += better_value(g, m, table, g.route_pays) - table
    return total
