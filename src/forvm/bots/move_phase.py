"""One move ahead in the move phase: where agents step, and whether to roll for a new one."""

from __future__ import annotations

from forvm.bots.evaluation import stand, weigh
from forvm.bots.features import look_around, look_at_agents, look_at_money
from forvm.bots.search_tree import CANDIDATES
from forvm.bots.sites import aim, sum_aims
from forvm.bots.survey import boosts, stand_agents, survey
from forvm.bots.weights import REACH, Weights
from forvm.bots.workspace import Workspace
from forvm.engine import actions
from forvm.engine.definition import Definition
from forvm.engine.limits import AGENTS
from forvm.engine.play import apply, legal
from forvm.engine.rules.move import mover
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def restand(s: State, g: Definition, work: Workspace, p: int) -> float:
    """Returns the standing of a player of whom only the agents have changed."""
    stand_agents(s, g, work, p)
    look_at_agents(s, g, work, p)
    look_around(s, g, work, p)
    return weigh(work)


@rule
def after_strife(g: Definition, work: Workspace, a: int) -> float:
    """Returns the player's standing after a step from or to a market with others' agents: ranks change (MOVE-5)."""
    s = work.trial[0]
    p: int = s.actor[0]
    work.trial[1] = s
    tried = work.trial[1]
    apply(tried, g, a)
    standing = restand(tried, g, work, p)
    restand(s, g, work, p)  # what the next step is compared with
    return standing


@rule
def after_quiet_step(s: State, g: Definition, work: Workspace, p: int, slot: int, to: int) -> float:
    """Returns the player's standing after a step that meets nobody: the agent's aim changes, and perhaps the trade.

    A step to the agent's own market means that it stays there.
    """
    i = p * AGENTS + slot
    start = s.agent[i]
    stood = work.stands[p]
    boost = work.boost[p]
    aimed = work.aim[slot]
    worth = work.aim_worth[slot]
    s.agent[i] = to
    s.agents_moved |= 1 << slot
    stand_agents(s, g, work, p)
    taken = 0
    for other in range(g.agents):
        if other != slot:
            taken |= work.aim[other]
    work.steps_ahead ^= 1 << slot
    aim(s, g, work, p, slot, taken)
    work.steps_ahead ^= 1 << slot
    now = work.feature[REACH]
    standing = work.alone[p] + (sum_aims(g, work) - now) * work.weight[REACH]
    work.boost[p] = boosts(s, g, work, p)
    if work.boost[p] != boost:
        work.feature[REACH] = sum_aims(g, work)
        look_at_money(s, g, work, p)
        standing = weigh(work)
        work.feature[REACH] = now
        work.boost[p] = boost
        look_at_money(s, g, work, p)
    s.agent[i] = start
    s.agents_moved ^= 1 << slot
    work.stands[p] = stood
    work.aim[slot] = aimed
    work.aim_worth[slot] = worth
    return standing


@rule
def meets_others(g: Definition, work: Workspace, p: int, m: int) -> bool:
    """Are others' agents on a market? In Rome they do not matter (MOVE-6)."""
    others = 0
    for q in range(g.players):
        if q != p:
            others |= work.stands[q]
    return m != g.rome and (others >> m) & 1 == 1


@rule
def is_peaceful(s: State, g: Definition, work: Workspace, p: int, link: int) -> bool:
    """Does a step of an agent that intrudes on nobody lead to where it intrudes on nobody?"""
    slot = mover(s, g, p, g.link_from[link])
    return s.rank[p * AGENTS + slot] == 0 and not meets_others(g, work, p, g.link_to[link])


@rule
def after_step(g: Definition, work: Workspace, a: int) -> float:
    """Returns the player's standing after a peaceful step; an intruder that is left behind intrudes no more."""
    s = work.trial[0]
    p: int = s.actor[0]
    start = g.link_from[a - actions.MOVE_0]
    if meets_others(g, work, p, start):
        return after_strife(g, work, a)
    return after_quiet_step(s, g, work, p, mover(s, g, p, start), g.link_to[a - actions.MOVE_0])


@rule
def after_end(s: State, g: Definition, work: Workspace, p: int) -> float:
    """Returns the player's standing if nothing more is moved."""
    s.players_done += 1
    standing = restand(s, g, work, p)
    s.players_done -= 1
    return standing


@rule
def best_step(g: Definition, work: Workspace, n: int) -> int:
    """Returns the best step of the first agent that gains by stepping, or the end of the move.

    It is quick, because most candidates need not be evaluated. Steps onto others' agents are left out.
    """
    s = work.trial[0]
    p: int = s.actor[0]
    slot = NOWHERE
    most = 0.0
    best = actions.END_0
    for i in range(n):
        a = work.legal_scratch.ids[i]
        if a < actions.MOVE_0 or not is_peaceful(s, g, work, p, a - actions.MOVE_0):
            continue
        start = g.link_from[a - actions.MOVE_0]
        stepping = mover(s, g, p, start)
        if stepping != slot:
            if best != actions.END_0:
                return best
            slot = stepping
            most = after_quiet_step(s, g, work, p, slot, start)
        value = after_step(g, work, a)
        if value > most:
            most = value
            best = a
    return best


@rule
def list_peaceful_steps(g: Definition, work: Workspace, n: int) -> int:
    """Lists the candidates that intrude on nobody, with the changes of standing; returns how many."""
    s = work.trial[0]
    p: int = s.actor[0]
    count = 0
    for i in range(n):
        a = work.legal_scratch.ids[i]
        if count < CANDIDATES - 1 and a >= actions.MOVE_0 and is_peaceful(s, g, work, p, a - actions.MOVE_0):
            work.action[count] = a
            work.value[count] = after_step(g, work, a) - work.alone[p]
            count += 1
    return count


@rule
def list_other_steps(g: Definition, work: Workspace, n: int, count: int, attacks: bool) -> int:
    """Adds the end of the move and, if the bot attacks or has no other step, steps onto others' agents."""
    s = work.trial[0]
    p: int = s.actor[0]
    now = work.alone[p]
    intrudes = attacks or (count == 0 and work.legal_scratch.ids[n - 1] != actions.END_0)
    for i in range(n):
        a = work.legal_scratch.ids[i]
        if a == actions.END_0:
            standing = after_end(s, g, work, p)
        elif intrudes and count < CANDIDATES - 1 and not is_peaceful(s, g, work, p, a - actions.MOVE_0):
            standing = after_strife(g, work, a)
        else:
            continue
        work.action[count] = a
        work.value[count] = standing - now
        count += 1
    return count


@rule
def consider_steps(g: Definition, weights: Weights, work: Workspace) -> int:
    """Fills ``work.action`` and ``work.value`` (changes of standing) for the move phase; returns how many.

    Only the player's own agents change, so only their standing is evaluated again. Peaceful steps come first: they rely
    on what ``stand`` has left in the workspace.
    """
    s = work.trial[0]
    p: int = s.actor[0]
    n = work.listed if work.listed > 0 else legal(s, g, work.legal_scratch)
    work.value[0] = 0.0
    if work.legal_scratch.ids[0] == actions.ENTER_0:
        work.action[0] = actions.ENTER_0  # another agent is always good, and rolling for it costs nothing
        return 1
    survey(s, g, work)
    stand(s, g, work, p)
    if work.quick == 1 and weights.aggression == 0.0 and work.legal_scratch.ids[n - 1] == actions.END_0:
        work.action[0] = best_step(g, work, n)
        return 1
    count = list_peaceful_steps(g, work, n)
    return list_other_steps(g, work, n, count, weights.aggression > 0.0)
