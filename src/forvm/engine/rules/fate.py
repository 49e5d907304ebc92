"""FATE-1: what each fate card does to a player when their turn comes.

Cards whose effect leaves no choice act here; the others put a question to the player, or to chance, on the stack
(``fate_choices``). Conditions are judged player by player, clockwise from the drawer.
"""

from __future__ import annotations

from forvm.engine import effects, events, tasks
from forvm.engine.clauses import FATE_1
from forvm.engine.definition import EXOTIC, Definition
from forvm.engine.events import note
from forvm.engine.limits import AGENTS, CARD_MARKETS
from forvm.engine.rules.fate_choices import (
    begin_matchmaking,
    begin_patronage,
    begin_separation,
    gain_child,
    offer,
)
from forvm.engine.rules.money import change_prestige, lose, receive
from forvm.engine.rules.pieces import agent_on, horrea_of, lose_agent, lose_horreum, married_locally, owns
from forvm.engine.rules.route import has_any_route
from forvm.engine.rules.stack import push
from forvm.engine.rules.trade import market_pays, presence
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def befall(s: State, g: Definition, p: int, card: int) -> None:
    """What the card does to one player."""
    effect = g.card_effect[card]
    amount = g.card_amount[card]
    points = g.card_points[card]
    if effect == effects.FIRE:
        burn(s, g, p, card)
    elif effect == effects.AGENTS_LOST:
        sweep_agents(s, g, p, card)
    elif effect == effects.AMPHITHEATRE:
        if horrea_of(s, g, p) > 0:
            offer(s, g, p, card)
    elif effect == effects.VOW:
        if has_agent_on_kind(s, g, p, EXOTIC):
            offer(s, g, p, card)
    elif effect == effects.FLOODS:
        flood(s, g, p, card)
    elif effect == effects.WAR:
        if has_any_route(s, g, p):
            receive(s, p, amount, FATE_1, card)
    elif effect == effects.CENSUS:
        census(s, g, p, card)
    elif effect == effects.HARVEST:
        if horrea_among(s, g, p, card) > 0:
            receive(s, p, amount, FATE_1, card)
    elif effect == effects.DISPATCH:
        if agents_among(s, g, p, card) > 0:
            s.promised[p] += amount
            note(s, events.PROMISED, p, amount, FATE_1, card)
    elif effect == effects.SHIPWRECK:
        lose(s, g, p, amount * horrea_among(s, g, p, card), FATE_1, card)
    elif effect == effects.GOVERNOR:
        lose(s, g, p, furthest_pays(s, g, p), FATE_1, card)
    elif effect == effects.MORALS:
        begin_matchmaking(s, g, p)
    elif effect == effects.DIVORCE:
        begin_separation(s, g, p)
    elif effect == effects.CANDIDATE:
        change_prestige(s, p, -points, FATE_1, card)
    elif effect == effects.NEWS:
        gain_child(s, g, p)
    elif effect == effects.SNUB:
        if is_richest(s, g, p):
            change_prestige(s, p, -points, FATE_1, card)
    elif effect == effects.ELECTIONS:
        if married_locally(s, g, p):
            push(s, tasks.ELECTION_ROLL, p)
    elif effect == effects.PRAEFECTUS:
        if is_praefectus(s, g, p, card):
            s.promised[p] += amount
            s.promised_later[p] += amount
            note(s, events.PROMISED, p, 2 * amount, FATE_1, card)
    elif effect == effects.PATRON:
        begin_patronage(s, g, p, card)


@rule
def horrea_among(s: State, g: Definition, p: int, card: int) -> int:
    """How many of the markets named on a card have the player's horreum."""
    count = 0
    for i in range(card * CARD_MARKETS, (card + 1) * CARD_MARKETS):
        m = g.card_market[i]
        if m != NOWHERE and owns(s, p, m):
            count += 1
    return count


