"""The evaluation of a position: for each player a standing, and from the standings the chances of winning."""

from __future__ import annotations

from math import exp

from forvm.bots.mind import Chart, Mind
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
def survey(s: State, g: Definition, w: Weights, mind: Mind) -> None:
    """Count what stands on the board, for all players at once."""
    most = 0
    for p in range(g.players):
        mind.income[p] = 0
        mind.horrea[p] = 0
        mind.owned[p] = 0
        for region in range(g.regions):
            mind.in_region[p * REGIONS + region] = 0
        if s.prestige[p] > most:
            most = s.prestige[p]
        stand_agents(s, g, mind, p)
    mind.advance = most / g.win_prestige if most < g.win_prestige else 1.0
    for m in range(g.markets):
        if s.horrea[m] != 0:
            value = table_value(s, g, m)
            for p in range(g.players):
                if owns(s, p, m):
                    mind.income[p] += value
                    mind.horrea[p] += 1
                    mind.owned[p] |= 1 << m
                    if g.region[m] != NO_REGION:
                        mind.in_region[p * REGIONS + g.region[m]] += 1
    for p in range(g.players):
        price_sites(s, g, w, mind, p)


@rule
def stand_agents(s: State, g: Definition, mind: Mind, p: int) -> None:
    """Note where a player's agents stand."""
    stands = 0
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] != NOWHERE:
            stands |= 1 << s.agent[p * AGENTS + slot]
    mind.stands[p] = stands


@rule
def price_sites(s: State, g: Definition, w: Weights, mind: Mind, p: int) -> None:
    """What one more horreum in each region would be worth to a player, apart from what the market pays."""
    mind.site_worth[p] = (w.site_value + (w.site_value_late - w.site_value) * mind.advance) / 100
    most = 0.0
    for region in range(g.regions):
        i = p * REGIONS + region
        bonus = w.site_any
        if s.region_first[i] == 0:
            bonus += w.site_first
        if mind.in_region[i] % 5 == 4 and mind.in_region[i] // 5 >= s.region_fives[i]:
            bonus += w.site_five
        mind.site_region[i] = bonus
        if bonus > most:
            most = bonus
    mind.site_most[p] = most


@rule
def site(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int, m: int) -> float:
    """What a horreum on a market would be worth to a player who has none there."""
    worth = g.value[m * PLAYERS + owners(s, m)] * mind.site_worth[p]
    if g.region[m] != NO_REGION:
        return worth + mind.site_region[p * REGIONS + g.region[m]]
    return worth + w.site_any


@rule
def seat_order(s: State, g: Definition, p: int) -> int:
    """A player's place in the order of this turn, less those who are done with the phase: 0 is acting."""
    return (p - s.first + g.players) % g.players - s.x[0]


@rule
def builds_ahead(s: State, g: Definition, p: int) -> bool:
    """Can the player still build this turn?"""
    phase = s.task[0]
    if phase == BUILDING:
        order = seat_order(s, g, p)
        return order > 0 or (order == 0 and s.y[0] == 0)
    return phase == MOVING or phase == INTRIGUE or phase == TRADE


@rule
def prospect(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int, slot: int, taken: int) -> int:
    """The market where an agent does best to build next, coded with its worth: see ``reach``. NOWHERE if none."""
    here = s.agent[p * AGENTS + slot]
    order = seat_order(s, g, p)
    may_step = s.task[0] == MOVING and (order > 0 or (order == 0 and (s.z[0] >> slot) & 1 == 0))
    ahead = builds_ahead(s, g, p)
    others = 0
    for q in range(g.players):
        if q != p:
            others |= mind.stands[q]
    bound = mind.site_most[p] + chart.best_value * mind.site_worth[p]
    best = 0.0
    found = NOWHERE
    blocked = mind.owned[p] | taken
    for i in range(chart.near_first[here], chart.near_first[here + 1]):
        distance = chart.near_distance[i]
        turns = distance
        if may_step:
            turns = distance - 1 if distance > 0 else 0
        elif not ahead and distance == 0:
            turns = 1
        part = w.delay[turns]
        if part * bound <= best:
            break
        m = chart.near_market[i]
        if (blocked >> m) & 1 == 1:
            continue
        worth = site(s, g, w, chart, mind, p, m) * part
        if distance > 0 and m != g.rome and (others >> m) & 1 == 1:
            worth *= w.site_taken
        if worth > best:
            best = worth
            found = m
    mind.feature[REACH] = best
    return found


