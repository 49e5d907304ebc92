"""The features of a player's position, one by one, into ``mind.feature``; ``weights.py`` lists them."""

from __future__ import annotations

from forvm.bots.mind import Chart, Mind
from forvm.bots.sites import reach
from forvm.bots.survey import boosts, routes
from forvm.bots.weights import (
    AGENTS_ON_BOARD,
    ALLIES,
    BOOST,
    CENSUS,
    CHEST,
    CHILDREN,
    CROWN,
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
from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.limits import AGENTS, GIFTS, PLAYERS, REGIONS
from forvm.engine.rules.give import band_of, benefactions_of, give_cost
from forvm.engine.rules.oust import holder, roll_to_oust
from forvm.engine.rules.pieces import children_of, pair
from forvm.engine.rules.reckon import marks_of
from forvm.engine.rules.trade import table_value
from forvm.engine.state import NOBODY, NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def are_intruders(s: State) -> bool:
    """Does any agent stand behind another's?"""
    ranks = 0
    for i in range(PLAYERS * AGENTS):
        ranks |= s.rank[i]
    return ranks != 0


@rule
def feel_threats(s: State, g: Definition, mind: Mind, p: int) -> float:
    """OUST-2: agents that challenges are about to remove, by their chances; returns what the player's own cost."""
    mind.feature[PERIL] = 0.0
    mind.feature[OUSTING] = 0.0
    if not are_intruders(s):
        return 0.0
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
def liability(s: State, g: Definition, mind: Mind, p: int) -> float:
    """What allies could call in beyond the player's money (ALLY-4): a divorce makes them sell prestige for it."""
    if g.alliance_repaid == 0 or g.loan_rate == 0:
        return 0.0
    owed = 0
    for q in range(g.players):
        if (mind.allies[p] >> q) & 1 == 1 and s.ally_payer[pair(p, q)] == q:
            owed += s.ally_price[pair(p, q)]
    short = owed - s.money[p]
    return short / g.loan_rate / g.win_prestige if short > 0 else 0.0


@rule
def look_at_money(s: State, g: Definition, mind: Mind, p: int) -> None:
    """The features of money, the coming trade included."""
    mind.feature[BOOST] = mind.boost[p] / 100
    money = s.money[p] - mind.cost[p]
    if s.task[0] in (tasks.MOVING, tasks.INTRIGUE, tasks.TRADE):
        money += mind.income[p] + mind.routes[p] + mind.boost[p] + s.promised[p]
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
        if (mind.allies[p] >> q) & 1 == 1:
            allies += 1
        elif (s.child[p * 2] > 0 and s.child[q * 2 + 1] > 0) or (s.child[p * 2 + 1] > 0 and s.child[q * 2] > 0):
            matches += 1
    mind.feature[CHILDREN] = children
    mind.feature[MATCHES] = matches if matches < children else children
    mind.feature[ALLIES] = allies
    mind.feature[LOCALS] = mind.locals[p]
    mind.feature[LIABILITY] = liability(s, g, mind, p)


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
    mind.routes[p] = routes(s, g, chart, mind, p)
    mind.feature[INCOME] = (mind.income[p] + mind.routes[p]) / 100
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
def look_at_agents(s: State, g: Definition, mind: Mind, p: int) -> None:
    """The features that agents change, and those of the money that they bring; but for what they could build."""
    agents = 0
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] != NOWHERE:
            agents += 1
    mind.feature[AGENTS_ON_BOARD] = agents
    mind.feature[PAIR] = agents if agents < 2 else 2
    mind.boost[p] = boosts(s, g, mind, p)
    mind.cost[p] = feel_threats(s, g, mind, p)
    look_at_money(s, g, mind, p)


@rule
def look_around(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> None:
    """The feature of what agents could build."""
    mind.reach[p] = reach(s, g, w, chart, mind, p)
    mind.feature[REACH] = mind.reach[p]