@rule
def agents_among(s: State, g: Definition, p: int, card: int) -> int:
    """On how many of the markets named on a card the player has an agent."""
    count = 0
    for i in range(card * CARD_MARKETS, (card + 1) * CARD_MARKETS):
        m = g.card_market[i]
        if m != NOWHERE and agent_on(s, g, p, m) >= 0:
            count += 1
    return count


@rule
def has_agent_on_kind(s: State, g: Definition, p: int, kind: int) -> bool:
    """Has the player an agent on a market of this kind?"""
    for slot in range(g.agents):
        m = s.agent[p * AGENTS + slot]
        if m != NOWHERE and g.kind[m] == kind:
            return True
    return False


@rule
def burn(s: State, g: Definition, p: int, card: int) -> None:
    """Great fire: the player's horrea on the markets named are lost."""
    for i in range(card * CARD_MARKETS, (card + 1) * CARD_MARKETS):
        m = g.card_market[i]
        if m != NOWHERE and owns(s, p, m):
            lose_horreum(s, g, p, m, FATE_1)


@rule
def sweep_agents(s: State, g: Definition, p: int, card: int) -> None:
    """Revolt and plague: the player's agents on the markets named are lost."""
    for i in range(card * CARD_MARKETS, (card + 1) * CARD_MARKETS):
        m = g.card_market[i]
        if m != NOWHERE:
            slot = agent_on(s, g, p, m)
            if slot >= 0:
                lose_agent(s, g, p, slot, FATE_1)


@rule
def flood(s: State, g: Definition, p: int, card: int) -> None:
    """Floods: the market that would pay most pays nothing next time; ties go to the nearer, then to board order."""
    worst = NOWHERE
    most = 0
    present = presence(s, g, p)
    for m in range(g.markets):
        if owns(s, p, m):
            pays = market_pays(s, g, p, m, present)
            if pays > most or (pays == most and worst != NOWHERE and g.distance[m] < g.distance[worst]):
                worst = m
                most = pays
    if worst != NOWHERE:
        s.flood[p] = worst
        note(s, events.FLOODED, p, most, FATE_1, worst)


@rule
def furthest_pays(s: State, g: Definition, p: int) -> int:
    """Greedy governor: what the market furthest from Rome would pay, the best of those that tie, at least 0."""
    distance = -1
    most = 0
    present = presence(s, g, p)
    for m in range(g.markets):
        if owns(s, p, m) and g.distance[m] >= distance:
            pays = market_pays(s, g, p, m, present)
            if g.distance[m] > distance or pays > most:
                most = pays
            distance = g.distance[m]
    return most if most > 0 else 0


@rule
def census(s: State, g: Definition, p: int, card: int) -> None:
    """Census: wealth opens the Senate, poverty closes it."""
    if s.money[p] >= g.senate_threshold and s.senator[p] == 0:
        s.senator[p] = 1
        note(s, events.SENATE_ENTERED, p, 1, FATE_1, card)
        change_prestige(s, p, g.card_points[card], FATE_1, card)
    elif s.money[p] < g.senate_threshold and s.senator[p] == 1:
        s.senator[p] = 0
        note(s, events.SENATE_LEFT, p, 1, FATE_1, card)
        change_prestige(s, p, -g.card_points[card], FATE_1, card)


@rule
def is_richest(s: State, g: Definition, p: int) -> bool:
    """Snub: nobody has more money."""
    for q in range(g.players):
        if s.money[q] > s.money[p]:
            return False
    return True


@rule
def feeds_rome(s: State, g: Definition, p: int, card: int) -> bool:
    """Praefectus annonae: horrea in Rome and on a market named."""
    return owns(s, p, g.rome) and horrea_among(s, g, p, card) > 0


@rule
def is_praefectus(s: State, g: Definition, p: int, card: int) -> bool:
    """Praefectus annonae: the most prestigious of those who feed Rome; all who tie."""
    if not feeds_rome(s, g, p, card):
        return False
    for q in range(g.players):
        if s.prestige[q] > s.prestige[p] and feeds_rome(s, g, q, card):
            return False
    return True
