"""One move ahead: the moves worth a thought in a position, each with the player's chance of winning after it.

Chance is averaged. Where hundreds of prices could be named, only those that make sense are looked at.
"""

from __future__ import annotations

from math import exp

from forvm.bots.bargain import consider_answers, consider_proposals
from forvm.bots.evaluation import evaluate, look_at, stand, stand_agents, weigh
from forvm.bots.mind import CANDIDATES, Chart, Mind
from forvm.bots.weights import Weights
from forvm.engine.actions import (
    ACCEPT_0,
    BUILD_0,
    DESTROY_0,
    DIE_0,
    DIVORCE_0,
    END_0,
    ENTER_0,
    GIVE_0,
    MOVE_0,
    OUST_0,
    PAY_0,
    PROPOSE_0,
    WED_0,
)
from forvm.engine.definition import Definition
from forvm.engine.entries import STATE
from forvm.engine.limits import AGENTS, MARKETS, PLAYERS
from forvm.engine.play import apply, apply_chance, legal
from forvm.engine.rule import Buffer, rule
from forvm.engine.rules.destroy import roll_to_destroy
from forvm.engine.rules.move import mover
from forvm.engine.rules.pieces import agent_on
from forvm.engine.scratch import Scratch
from forvm.engine.state import BARGAIN, BUILDING, INTRIGUE, MATCHMAKING, MOVING, NOWHERE, State


@rule
def chance_alone(g: Definition, mind: Mind, p: int, standing: float) -> float:
    """A player's chance of winning if their standing were another and the others' stayed."""
    total = 1.0
    for q in range(g.players):
        if q != p:
            total += exp(mind.standing[q] - standing)
    return 1 / total


@rule
def restand(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> float:
    """The standing of a player whose agents alone have changed."""
    stand_agents(s, g, mind, p)
    return stand(s, g, w, chart, mind, p)


@rule
def after_step(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int, link: int) -> float:
    """The player's standing after a step, which is taken back again."""
    slot = mover(s, g, p, g.link_from[link])
    i = p * AGENTS + slot
    start = s.agent[i]
    rank = s.rank[i]
    to = g.link_to[link]
    intruders = 0
    if to != g.rome:
        for j in range(g.players * AGENTS):
            if s.agent[j] == to:
                intruders += 1
    s.agent[i] = to
    s.rank[i] = intruders
    s.z[0] |= 1 << slot
    standing = restand(s, g, w, chart, mind, p)
    s.agent[i] = start
    s.rank[i] = rank
    s.z[0] ^= 1 << slot
    return standing


@rule
def after_entry(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int, now: float) -> float:
    """The player's standing after the roll for a new agent, averaged."""
    i = p * AGENTS + agent_on(s, g, p, NOWHERE)
    s.agent[i] = g.rome
    standing = restand(s, g, w, chart, mind, p)
    s.agent[i] = NOWHERE
    succeeds = (7 - g.enter_roll) / 6
    return now + (standing - now) * succeeds


@rule
def consider_steps(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch, n: int) -> int:
    """The move phase: only the player's own agents change, so only their standing is weighed anew."""
    p = s.actor[0]
    now = mind.standing[p]
    standing = now
    for i in range(n):
        a = ids.ids[i]
        if a == END_0:
            s.x[0] += 1
            standing = restand(s, g, w, chart, mind, p)
            s.x[0] -= 1
        elif a == ENTER_0:
            standing = after_entry(s, g, w, chart, mind, p, now)
        else:
            standing = after_step(s, g, w, chart, mind, p, a - MOVE_0)
        mind.action[i] = a
        mind.value[i] = chance_alone(g, mind, p, standing)
    return n


@rule
def after(pool: Buffer, at: int, g: Definition, w: Weights, chart: Chart, mind: Mind, a: int, p: int) -> float:
    """The player's chance of winning after a move that needs no die."""
    records = pool.view(STATE)
    records[at + 1] = records[at]
    apply(records[at + 1], g, a)
    evaluate(records[at + 1], g, w, chart, mind)
    return mind.chance[p]


@rule
def after_attack(pool: Buffer, at: int, g: Definition, w: Weights, chart: Chart, mind: Mind, a: int, p: int) -> float:
    """The player's chance of winning after an attack, averaged over the die."""
    records = pool.view(STATE)
    target = a - DESTROY_0
    succeeds = (7 - roll_to_destroy(records[at], g, p, target // MARKETS, target % MARKETS)) / 6
    records[at + 1] = records[at]
    apply(records[at + 1], g, a)
    records[at + 2] = records[at + 1]
    apply_chance(records[at + 2], g, DIE_0 + 5)
    evaluate(records[at + 2], g, w, chart, mind)
    value = mind.chance[p] * succeeds
    records[at + 2] = records[at + 1]
    apply_chance(records[at + 2], g, DIE_0)
    evaluate(records[at + 2], g, w, chart, mind)
    return value + mind.chance[p] * (1 - succeeds)


@rule
def consider_others(pool: Buffer, at: int, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch, n: int) -> int:
    """Everything but steps and bargains: play it on a copy and evaluate."""
    s = pool.view(STATE)[at]
    p = s.actor[s.top]
    task = s.task[s.top]
    now = mind.chance[p]
    gave = False
    count = 0
    if task == INTRIGUE or task == MATCHMAKING:
        count = consider_proposals(pool, at, g, w, chart, mind, s.asked[p] if task == INTRIGUE else s.x[s.top], 0)
    for i in range(n):
        a = ids.ids[i]
        if count == CANDIDATES or PROPOSE_0 <= a < ACCEPT_0:
            continue
        if a >= GIVE_0 and a < PAY_0:
            if gave:
                continue  # temple, games and food of a band are worth the same
            gave = True
        if OUST_0 <= a < WED_0 or (a == END_0 and task == INTRIGUE):
            value = now
        elif DESTROY_0 <= a < GIVE_0:
            value = after_attack(pool, at, g, w, chart, mind, a, p)
        else:
            value = after(pool, at, g, w, chart, mind, a, p)
        mind.action[count] = a
        mind.value[count] = value
        count += 1
    return count


@rule
def consider(pool: Buffer, at: int, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch) -> int:
    """Fill ``mind.action`` and ``mind.value`` for the player to act in state ``at``; returns how many.

    The states after ``at`` in the pool are scratch paper.
    """
    s = pool.view(STATE)[at]
    evaluate(s, g, w, chart, mind)
    task = s.task[s.top]
    if task == BARGAIN:
        return consider_answers(pool, at, g, w, chart, mind)
    n = legal(s, g, ids)
    if task == MOVING:
        return consider_steps(s, g, w, chart, mind, ids, n)
    return consider_others(pool, at, g, w, chart, mind, ids, n)


@rule
def best_of(mind: Mind, n: int) -> int:
    """The index of the best candidate, the first of equals."""
    best = 0
    for i in range(1, n):
        if mind.value[i] > mind.value[best]:
            best = i
    return best
