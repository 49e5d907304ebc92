"""The evaluation of a position: for each player a standing, and from the standings the chances of winning."""

from __future__ import annotations

from math import exp

from forvm.bots.mind import YIELD_TYPICAL, YIELDS, Chart, Mind
from forvm.bots.weights import (
    AGENTS as AGENTS_ON_BOARD,
)
from forvm.bots.weights import (
    ALLIES,
    BOOST,
    CENSUS,
    CHEST,
    CHILDREN,
    CROWN,
    FEATURES,
    GIFT,
    GIVEN,
    HORREA,
    INCOME,
    LIABILITY,
    LOCALS,
    MARKS,
    MATCHES,
    MONEY,
    OUSTING,
    PAIR,
    PERIL,
    POOR,
    PRESTIGE,
    PURSE,
    REACH,
    REACH_LIMIT,
    SENATE,
    STEPS,
    SUMMIT,
    WINNING,
    Weights,
)
from forvm.engine.definition import NO_REGION, Definition
from forvm.engine.limits import AGENTS, GIFTS, PLAYERS, REGIONS
from forvm.engine.rule import rule
from forvm.engine.rules.give import band_of, benefactions_of, give_cost
from forvm.engine.rules.oust import holder, roll_to_oust
from forvm.engine.rules.pieces import allied, children_of, owners, owns, pair
from forvm.engine.rules.reckon import marks_of
from forvm.engine.rules.route import has_route
from forvm.engine.rules.trade import better_value, table_value
from forvm.engine.state import BUILDING, INTRIGUE, MOVING, NOBODY, NOWHERE, OVER, TRADE, State


@rule
def survey(s: State, g: Definition, chart: Chart, mind: Mind) -> None:
    """Count what stands on the board, for all players at once."""
    for p in range(g.players):
        mind.income[p] = 0
        mind.horrea[p] = 0
        mind.owned[p] = 0
        for region in range(g.regions):
            mind.in_region[p * REGIONS + region] = 0
        stand_agents(s, g, mind, p)
    for i in range(YIELDS):
        mind.yields[i] = chart.yields[i]
    for m in range(g.markets):
        if s.horrea[m] != 0:
            count = owners(s, m)
            value = g.value[m * PLAYERS + count - 1]
            mind.yields[chart.yield_class[m * PLAYERS]] ^= 1 << m
            if count < g.players:
                mind.yields[chart.yield_class[m * PLAYERS + count]] |= 1 << m
            for p in range(g.players):
                if owns(s, p, m):
                    mind.income[p] += value
                    mind.horrea[p] += 1
                    mind.owned[p] |= 1 << m
                    if g.region[m] != NO_REGION:
                        mind.in_region[p * REGIONS + g.region[m]] += 1


@rule
def stand_agents(s: State, g: Definition, mind: Mind, p: int) -> None:
    """Note where a player's agents stand."""
    stands = 0
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] != NOWHERE:
            stands |= 1 << s.agent[p * AGENTS + slot]
    mind.stands[p] = stands


