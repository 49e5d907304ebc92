"""One move ahead in the move phase: where agents step, and whether a new one is rolled for."""

from __future__ import annotations

from forvm.bots.evaluation import (
    aim,
    boosts,
    look_at_agents,
    look_at_money,
    stand,
    stand_agents,
    sum_aims,
    survey,
    weigh,
    weight,
)
from forvm.bots.mind import Chart, Mind
from forvm.bots.weights import REACH, Weights
from forvm.engine.actions import END_0, ENTER_0, MOVE_0
from forvm.engine.definition import Definition
from forvm.engine.limits import AGENTS
from forvm.engine.play import legal
from forvm.engine.rule import rule
from forvm.engine.rules.move import mover
from forvm.engine.rules.pieces import agent_on
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOWHERE, State


@rule
def restand(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> float:
    """The standing of a player whose agents alone have changed."""
    stand_agents(s, g, mind, p)
    look_at_agents(s, g, w, chart, mind, p)
    return weigh(w, mind)


@rule
def after_intrusion(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int, i: int, to: int) -> float:
    """The player's standing after a step onto a market where others' agents stand."""
    start = s.agent[i]
    s.agent[i] = to
    for j in range(g.players * AGENTS):
        if s.agent[j] == to and j != i:
            s.rank[i] += 1
    standing = restand(s, g, w, chart, mind, p)
    s.agent[i] = start
    s.rank[i] = 0
    return standing


@rule
def after_quiet_step(
    s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int, slot: int, to: int
) -> float:
    """The player's standing after a step that meets nobody: what the agent aims at changes, and perhaps the trade."""
    i = p * AGENTS + slot
    start = s.agent[i]
    stood = mind.stands[p]
    boost = mind.boost[p]
    aimed = mind.aim[slot]
    worth = mind.aim_worth[slot]
    s.agent[i] = to
    stand_agents(s, g, mind, p)
    taken = 0
    for other in range(g.agents):
        if other != slot:
            taken |= mind.aim[other]
    mind.steps_ahead ^= 1 << slot
    aim(s, g, w, chart, mind, p, slot, taken)
    mind.steps_ahead ^= 1 << slot
    now = mind.feature[REACH]
    standing = mind.alone[p] + (sum_aims(g, w, mind) - now) * weight(w, mind, REACH)
    mind.boost[p] = boosts(s, g, mind, p)
    if mind.boost[p] != boost:
        mind.feature[REACH] = sum_aims(g, w, mind)
        look_at_money(s, g, mind, p)
        standing = weigh(w, mind)
        mind.feature[REACH] = now
        mind.boost[p] = boost
        look_at_money(s, g, mind, p)
    s.agent[i] = start
    mind.stands[p] = stood
    mind.aim[slot] = aimed
    mind.aim_worth[slot] = worth
    return standing


@rule
def is_quiet(s: State, g: Definition, mind: Mind, p: int, link: int) -> bool:
    """Does a step lead from and to a market without strife?"""
    to = g.link_to[link]
    if s.rank[p * AGENTS + mover(s, g, p, g.link_from[link])] > 0:
        return False
    if to != g.rome:
        for q in range(g.players):
            if q != p and (mind.stands[q] >> to) & 1 == 1:
                return False
    return True


@rule
def after_entry(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> float:
    """The player's standing after the roll for a new agent, averaged."""
    i = p * AGENTS + agent_on(s, g, p, NOWHERE)
    s.agent[i] = g.rome
    standing = restand(s, g, w, chart, mind, p)
    s.agent[i] = NOWHERE
    return mind.alone[p] + (standing - mind.alone[p]) * (7 - g.enter_roll) / 6


@rule
def after_end(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> float:
    """The player's standing if nothing more is moved."""
    s.x[0] += 1
    standing = restand(s, g, w, chart, mind, p)
    s.x[0] -= 1
    return standing


@rule
def after_step(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int, link: int, quiet: bool) -> float:
    """The player's standing after a step, which is taken back again."""
    slot = mover(s, g, p, g.link_from[link])
    s.z[0] |= 1 << slot
    if quiet:
        standing = after_quiet_step(s, g, w, chart, mind, p, slot, g.link_to[link])
    else:
        standing = after_intrusion(s, g, w, chart, mind, p, p * AGENTS + slot, g.link_to[link])
    s.z[0] ^= 1 << slot
    return standing


@rule
def consider_steps(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch) -> int:
    """Fill ``mind.action`` and ``mind.value`` (changes of standing) for the move phase; returns how many.

    Only the player's own agents change, so only their standing is weighed anew. Quiet steps come first: they rely on
    what ``stand`` has left in the mind.
    """
    p = s.actor[0]
    n = legal(s, g, ids)
    survey(s, g, chart, mind)
    stand(s, g, w, chart, mind, p)
    count = 0
    for i in range(n):
        a = ids.ids[i]
        if a >= MOVE_0 and is_quiet(s, g, mind, p, a - MOVE_0):
            mind.action[count] = a
            mind.value[count] = after_step(s, g, w, chart, mind, p, a - MOVE_0, True) - mind.alone[p]
            count += 1
            ids.ids[i] = -1
    for i in range(n):
        a = ids.ids[i]
        if a >= 0:
            if a == END_0:
                standing = after_end(s, g, w, chart, mind, p)
            elif a == ENTER_0:
                standing = after_entry(s, g, w, chart, mind, p)
            else:
                standing = after_step(s, g, w, chart, mind, p, a - MOVE_0, False)
            mind.action[count] = a
            mind.value[count] = standing - mind.alone[p]
            count += 1
    return count
