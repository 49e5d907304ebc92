"""The features of a player's position, in ``work.feature``; ``weights.py`` lists them."""

from __future__ import annotations

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
)
from forvm.bots.workspace import Workspace
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
    """Is any agent an intruder?"""
    ranks = 0
    for i in range(PLAYERS * AGENTS):
        ranks |= s.rank[i]
    return ranks != 0


@rule
def feel_threats(s: State, g: Definition, work: Workspace, p: int) -> float:
    """OUST-2: sets the features of challenges to come, by their chances; returns what the player's own will cost."""
    work.feature[PERIL] = 0.0
    work.feature[OUSTING] = 0.0
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
                work.feature[PERIL] += 1 - wins
                work.feature[OUSTING] += wins
            elif defender == p:
                work.feature[PERIL] += wins
    return cost


@rule
def liability(s: State, g: Definition, work: Workspace, p: int) -> float:
    """ALLY-4: returns what allies could call in beyond the player's money; a divorce costs that prestige."""
    if g.alliance_repaid == 0 or g.loan_rate == 0:
        return 0.0
    owed = 0
    for q in range(g.players):
        if (work.allies[p] >> q) & 1 == 1 and s.ally_payer[pair(p, q)] == q:
            owed += s.ally_price[pair(p, q)]
    short = owed - s.money[p]
    return short / g.loan_rate / g.win_prestige if short > 0 else 0.0


@rule
def look_at_money(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Sets the features of money, the coming trade included."""
    work.feature[BOOST] = work.boost[p] / 100
    money = s.money[p] - work.cost[p]
    if s.task[0] in (tasks.MOVING, tasks.INTRIGUE, tasks.TRADE):
        money += work.income[p] + work.routes[p] + work.boost[p] + s.promised[p]
        if s.flood[p] != NOWHERE:
            money -= table_value(s, g, s.flood[p])
    else:
        money += s.promised[p] / 2
    if money < 0:
        money = 0.0
    work.expected[p] = money
    marks = marks_of(g, int(money)) - s.marks[p]
    work.heights[p] = s.prestige[p] + marks * g.mark_prestige
    work.feature[MARKS] = marks
    work.feature[MONEY] = money / 1000
    work.feature[PURSE] = money / 300 if money < 300 else 1.0
    work.feature[CHEST] = money / 1000 if money < 1000 else 1.0
    work.feature[POOR] = 1.0 if money < g.build_cost else 0.0
    work.feature[SENATE] = s.senator[p]
    work.feature[CENSUS] = 0.0
    if money >= g.senate_threshold and s.senator[p] == 0:
        work.feature[CENSUS] = 1.0
    elif money < g.senate_threshold and s.senator[p] == 1:
        work.feature[CENSUS] = -1.0
    height = work.heights[p] / g.win_prestige
    work.feature[SUMMIT] = height * height
    work.feature[GIFT] = gift_within_reach(s, g, work, p)


@rule
def look_at_family(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Sets the features of marriages, made and possible."""
    children = children_of(s, p)
    matches = 0
    allies = 0
    for q in range(g.players):
        if q == p:
            continue
        if (work.allies[p] >> q) & 1 == 1:
            allies += 1
        elif (s.child[p * 2] > 0 and s.child[q * 2 + 1] > 0) or (s.child[p * 2 + 1] > 0 and s.child[q * 2] > 0):
            matches += 1
    work.feature[CHILDREN] = children
    work.feature[MATCHES] = matches if matches < children else children
    work.feature[ALLIES] = allies
    work.feature[LOCALS] = work.locals[p]
    work.feature[LIABILITY] = liability(s, g, work, p)


@rule
def gift_within_reach(s: State, g: Definition, work: Workspace, p: int) -> float:
    """GIVE-2: returns 1 if a benefaction of the player's band is free and affordable in the build phase."""
    band = band_of(s, g, p)
    if band < 0 or work.expected[p] < give_cost(s, g, band):
        return 0.0
    for gift in range(band * GIFTS, band * GIFTS + GIFTS):
        if s.given[gift] == NOBODY:
            return 1.0
    return 0.0


@rule
def look_at_holdings(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Sets the features that no step of an agent changes."""
    work.routes[p] = routes(s, g, work, p)
    work.feature[INCOME] = (work.income[p] + work.routes[p]) / 100
    work.feature[PRESTIGE] = s.prestige[p] / g.win_prestige
    work.feature[HORREA] = work.horrea[p] / 10
    steps = 0
    for region in range(g.regions):
        steps += work.in_region[p * REGIONS + region] % 5
    work.feature[STEPS] = steps / 5
    work.feature[GIVEN] = benefactions_of(s, p)
    work.feature[WINNING] = 0.0
    work.feature[CROWN] = 0.0
    look_at_family(s, g, work, p)


@rule
def look_at_agents(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Sets the features that agents change, money included, except what they could build."""
    agents = 0
    for slot in range(g.agents):
        if s.agent[p * AGENTS + slot] != NOWHERE:
            agents += 1
    work.feature[AGENTS_ON_BOARD] = agents
    work.feature[PAIR] = agents if agents < 2 else 2
    work.boost[p] = boosts(s, g, work, p)
    work.cost[p] = feel_threats(s, g, work, p)
    look_at_money(s, g, work, p)


@rule
def look_around(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Sets the feature of what agents could build."""
    work.reach[p] = reach(s, g, work, p)
    work.feature[REACH] = work.reach[p]