@rule
def price_sites(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> None:
    """Sort the markets where a player could build by what that would be worth."""
    first = 0
    fifth = 0
    for region in range(g.regions):
        i = p * REGIONS + region
        if s.region_first[i] == 0:
            first |= chart.region[region]
        elif mind.in_region[i] % 5 == 4 and mind.in_region[i] // 5 >= s.region_fives[i]:
            fifth |= chart.region[region]
    others = ~(first | fifth)
    free = ~mind.owned[p]
    worth = w.site_value + (w.site_value_late - w.site_value) * mind.advance
    mind.sites = 0
    for i in range(YIELDS):
        markets = mind.yields[i] & free
        if markets != 0:
            value = w.site_any + worth * YIELD_TYPICAL[i]
            list_site(mind, markets & first, value + w.site_first)
            list_site(mind, markets & fifth, value + w.site_five)
            list_site(mind, markets & others, value)


@rule
def list_site(mind: Mind, markets: int, worth: float) -> None:
    """Keep a class of markets in the list, the most worthy first."""
    if markets == 0:
        return
    i = mind.sites
    while i > 0 and mind.site_worth[i - 1] < worth:
        mind.site_worth[i] = mind.site_worth[i - 1]
        mind.site[i] = mind.site[i - 1]
        i -= 1
    mind.site[i] = markets
    mind.site_worth[i] = worth
    mind.sites += 1


@rule
def seat_order(s: State, g: Definition, p: int) -> int:
    """A player's place in the order of this turn, less those who are done with the phase: 0 is acting."""
    place = p - s.first
    if place < 0:
        place += g.players
    return place - s.x[0]


@rule
def builds_ahead(s: State, g: Definition, p: int) -> bool:
    """Can the player still build this turn?"""
    phase = s.task[0]
    if phase == BUILDING:
        order = seat_order(s, g, p)
        return order > 0 or (order == 0 and s.y[0] == 0)
    return phase == MOVING or phase == INTRIGUE or phase == TRADE


@rule
def look_ahead(s: State, g: Definition, mind: Mind, p: int) -> None:
    """What a player can still do this turn, and where others' agents are in the way."""
    order = seat_order(s, g, p)
    mind.steps_ahead = 0
    if s.task[0] == MOVING and order >= 0:
        mind.steps_ahead = ~s.z[0] if order == 0 else -1
    mind.builds_ahead = builds_ahead(s, g, p)
    blocked = 0
    for q in range(g.players):
        if q != p:
            blocked |= mind.stands[q]
    mind.blocked = blocked & ~(1 << g.rome)


@rule
def aim(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int, slot: int, taken: int) -> None:
    """Where an agent does best to build next (``mind.aim``, one bit, 0 if nowhere), and what that is worth.

    ``taken``: markets that do not count, because another agent of the player's aims at them.
    """
    here = s.agent[p * AGENTS + slot]
    may_step = (mind.steps_ahead >> slot) & 1 == 1
    blocked = taken | mind.blocked
    best = 0.0
    found = 0
    for distance in range(REACH_LIMIT + 1):
        turns = distance
        if may_step:
            turns = distance - 1 if distance > 0 else 0
        elif distance == 0 and not mind.builds_ahead:
            turns = 1
        part = w.delay[turns]
        if mind.site_worth[0] * part <= best:
            break
        ring = chart.ring[here * (REACH_LIMIT + 1) + distance] & ~(blocked if distance > 0 else taken)
        for i in range(mind.sites):
            if mind.site_worth[i] * part <= best:
                break
            if mind.site[i] & ring != 0:
                best = mind.site_worth[i] * part
                found = mind.site[i] & ring
                break
    mind.aim_worth[slot] = best
    mind.aim[slot] = found & -found


@rule
def sum_aims(g: Definition, w: Weights, mind: Mind) -> float:
    """What all agents' aims are worth together: one horreum is built a turn, so the best counts most."""
    total = 0.0
    first = 0.0
    for slot in range(g.agents):
        worth = mind.aim_worth[slot]
        total += worth
        if worth > first:
            first = worth
    return first + (total - first) * w.crowd


@rule
def reach(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> float:
    """What all agents together are about to build; each aims at a place of its own."""
    look_ahead(s, g, mind, p)
    taken = 0
    for slot in range(g.agents):
        mind.aim[slot] = 0
        mind.aim_worth[slot] = 0.0
        if s.agent[p * AGENTS + slot] != NOWHERE:
            aim(s, g, w, chart, mind, p, slot, taken)
            taken |= mind.aim[slot]
    return sum_aims(g, w, mind)


@rule
def boosts(s: State, g: Definition, mind: Mind, p: int) -> int:
    """TRADE-2, ALLY-5: what agents, one's own and allies', add to the trade."""
    here = mind.stands[p]
    for q in range(g.players):
        if allied(s, p, q):
            here |= mind.stands[q]
    if (here >> g.rome) & 1 == 0 or (g.informed_needs_rome == 1 and not owns(s, p, g.rome)):
        return 0
    here &= mind.owned[p]
    total = 0
    m = 0
    while here != 0 and m < g.markets:
        if here & 1 == 1 and m != g.rome:
            table = table_value(s, g, m)
            total += better_value(g, m, table, g.informed_pays) - table
        here >>= 1
        m += 1
    return total


@rule
def route_home(s: State, g: Definition, chart: Chart, mind: Mind, p: int, m: int) -> bool:
    """TRADE-3, quickly: a route as long as the market's distance steps nearer to Rome with each link."""
    if g.route_links != g.distance[m]:
        return has_route(s, g, p, m)
    owned = mind.owned[p]
    if g.route_needs_rome == 1 and (owned >> g.rome) & 1 == 0:
        return False
    reached = 1 << m
    for distance in range(g.distance[m] - 1, 0, -1):
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
def routes(s: State, g: Definition, chart: Chart, mind: Mind, p: int) -> int:
    """TRADE-3: what complete routes add to the trade."""
    total = 0
    for i in range(chart.exotics):
        m = chart.exotic[i]
        if (mind.owned[p] >> m) & 1 == 1 and route_home(s, g, chart, mind, p, m):
            table = table_value(s, g, m)
            total += better_value(g, m, table, g.route_pays) - table
    return total


@rule
def feel_threats(s: State, g: Definition, mind: Mind, p: int) -> float:
    """OUST-2: agents that challenges are about to remove, by their chances; returns what the player's own cost."""
    mind.feature[PERIL] = 0.0
    mind.feature[OUSTING] = 0.0
    cost = 0.0
    for i in range(g.players * AGENTS):
        if s.rank[i] > 0:
            q = i // AGENTS
            m = s.agent[i]
            defender = holder(s, g, m)
            wins = (7 - roll_to_oust(s, g, q, m)) / 6
            if q == p:
                cost += g.oust_cost
                mind.feature[PERIL] += 1 - wins
                mind.feature[OUSTING] += wins
            elif defender == p:
                mind.feature[PERIL] += wins
    return cost


@rule
def liability(s: State, g: Definition, p: int) -> float:
    """What allies could call in beyond the player's money (ALLY-4): a divorce makes them sell prestige for it."""
    if g.alliance_repaid == 0 or g.loan_rate == 0:
        return 0.0
    owed = 0
    for q in range(g.players):
        if allied(s, p, q) and s.ally_payer[pair(p, q)] == q:
            owed += s.ally_price[pair(p, q)]
    short = owed - s.money[p]
    return short / g.loan_rate / g.win_prestige if short > 0 else 0.0


@rule
def look_at_money(s: State, g: Definition, mind: Mind, p: int) -> None:
    """The features of money, the coming trade included."""
    mind.feature[BOOST] = mind.boost[p] / 100
    money = s.money[p] - mind.cost[p]
    if s.task[0] == MOVING or s.task[0] == INTRIGUE:
        money += mind.income[p] + mind.boost[p] + s.promised[p]
        if s.flood[p] != NOWHERE:
            money -= table_value(s, g, s.flood[p])
    else:
        money += s.promised[p] / 2
    if money < 0:
        money = 0.0
    mind.expected[p] = money
    marks = marks_of(g, int(money)) - s.marks[p]
    mind.heights[p] = s.prestige[p] + marks * g.mark_prestige
    mind.feature[MARKS] = marks
    mind.feature[MONEY] = money / 1000
    mind.feature[PURSE] = money / 300 if money < 300 else 1.0
    mind.feature[CHEST] = money / 1000 if money < 1000 else 1.0
    mind.feature[POOR] = 1.0 if money < g.build_cost else 0.0
    mind.feature[SENATE] = s.senator[p]
    mind.feature[CENSUS] = 0.0
    if money >= g.senate_threshold and s.senator[p] == 0:
        mind.feature[CENSUS] = 1.0
    elif money < g.senate_threshold and s.senator[p] == 1:
        mind.feature[CENSUS] = -1.0
    height = mind.heights[p] / g.win_prestige
    mind.feature[SUMMIT] = height * height
    mind.feature[GIFT] = gift_within_reach(s, g, mind, p)


@rule
def look_at_family(s: State, g: Definition, mind: Mind, p: int) -> None:
    """The features of marriages made and to be made."""
    children = children_of(s, p)
    matches = 0
    allies = 0
    for q in range(g.players):
        if q == p:
            continue
        if allied(s, p, q):
            allies += 1
        elif (s.child[p * 2] > 0 and s.child[q * 2 + 1] > 0) or (s.child[p * 2 + 1] > 0 and s.child[q * 2] > 0):
            matches += 1
    mind.feature[CHILDREN] = children
    mind.feature[MATCHES] = matches if matches < children else children
    mind.feature[ALLIES] = allies
    locals_ = 0
    for m in range(g.markets):
        if s.local[m] == p:
            locals_ += 1
    mind.feature[LOCALS] = locals_
    mind.feature[LIABILITY] = liability(s, g, p)


@rule
def gift_within_reach(s: State, g: Definition, mind: Mind, p: int) -> float:
    """GIVE-2: is one of the player's band free, and the money there by the time of building?"""
    band = band_of(s, g, p)
    if band < 0 or mind.expected[p] < give_cost(s, g, band):
        return 0.0
    for gift in range(band * GIFTS, band * GIFTS + GIFTS):
        if s.given[gift] == NOBODY:
            return 1.0
    return 0.0


@rule
def look_at_holdings(s: State, g: Definition, chart: Chart, mind: Mind, p: int) -> None:
    """The features that no step of an agent changes."""
    mind.feature[INCOME] = (mind.income[p] + routes(s, g, chart, mind, p)) / 100
    mind.feature[PRESTIGE] = s.prestige[p] / g.win_prestige
    mind.feature[HORREA] = mind.horrea[p] / 10
    steps = 0
    for region in range(g.regions):
        steps += mind.in_region[p * REGIONS + region] % 5
    mind.feature[STEPS] = steps / 5
    mind.feature[GIVEN] = benefactions_of(s, p)
    mind.feature[WINNING] = 0.0
    mind.feature[CROWN] = 0.0
    look_at_family(s, g, mind, p)


@rule
def look_at_agents(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> None:
    """The features that agents change, and those of the money that they bring."""
    agents = 0
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] != NOWHERE:
            agents += 1
    mind.feature[AGENTS_ON_BOARD] = agents
    mind.feature[PAIR] = agents if agents < 2 else 2
    mind.boost[p] = boosts(s, g, mind, p)
    mind.cost[p] = feel_threats(s, g, mind, p)
    look_at_money(s, g, mind, p)
    mind.feature[REACH] = reach(s, g, w, chart, mind, p)


@rule
def weight(w: Weights, mind: Mind, i: int) -> float:
    """What a feature counts at this stage of the game."""
    return w.early[i] + (w.late[i] - w.early[i]) * mind.advance


@rule
def weigh(w: Weights, mind: Mind) -> float:
    """The sum of the features, each times its weight at this stage of the game."""
    total = 0.0
    for i in range(FEATURES):
        total += mind.feature[i] * weight(w, mind, i)
    return total


@rule
def stand(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> None:
    """A player's standing, apart from what compares players; the position must have been surveyed."""
    look_at_holdings(s, g, chart, mind, p)
    price_sites(s, g, w, chart, mind, p)
    look_at_agents(s, g, w, chart, mind, p)
    mind.alone[p] = weigh(w, mind)


@rule
def leads(g: Definition, mind: Mind, p: int) -> bool:
    """Of those who would win at the next reckoning, has nobody more money (RECKON-2)?"""
    for q in range(g.players):
        if mind.heights[q] >= g.win_prestige and mind.expected[q] > mind.expected[p]:
            return False
    return True


@rule
def compare_standings(g: Definition, w: Weights, mind: Mind) -> None:
    """Add the features that compare players: who would win at the next reckoning."""
    for p in range(g.players):
        mind.standing[p] = mind.alone[p]
        if mind.heights[p] >= g.win_prestige:
            mind.standing[p] += weight(w, mind, WINNING)
            if leads(g, mind, p):
                mind.standing[p] += weight(w, mind, CROWN)


@rule
def share_chances(g: Definition, w: Weights, mind: Mind) -> None:
    """Softmax of the standings."""
    compare_standings(g, w, mind)
    most = mind.standing[0]
    for p in range(1, g.players):
        if mind.standing[p] > most:
            most = mind.standing[p]
    total = 0.0
    for p in range(g.players):
        mind.chance[p] = exp(mind.standing[p] - most)
        total += mind.chance[p]
    for p in range(g.players):
        mind.chance[p] /= total


@rule
def share_victory(s: State, g: Definition, mind: Mind) -> None:
    """The game is over: the winners share."""
    winners = 0
    for p in range(g.players):
        winners += (s.winners >> p) & 1
    for p in range(g.players):
        mind.chance[p] = ((s.winners >> p) & 1) / winners


@rule
def measure_advance(s: State, g: Definition, mind: Mind) -> None:
    """How near the leader is to the winning prestige."""
    most = 0
    for p in range(g.players):
        if s.prestige[p] > most:
            most = s.prestige[p]
    mind.advance = most / g.win_prestige if most < g.win_prestige else 1.0


@rule
def evaluate(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind) -> None:
    """Every player's chance of winning, into ``mind.chance``."""
    if s.task[s.top] == OVER:
        share_victory(s, g, mind)
        return
    measure_advance(s, g, mind)
    survey(s, g, chart, mind)
    for p in range(g.players):
        stand(s, g, w, chart, mind, p)
    share_chances(g, w, mind)


@rule
def recall(g: Definition, w: Weights, mind: Mind) -> None:
    """Go back to the kept evaluation."""
    for p in range(g.players):
        mind.alone[p] = mind.kept_alone[p]
        mind.expected[p] = mind.kept_expected[p]
        mind.heights[p] = mind.kept_heights[p]
    share_chances(g, w, mind)


@rule
def keep(g: Definition, mind: Mind) -> None:
    """Remember an evaluation, so that moves can be compared with it."""
    for p in range(g.players):
        mind.kept_alone[p] = mind.alone[p]
        mind.kept_income[p] = mind.income[p]
        mind.kept_expected[p] = mind.expected[p]
        mind.kept_heights[p] = mind.heights[p]


@rule
def evaluate_again(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, who: int, built: bool) -> None:
    """Evaluate a position that differs from the kept one for some players only (``who``, as bits).

    ``built``: horrea have changed, so the board must be surveyed anew.
    """
    if built:
        survey(s, g, chart, mind)
    for p in range(g.players):
        if (who >> p) & 1 == 1:
            stand(s, g, w, chart, mind, p)
        else:
            # of the others only what their markets pay can have changed
            more = mind.income[p] - mind.kept_income[p]
            mind.alone[p] = mind.kept_alone[p] + more / 100 * weight(w, mind, INCOME)
            mind.expected[p] = mind.kept_expected[p]
            mind.heights[p] = mind.kept_heights[p]
    share_chances(g, w, mind)
