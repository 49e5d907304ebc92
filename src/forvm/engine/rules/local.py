"""LOCAL-1, LOCAL-2: a child marries into the aristocracy of a market."""

from __future__ import annotations

from forvm.engine import actions, events, reasons
from forvm.engine.clauses import FATE_1, LOCAL_1, LOCAL_2
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.limits import AGENTS, MARKETS
from forvm.engine.reasons import OK
from forvm.engine.rules.money import change_prestige, means, pay
from forvm.engine.rules.pieces import agent_on, children_of
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOBODY, NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def may_wed(s: State, g: Definition, p: int, sex: int, m: int) -> int:
    """LOCAL-1: an agent there, not on Rome, a free aristocracy, a child, and the money."""
    if m >= g.markets or (m != g.rome and agent_on(s, g, p, m) < 0):
        return reasons.NO_AGENT_TO_WED
    return may_wed_where_agent_stands(s, g, p, sex, m)


@rule
def may_wed_where_agent_stands(s: State, g: Definition, p: int, sex: int, m: int) -> int:
    """LOCAL-1 without looking for the agent."""
    if m == g.rome:
        return reasons.NO_ARISTOCRACY
    if s.local[m] != NOBODY:
        return reasons.ARISTOCRACY_TAKEN
    if s.child[p * 2 + sex] == 0:
        return reasons.NO_CHILD_TO_WED
    return OK if means(s, g, p) >= g.local_cost else reasons.NO_MONEY_TO_WED


@rule
def list_weddings(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer every child on every market where an agent of the player's stands."""
    if children_of(s, p) == 0:
        return n
    for slot in range(g.agents):
        m = s.agent[p * AGENTS + slot]
        if m == NOWHERE:
            continue
        for sex in range(2):
            if may_wed_where_agent_stands(s, g, p, sex, m) == OK:
                scratch.ids[n] = actions.WED_0 + sex * MARKETS + m
                n += 1
    return n


@rule
def wed(s: State, g: Definition, p: int, sex: int, m: int) -> None:
    """The child is used up; the marriage lasts when the agent goes (LOCAL-2)."""
    pay(s, g, p, g.local_cost, LOCAL_1, m)
    s.child[p * 2 + sex] -= 1
    s.local[m] = p
    s.newlywed |= 1 << p
    note(s, events.WED, p, sex, LOCAL_1, m)
    change_prestige(s, p, g.local_prestige, LOCAL_1, m)


@rule
def may_part(s: State, g: Definition, p: int, m: int) -> int:
    """Only fate ends a local marriage (LOCAL-2), and only one's own."""
    return OK if m < g.markets and s.local[m] == p else reasons.NOT_MARRIED


@rule
def list_partings(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer the end of every local marriage of the player's."""
    for m in range(g.markets):
        if may_part(s, g, p, m) == OK:
            scratch.ids[n] = actions.PART_0 + m
            n += 1
    return n


@rule
def part(s: State, p: int, m: int, points: int, card: int) -> None:
    """The aristocracy is free again, and it costs prestige."""
    s.local[m] = NOBODY
    note(s, events.PARTED, p, 1, LOCAL_2, m)
    change_prestige(s, p, -points, FATE_1, card)
