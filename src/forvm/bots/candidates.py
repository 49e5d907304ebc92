"""One move ahead: the candidate moves in a position, and how each changes the player's odds of winning.

Chance is averaged. Where hundreds of prices could be named, only those that make sense are evaluated.
"""

from __future__ import annotations

from math import exp, log

from forvm.bots.bargain import consider_answers, consider_proposals
from forvm.bots.build_phase import compare_builds
from forvm.bots.evaluation import evaluate, evaluate_again, keep, measure_advance
from forvm.bots.move_phase import consider_steps
from forvm.bots.restrictions import ALLIANCE, leave_alone
from forvm.bots.search_tree import CANDIDATES
from forvm.bots.survey import notice
from forvm.bots.weights import Weights
from forvm.bots.workspace import Workspace
from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.dispatch import apply_chance
from forvm.engine.limits import MARKETS, PLAYERS
from forvm.engine.play import apply, legal
from forvm.engine.rng import random_below
from forvm.engine.rules.alliance import prices
from forvm.engine.rules.destroy import roll_to_destroy
from forvm.engine.rules.pieces import owners, owns, pair
from forvm.engine.state import State
from forvm.engine.twin.rule import rule


@rule
def affected(a: int, p: int) -> int:
    """Returns the players (bits) of whom a move can change more than the income from their markets."""
    if actions.DESTROY_0 <= a < actions.GIVE_0:
        return (1 << p) | (1 << ((a - actions.DESTROY_0) // MARKETS))
    if actions.DIVORCE_0 <= a < actions.PART_0:
        return (1 << p) | (1 << (a - actions.DIVORCE_0))
    return 1 << p


@rule
def keeps_reach(s: State, tried: State, a: int) -> bool:
    """Can everyone build the same after a move? Marriages and divorces change nothing in the intrigue phase."""
    weds = actions.WED_0 <= a < actions.PROPOSE_0 or actions.DIVORCE_0 <= a < actions.PART_0
    return weds and s.task[0] == tasks.INTRIGUE and tried.task[0] == tasks.INTRIGUE


@rule
def after(g: Definition, work: Workspace, a: int, die: int) -> float:
    """Returns the player's chance of winning after a move, and after the die that it needs (0: none)."""
    s = work.trial[0]
    work.trial[1] = s
    tried = work.trial[1]
    apply(tried, g, a)
    if die > 0:
        apply_chance(tried, g, actions.DIE_0 + die - 1)
    p: int = s.actor[s.top]
    notice(tried, g, work, a)
    evaluate_again(tried, g, work, affected(a, p), keeps_reach(s, tried, a))
    notice(s, g, work, a)
    return work.chance[p]


@rule
def worth_a_thought(s: State, g: Definition, weights: Weights, p: int, a: int) -> bool:
    """Is a move worth evaluating? Most attacks and divorces are not: they cannot pay."""
    if actions.DIVORCE_0 <= a < actions.PART_0 and s.task[s.top] == tasks.INTRIGUE:
        q = a - actions.DIVORCE_0
        repaid = s.ally_price[pair(p, q)] if s.ally_payer[pair(p, q)] == p else 0
        return repaid >= 300 or s.prestige[q] >= g.win_prestige - 1
    if actions.DESTROY_0 <= a < actions.GIVE_0 and weights.aggression == 0.0:
        m = (a - actions.DESTROY_0) % MARKETS
        i = m * PLAYERS + owners(s, m) - 1
        frees = owns(s, p, m) and g.value[i - 1] - g.value[i] >= 100
        return frees or s.prestige[(a - actions.DESTROY_0) // MARKETS] >= g.win_prestige - 2
    return True


@rule
def sift(s: State, g: Definition, weights: Weights, work: Workspace) -> int:
    """Writes the moves worth a thought into ``work.action``, without proposals; returns how many."""
    p = s.actor[s.top]
    work.courting = 0
    seen = 0
    count = 0
    n = work.listed if work.listed > 0 else legal(s, g, work.legal_scratch)
    i = 0
    while i < n:
        a = work.legal_scratch.ids[i]
        if actions.PROPOSE_0 <= a < actions.ACCEPT_0:
            work.courting = 1
            i += prices(s, g, p)  # a match at every price: which one to name is found by what it is worth
            continue
        i += 1
        # temple, games and food of a band are worth the same, and so is a child's marriage on any market
        alike = 0
        if actions.GIVE_0 <= a < actions.PAY_0:
            alike = 1
        elif actions.WED_0 <= a < actions.PROPOSE_0:
            alike = 2 if a < actions.WED_0 + MARKETS else 4
        if count < CANDIDATES - 3 and seen & alike == 0 and worth_a_thought(s, g, weights, p, a):
            seen |= alike
            work.action[count] = a
            count += 1
    return count


@rule
def succeeds(s: State, g: Definition, a: int) -> float:
    """Returns the chance that an attack on a horreum succeeds."""
    target = a - actions.DESTROY_0
    return (7 - roll_to_destroy(s, g, s.actor[s.top], target // MARKETS, target % MARKETS)) / 6


@rule
def consider_others(g: Definition, work: Workspace, n: int) -> None:
    """Evaluates everything but steps and bargains: plays it on a copy."""
    s = work.trial[0]
    now = work.chance[s.actor[s.top]]
    for i in range(n):
        a = work.action[i]
        if actions.OUST_0 <= a < actions.WED_0 or (a == actions.END_0 and s.task[s.top] == tasks.INTRIGUE):
            work.value[i] = now
        elif actions.DESTROY_0 <= a < actions.GIVE_0:
            work.value[i] = after(g, work, a, 1) * (1 - succeeds(s, g, a))
            work.value[i] += after(g, work, a, 6) * succeeds(s, g, a)
        else:
            work.value[i] = after(g, work, a, 0)


@rule
def log_odds(chance: float) -> float:
    """Returns a chance on the scale of standings."""
    if chance < 1e-6:
        chance = 1e-6
    elif chance > 1 - 1e-6:
        chance = 1 - 1e-6
    return log(chance / (1 - chance))


@rule
def consider(g: Definition, weights: Weights, work: Workspace) -> int:
    """Fills ``work.action`` and ``work.value`` for the player to act in ``work.trial[0]``; returns how many.

    Values compare the candidates. They are log odds of winning, in the move phase apart from a constant. If only the
    best is wanted (``work.quick``), they are any numbers with the same maximum.
    """
    s = work.trial[0]
    task = s.task[s.top]
    n = 0
    if weights.without != 0:
        if task == tasks.BARGAIN and weights.without & ALLIANCE != 0:
            work.action[0] = actions.REFUSE_0
            work.value[0] = 0.0
            return 1
        n = work.listed if work.listed > 0 else legal(s, g, work.legal_scratch)
        work.listed = leave_alone(s, g, weights.without, work.legal_scratch, n)
    if task == tasks.MOVING:
        measure_advance(s, g, weights, work)
        return consider_steps(g, weights, work)
    if task != tasks.BARGAIN:
        n = sift(s, g, weights, work)
        if n == 1 and work.courting == 0:
            work.value[0] = 0.0
            return 1
        if work.quick == 1 and compare_builds(g, weights, work, n):
            return n
    evaluate(s, g, weights, work)
    keep(g, work)
    if task == tasks.BARGAIN:
        n = consider_answers(g, weights, work)
    else:
        consider_others(g, work, n)
        if work.courting == 1:
            n = consider_proposals(g, work, n)
    if work.quick == 0:
        for i in range(n):
            work.value[i] = log_odds(work.value[i])
    return n


@rule
def best_of(work: Workspace, n: int) -> int:
    """Returns the index of the best candidate, the first of equals."""
    best = 0
    for i in range(1, n):
        if work.value[i] > work.value[best]:
            best = i
    return best


@rule
def pick(work: Workspace, n: int, temperature: float) -> int:
    """Returns the index of the candidate to play: the best, or drawn by softmax at a temperature above 0."""
    best = best_of(work, n)
    if temperature <= 0.0 or n == 1:
        return best
    total = 0.0
    for i in range(n):
        total += exp((work.value[i] - work.value[best]) / temperature)
    left = total * random_below(work.bot_rng, 1 << 30) / (1 << 30)
    for i in range(n):
        left -= exp((work.value[i] - work.value[best]) / temperature)
        if left < 0:
            return i
    return best
