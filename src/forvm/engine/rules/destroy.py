"""DESTROY-1: another player's horreum is attacked."""

from __future__ import annotations

from forvm.engine import actions, events, reasons, tasks
from forvm.engine.clauses import DESTROY_1
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.limits import AGENTS, MARKETS
from forvm.engine.reasons import OK
from forvm.engine.rules.build import may_work
from forvm.engine.rules.divorce import break_alliance
from forvm.engine.rules.money import means, pay
from forvm.engine.rules.pieces import agent_on, lose_horreum, owns
from forvm.engine.rules.stack import pop, push
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def may_destroy(s: State, g: Definition, p: int, victim: int, m: int) -> int:
    """An agent there (unless the rules waive it), somebody else's horreum, and the money."""
    if victim >= g.players:
        return reasons.NOBODY_TO_ATTACK
    if victim != p and (m >= g.markets or (g.destroy_needs_agent == 1 and agent_on(s, g, p, m) < 0)):
        return reasons.NO_AGENT_TO_ATTACK
    return may_destroy_within_reach(s, g, p, victim, m)


@rule
def may_destroy_within_reach(s: State, g: Definition, p: int, victim: int, m: int) -> int:
    """DESTROY-1 and BUILD-3 without looking for the agent."""
    why = may_work(s, g)
    if why != OK:
        return why
    if victim == p:
        return reasons.OWN_HORREUM
    if not owns(s, victim, m):
        return reasons.NO_HORREUM_THERE
    return OK if means(s, g, p) >= g.destroy_cost else reasons.NO_MONEY_TO_ATTACK


@rule
def list_targets_on(s: State, g: Definition, p: int, m: int, scratch: Scratch, n: int) -> int:
    """Offer the others' horrea on one market."""
    if s.horrea[m] & ~(1 << p) == 0:
        return n
    for victim in range(g.players):
        if may_destroy_within_reach(s, g, p, victim, m) == OK:
            scratch.ids[n] = actions.DESTROY_0 + victim * MARKETS + m
            n += 1
    return n


@rule
def list_destructions(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer every horreum within reach."""
    if may_work(s, g) != OK:
        return n
    if g.destroy_needs_agent == 0:
        for m in range(g.markets):
            n = list_targets_on(s, g, p, m, scratch, n)
        return n
    for slot in range(g.agents):
        m = s.agent[p * AGENTS + slot]
        if m != NOWHERE:
            n = list_targets_on(s, g, p, m, scratch, n)
    return n


@rule
def roll_to_destroy(s: State, g: Definition, p: int, victim: int, m: int) -> int:
    """The least roll with which the attack succeeds."""
    if s.local[m] == p:
        return g.destroy_roll_if_attacker_local
    if s.local[m] == victim:
        return g.destroy_roll_if_victim_local
    return g.destroy_roll


@rule
def destroy(s: State, g: Definition, p: int, victim: int, m: int) -> None:
    """The cost is paid, an alliance breaks (ALLY-4), then the die."""
    s.phase_used = 1
    note(s, events.ATTACK, p, victim, DESTROY_1, m)
    pay(s, g, p, g.destroy_cost, DESTROY_1, m)
    break_alliance(s, g, p, victim)
    push(s, tasks.DESTROY_ROLL, p)
    s.market = m
    s.other = victim


@rule
def destroy_roll(s: State, g: Definition, pips: int) -> None:
    """The die of an attack has fallen."""
    p = s.actor[s.top]
    m = s.market
    victim = s.other
    pop(s)
    s.market = 0
    s.other = 0
    note(s, events.ROLLED, p, pips, DESTROY_1, m)
    if pips >= roll_to_destroy(s, g, p, victim, m):
        lose_horreum(s, g, victim, m, DESTROY_1)