@rule
def reach(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> float:
    """What all agents together are about to build; each aims at a place of its own, and one is built a turn."""
    taken = 0
    total = 0.0
    first = 0.0
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] != NOWHERE:
            m = prospect(s, g, w, chart, mind, p, slot, taken)
            if m != NOWHERE:
                taken |= 1 << m
                worth = mind.feature[REACH]
                total += worth
                if worth > first:
                    first = worth
    return first + (total - first) * w.crowd


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
def routes(s: State, g: Definition, chart: Chart, mind: Mind, p: int) -> int:
    """TRADE-3: what complete routes add to the trade."""
    total = 0
    for i in range(chart.exotics):
        m = chart.exotic[i]
        if (mind.owned[p] >> m) & 1 == 1 and has_route(s, g, p, m):
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
def look_at_money(s: State, g: Definition, mind: Mind, p: int, cost: float) -> None:
    """The features of money, the coming trade included."""
    money = s.money[p] - cost
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
def look_at(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> None:
    """Every feature of a player but the last two, which compare players."""
    agents = 0
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] != NOWHERE:
            agents += 1
    mind.boost[p] = boosts(s, g, mind, p)
    mind.feature[INCOME] = (mind.income[p] + routes(s, g, chart, mind, p)) / 100
    mind.feature[BOOST] = mind.boost[p] / 100
    cost = feel_threats(s, g, mind, p)
    look_at_money(s, g, mind, p, cost)
    look_at_family(s, g, mind, p)
    height = mind.heights[p] / g.win_prestige
    mind.feature[PRESTIGE] = s.prestige[p] / g.win_prestige
    mind.feature[SUMMIT] = height * height
    mind.feature[HORREA] = mind.horrea[p] / 10
    steps = 0
    for region in range(g.regions):
        steps += mind.in_region[p * REGIONS + region] % 5
    mind.feature[STEPS] = steps / 5
    mind.feature[AGENTS_ON_BOARD] = agents
    mind.feature[PAIR] = agents if agents < 2 else 2
    mind.feature[GIVEN] = benefactions_of(s, p)
    mind.feature[GIFT] = gift_within_reach(s, g, mind, p)
    mind.feature[REACH] = reach(s, g, w, chart, mind, p)
    mind.feature[WINNING] = 0.0
    mind.feature[CROWN] = 0.0
    mind.standing[p] = 0.0


@rule
def weigh(w: Weights, mind: Mind) -> float:
    """The sum of the features, each times its weight at this stage of the game."""
    total = 0.0
    for i in range(FEATURES):
        total += mind.feature[i] * (w.early[i] + (w.late[i] - w.early[i]) * mind.advance)
    return total


@rule
def stand(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> float:
    """A player's standing, apart from what compares players; the position must have been surveyed."""
    look_at(s, g, w, chart, mind, p)
    return weigh(w, mind)


@rule
def leads(g: Definition, mind: Mind, p: int) -> bool:
    """Of those who would win at the next reckoning, has nobody more money (RECKON-2)?"""
    for q in range(g.players):
        if mind.heights[q] >= g.win_prestige and mind.expected[q] > mind.expected[p]:
            return False
    return True


@rule
def crown_standings(g: Definition, w: Weights, mind: Mind) -> None:
    """The features that compare players: who would win at the next reckoning."""
    for p in range(g.players):
        if mind.heights[p] >= g.win_prestige:
            bonus = w.early[WINNING] + (w.late[WINNING] - w.early[WINNING]) * mind.advance
            if leads(g, mind, p):
                bonus += w.early[CROWN] + (w.late[CROWN] - w.early[CROWN]) * mind.advance
            mind.standing[p] += bonus


@rule
def share_chances(g: Definition, mind: Mind) -> None:
    """Softmax of the standings."""
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
def evaluate(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind) -> None:
    """Every player's chance of winning, into ``mind.chance``."""
    if s.task[s.top] == OVER:
        share_victory(s, g, mind)
        return
    survey(s, g, w, mind)
    for p in range(g.players):
        mind.standing[p] = stand(s, g, w, chart, mind, p)
    crown_standings(g, w, mind)
    share_chances(g, mind)
