"""OUST-1 to OUST-6: an intruder must challenge the holder of a market."""

from __future__ import annotations

from forvm.engine import actions, events, reasons, tasks
from forvm.engine.clauses import OUST_1, OUST_2, OUST_3, OUST_5
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.limits import AGENTS, PLAYERS
from forvm.engine.reasons import OK
from forvm.engine.rules.divorce import break_alliance
from forvm.engine.rules.money import means, pay
from forvm.engine.rules.pieces import agent_on, lose_agent
from forvm.engine.rules.stack import pop, push
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOBODY, State
from forvm.engine.twin.rule import rule


@rule
def may_oust(s: State, g: Definition, p: int, m: int) -> int:
    """OUST-1: an intruder challenges, nobody else."""
    slot = agent_on(s, g, p, m)
    return may_challenge(s, p, slot) if slot >= 0 else reasons.NO_AGENT_TO_OUST


@rule
def may_challenge(s: State, p: int, slot: int) -> int:
    """OUST-1 for one agent: is it an intruder?"""
    return OK if s.rank[p * AGENTS + slot] > 0 else reasons.NO_INTRUDER


@rule
def intrudes(s: State, g: Definition, p: int) -> bool:
    """Is any of the player's agents an intruder?"""
    for slot in range(g.agents):
        if may_challenge(s, p, slot) == OK:
            return True
    return False


@rule
def list_ousts(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer a challenge on every market where the player intrudes."""
    for slot in range(g.agents):
        if may_challenge(s, p, slot) == OK:
            scratch.ids[n] = actions.OUST_0 + s.agent[p * AGENTS + slot]
            n += 1
    return n


@rule
def holder(s: State, g: Definition, m: int) -> int:
    """Who holds a market (MOVE-5), or nobody; Rome has no holder (MOVE-6)."""
    if m != g.rome:
        for i in range(PLAYERS * AGENTS):
            if s.agent[i] == m and s.rank[i] == 0:
                return i // AGENTS
    return NOBODY


@rule
def roll_to_oust(s: State, g: Definition, p: int, m: int) -> int:
    """OUST-2: the least roll with which a challenger wins."""
    if s.local[m] == NOBODY:
        return g.oust_roll
    if s.local[m] == p:
        return g.oust_roll_if_challenger_local
    if s.local[m] == holder(s, g, m):
        return g.oust_roll_if_holder_local
    return g.oust_roll


@rule
def oust(s: State, g: Definition, p: int, m: int) -> None:
    """Challenge the holder; who cannot raise the cost loses at once (OUST-5)."""
    defender = holder(s, g, m)
    s.phase_used = 1
    note(s, events.CHALLENGE, p, defender, OUST_1, m)
    if means(s, g, p) < g.oust_cost:
        lose_agent(s, g, p, agent_on(s, g, p, m), OUST_5)
        return
    pay(s, g, p, g.oust_cost, OUST_2, m)
    break_alliance(s, g, p, defender)
    push(s, tasks.OUST_ROLL, p)
    s.market = m


@rule
def oust_roll(s: State, g: Definition, pips: int) -> None:
    """OUST-3: the loser's agent leaves; a winning challenger comes before any earlier intruder."""
    p = s.actor[s.top]
    m = s.market
    pop(s)
    s.market = 0
    note(s, events.ROLLED, p, pips, OUST_2, m)
    slot = agent_on(s, g, p, m)
    if pips < roll_to_oust(s, g, p, m):
        lose_agent(s, g, p, slot, OUST_3)
        return
    defender = holder(s, g, m)
    lose_agent(s, g, defender, agent_on(s, g, defender, m), OUST_3)
    challenger = p * AGENTS + slot
    for i in range(PLAYERS * AGENTS):
        if s.agent[i] == m and s.rank[i] < s.rank[challenger]:
            s.rank[i] += 1
    s.rank[challenger] = 0
    note(s, events.MARKET_HELD, p, 1, OUST_3, m)
