"""One move ahead in the move phase: where agents step, and whether a new one is rolled for."""

from __future__ import annotations

from forvm.bots.evaluation import stand, weigh
from forvm.bots.features import look_around, look_at_agents, look_at_money
from forvm.bots.mind import CANDIDATES, Chart, Mind
from forvm.bots.paper import Paper
from forvm.bots.sites import aim, sum_aims
from forvm.bots.survey import boosts, stand_agents, survey
from forvm.bots.weights import REACH, Weights
from forvm.engine import actions
from forvm.engine.definition import Definition
from forvm.engine.limits import AGENTS
from forvm.engine.play import apply, legal
from forvm.engine.rules.move import mover
from forvm.engine.scratch import Scratch
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def restand(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> float:
    """The standing of a player whose agents alone have changed."""
    stand_agents(s, g, mind, p)
    look_at_agents(s, g, mind, p)
    look_around(s, g, w, chart, mind, p)
    return weigh(mind)


@rule
def after_strife(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, a: int) -> float:
    """The player's standing after a step from or to a market where others' agents stand: ranks change (MOVE-5)."""
    s = paper.sheet[0]
    p: int = s.actor[0]
    paper.sheet[1] = s
    tried = paper.sheet[1]
    apply(tried, g, a)
    standing = restand(tried, g, w, chart, mind, p)
    restand(s, g, w, chart, mind, p)  # what the next step is compared with
    return standing


@rule
def after_quiet_step(
    s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int, slot: int, to: int
) -> float:
    """The player's standing after a step that meets nobody: what the agent aims at changes, and perhaps the trade.

    A step to where it stands is staying for good.
    """
    i = p * AGENTS + slot
    start = s.agent[i]
    stood = mind.stands[p]
    boost = mind.boost[p]
    aimed = mind.aim[slot]
    worth = mind.aim_worth[slot]
    s.agent[i] = to
    s.z[0] |= 1 << slot
    stand_agents(s, g, mind, p)
    taken = 0
    for other in range(g.agents):
        if other != slot:
            taken |= mind.aim[other]
    mind.steps_ahead ^= 1 << slot
    aim(s, g, w, chart, mind, p, slot, taken)
    mind.steps_ahead ^= 1 << slot
    now = mind.feature[REACH]
    standing = mind.alone[p] + (sum_aims(g, w, mind) - now) * mind.weight[REACH]
    mind.boost[p] = boosts(s, g, mind, p)
    if mind.boost[p] != boost:
        mind.feature[REACH] = sum_aims(g, w, mind)
        look_at_money(s, g, mind, p)
        standing = weigh(mind)
        mind.feature[REACH] = now
        mind.boost[p] = boost
        look_at_money(s, g, mind, p)
    s.agent[i] = start
    s.z[0] ^= 1 << slot
    mind.stands[p] = stood
    mind.aim[slot] = aimed
    mind.aim_worth[slot] = worth
    return standing


@rule
def meets_others(g: Definition, mind: Mind, p: int, m: int) -> bool:
    """Do others' agents stand on a market? On Rome nobody minds (MOVE-6)."""
    others = 0
    for q in range(g.players):
        if q != p:
            others |= mind.stands[q]
    return m != g.rome and (others >> m) & 1 == 1


@rule
def is_peaceful(s: State, g: Definition, mind: Mind, p: int, link: int) -> bool:
    """Does a step of an agent that intrudes on nobody lead to where it intrudes on nobody?"""
    slot = mover(s, g, p, g.link_from[link])
    return s.rank[p * AGENTS + slot] == 0 and not meets_others(g, mind, p, g.link_to[link])


@rule
def after_step(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, a: int) -> float:
    """The player's standing after a peaceful step; an agent may leave an intruder behind, who then is none."""
    s = paper.sheet[0]
    p: int = s.actor[0]
    start = g.link_from[a - actions.MOVE_0]
    if meets_others(g, mind, p, start):
        return after_strife(paper, g, w, chart, mind, a)
    return after_quiet_step(s, g, w, chart, mind, p, mover(s, g, p, start), g.link_to[a - actions.MOVE_0])


@rule
def after_end(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> float:
    """The player's standing if nothing more is moved."""
    s.x[0] += 1
    standing = restand(s, g, w, chart, mind, p)
    s.x[0] -= 1
    return standing


@rule
def best_step(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch, n: int) -> int:
    """The best step of the first agent that does better to step than to stay, or the end of the move.

    For who wants nothing but a move: most candidates need not be looked at. Leaves everyone else's markets alone.
    """
    s = paper.sheet[0]
    p: int = s.actor[0]
    slot = NOWHERE
    most = 0.0
    best = actions.END_0
    for i in range(n):
        a = ids.ids[i]
        if a < actions.MOVE_0 or not is_peaceful(s, g, mind, p, a - actions.MOVE_0):
            continue
        start = g.link_from[a - actions.MOVE_0]
        stepping = mover(s, g, p, start)
        if stepping != slot:
            if best != actions.END_0:
                return best
            slot = stepping
            most = after_quiet_step(s, g, w, chart, mind, p, slot, start)
        value = after_step(paper, g, w, chart, mind, a)
        if value > most:
            most = value
            best = a
    return best


@rule
def list_peaceful_steps(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch, n: int) -> int:
    """Candidates that intrude on nobody, with the changes of standing; returns how many."""
    s = paper.sheet[0]
    p: int = s.actor[0]
    count = 0
    for i in range(n):
        a = ids.ids[i]
        if count < CANDIDATES - 1 and a >= actions.MOVE_0 and is_peaceful(s, g, mind, p, a - actions.MOVE_0):
            mind.action[count] = a
            mind.value[count] = after_step(paper, g, w, chart, mind, a) - mind.alone[p]
            count += 1
    return count


@rule
def list_other_steps(
    paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch, n: int, count: int
) -> int:
    """The end of the move, and for the daring, or where nothing else is left, steps onto others' agents."""
    s = paper.sheet[0]
    p: int = s.actor[0]
    now = mind.alone[p]
    daring = w.daring > 0.0 or (count == 0 and ids.ids[n - 1] != actions.END_0)
    for i in range(n):
        a = ids.ids[i]
        if a == actions.END_0:
            standing = after_end(s, g, w, chart, mind, p)
        elif daring and count < CANDIDATES - 1 and not is_peaceful(s, g, mind, p, a - actions.MOVE_0):
            standing = after_strife(paper, g, w, chart, mind, a)
        else:
            continue
        mind.action[count] = a
        mind.value[count] = standing - now
        count += 1
    return count


@rule
def consider_steps(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch) -> int:
    """Fill ``mind.action`` and ``mind.value`` (changes of standing) for the move phase; returns how many.

    Only the player's own agents change, so only their standing is weighed anew. Peaceful steps come first: they rely on
    what ``stand`` has left in the mind.
    """
    s = paper.sheet[0]
    p: int = s.actor[0]
    n = mind.listed if mind.listed > 0 else legal(s, g, ids)
    mind.value[0] = 0.0
    if ids.ids[0] == actions.ENTER_0:
        mind.action[0] = actions.ENTER_0  # another agent is always welcome, and rolling for it costs nothing
        return 1
    survey(s, g, chart, mind)
    stand(s, g, w, chart, mind, p)
    if mind.quick == 1 and w.daring == 0.0 and ids.ids[n - 1] == actions.END_0:
        mind.action[0] = best_step(paper, g, w, chart, mind, ids, n)
        return 1
    count = list_peaceful_steps(paper, g, w, chart, mind, ids, n)
    return list_other_steps(paper, g, w, chart, mind, ids, n, count)
