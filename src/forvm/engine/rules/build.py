"""BUILD-1 to BUILD-3: a horreum is built, and regions reward their builders."""

from __future__ import annotations

from forvm.engine import actions, events, reasons
from forvm.engine.clauses import BUILD_1, BUILD_2
from forvm.engine.definition import NO_REGION, Definition
from forvm.engine.events import note
from forvm.engine.limits import AGENTS, REGIONS
from forvm.engine.reasons import OK
from forvm.engine.rules.money import change_prestige, means, pay
from forvm.engine.rules.pieces import agent_on, horrea_in_region, horrea_of, owns
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def may_work(s: State, g: Definition) -> int:
    """BUILD-3: building or destroying comes once, and before giving."""
    if s.phase_used == 0:
        return OK
    return reasons.WORKED if g.build_then_give == 1 else reasons.ONE_WORK


@rule
def may_build(s: State, g: Definition, p: int, m: int) -> int:
    """BUILD-1: an agent there, no own horreum yet, the money, and a horreum in the supply."""
    if m >= g.markets or agent_on(s, g, p, m) < 0:
        return reasons.NO_AGENT_TO_BUILD
    return may_build_where_agent_stands(s, g, p, m)


@rule
def may_build_where_agent_stands(s: State, g: Definition, p: int, m: int) -> int:
    """BUILD-1 and BUILD-3 without looking for the agent."""
    why = may_work(s, g)
    if why != OK:
        return why
    if owns(s, p, m):
        return reasons.HAS_HORREUM
    if means(s, g, p) < g.build_cost:
        return reasons.NO_MONEY_TO_BUILD
    if g.horrea > 0 and horrea_of(s, g, p) >= g.horrea:
        return reasons.NO_HORREUM_LEFT
    return OK


@rule
def list_builds(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer every market where an agent stands and no horreum does."""
    if may_work(s, g) != OK:
        return n
    for slot in range(g.agents):
        m = s.agent[p * AGENTS + slot]
        if m != NOWHERE and may_build_where_agent_stands(s, g, p, m) == OK:
            scratch.ids[n] = actions.BUILD_0 + m
            n += 1
    return n


@rule
def build(s: State, g: Definition, p: int, m: int) -> None:
    """Pay first, then build, then count the region (DEBT-1, BUILD-2)."""
    s.phase_used = 1
    pay(s, g, p, g.build_cost, BUILD_1, m)
    s.horrea[m] |= 1 << p
    note(s, events.HORREUM_BUILT, p, 1, BUILD_1, m)
    if g.region[m] != NO_REGION:
        earn_milestones(s, g, p, m)


@rule
def earn_milestones(s: State, g: Definition, p: int, m: int) -> None:
    """BUILD-2: the first in a region, every five, and all of them; each once."""
    region = g.region[m]
    i = p * REGIONS + region
    count = horrea_in_region(s, g, p, region)
    if s.region_first[i] == 0:
        s.region_first[i] = 1
        change_prestige(s, p, g.build_first, BUILD_2, m)
    if count // 5 > s.region_fives[i]:
        s.region_fives[i] = count // 5
        change_prestige(s, p, g.build_five, BUILD_2, m)
    if count == g.region_size[region] and s.region_every[i] == 0:
        s.region_every[i] = 1
        change_prestige(s, p, g.build_every, BUILD_2, m)
