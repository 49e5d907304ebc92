"""One move ahead: the moves worth a thought in a position, and how each changes the player's odds of winning.

Chance is averaged. Where hundreds of prices could be named, only those that make sense are looked at.
"""

from __future__ import annotations

from math import exp, log

from forvm.bots.bargain import consider_answers, consider_proposals
from forvm.bots.builds import compare_builds
from forvm.bots.evaluation import evaluate, evaluate_again, keep, measure_advance, recall
from forvm.bots.mind import CANDIDATES, Chart, Mind
from forvm.bots.paper import Paper
from forvm.bots.steps import consider_steps
from forvm.bots.survey import notice
from forvm.bots.weights import Weights
from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.limits import MARKETS, PLAYERS
from forvm.engine.play import apply, apply_chance, legal
from forvm.engine.rng import random_below
from forvm.engine.rules.alliance import prices
from forvm.engine.rules.destroy import roll_to_destroy
from forvm.engine.rules.pieces import owners, owns, pair
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.rule import rule


@rule
def affected(a: int, p: int) -> int:
    """Whose standing a move can change by more than their markets' pay, as bits."""
    if actions.DESTROY_0 <= a < actions.GIVE_0:
        return (1 << p) | (1 << ((a - actions.DESTROY_0) // MARKETS))
    if actions.DIVORCE_0 <= a < actions.PART_0:
        return (1 << p) | (1 << (a - actions.DIVORCE_0))
    return 1 << p


@rule
def keeps_reach(s: State, tried: State, a: int) -> bool:
    """Does a move leave alone what anyone could build? Marriages do, in the middle of the intrigues."""
    weds = actions.WED_0 <= a < actions.PROPOSE_0 or actions.DIVORCE_0 <= a < actions.PART_0
    return weds and s.task[0] == tasks.INTRIGUE and tried.task[0] == tasks.INTRIGUE


@rule
def after(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, a: int, die: int) -> float:
    """The chance of winning after a move, and after the die that it needs, if any; of the player who makes it."""
    s = paper.sheet[0]
    paper.sheet[1] = s
    tried = paper.sheet[1]
    apply(tried, g, a)
    if die > 0:
        apply_chance(tried, g, actions.DIE_0 + die - 1)
    p: int = s.actor[s.top]
    notice(tried, g, chart, mind, a)
    evaluate_again(tried, g, w, chart, mind, affected(a, p), keeps_reach(s, tried, a))
    notice(s, g, chart, mind, a)
    return mind.chance[p]


@rule
def worth_a_thought(s: State, g: Definition, w: Weights, p: int, a: int) -> bool:
    """Leave out attacks and divorces that cannot pay: most of what could be done, and never is."""
    if actions.DIVORCE_0 <= a < actions.PART_0 and s.task[s.top] == tasks.INTRIGUE:
        q = a - actions.DIVORCE_0
        repaid = s.ally_price[pair(p, q)] if s.ally_payer[pair(p, q)] == p else 0
        return repaid >= 300 or s.prestige[q] >= g.win_prestige - 1
    if actions.DESTROY_0 <= a < actions.GIVE_0 and w.daring == 0.0:
        m = (a - actions.DESTROY_0) % MARKETS
        i = m * PLAYERS + owners(s, m) - 1
        frees = owns(s, p, m) and g.value[i - 1] - g.value[i] >= 100
        return frees or s.prestige[(a - actions.DESTROY_0) // MARKETS] >= g.win_prestige - 2
    return True


@rule
def sift(s: State, g: Definition, w: Weights, mind: Mind, ids: Scratch) -> int:
    """Write the moves worth a thought into ``mind.action``; returns how many. Of proposals, only that there are any."""
    p = s.actor[s.top]
    mind.courting = 0
    seen = 0
    count = 0
    n = mind.listed if mind.listed > 0 else legal(s, g, ids)
    i = 0
    while i < n:
        a = ids.ids[i]
        if actions.PROPOSE_0 <= a < actions.ACCEPT_0:
            mind.courting = 1
            i += prices(s, g, p)  # a match at every price: which one to name is found by what it is worth
            continue
        i += 1
        # temple, games and food of a band are worth the same, and so is a child's marriage on any market
        alike = 0
        if actions.GIVE_0 <= a < actions.PAY_0:
            alike = 1
        elif actions.WED_0 <= a < actions.PROPOSE_0:
            alike = 2 if a < actions.WED_0 + MARKETS else 4
        if count < CANDIDATES - 3 and seen & alike == 0 and worth_a_thought(s, g, w, p, a):
            seen |= alike
            mind.action[count] = a
            count += 1
    return count


@rule
def succeeds(s: State, g: Definition, a: int) -> float:
    """The chance that an attack on a horreum succeeds."""
    target = a - actions.DESTROY_0
    return (7 - roll_to_destroy(s, g, s.actor[s.top], target // MARKETS, target % MARKETS)) / 6


@rule
def consider_others(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, n: int) -> None:
    """Everything but steps and bargains: play it on a copy and evaluate."""
    s = paper.sheet[0]
    now = mind.chance[s.actor[s.top]]
    for i in range(n):
        a = mind.action[i]
        if actions.OUST_0 <= a < actions.WED_0 or (a == actions.END_0 and s.task[s.top] == tasks.INTRIGUE):
            mind.value[i] = now
        elif actions.DESTROY_0 <= a < actions.GIVE_0:
            mind.value[i] = after(paper, g, w, chart, mind, a, 1) * (1 - succeeds(s, g, a))
            mind.value[i] += after(paper, g, w, chart, mind, a, 6) * succeeds(s, g, a)
        else:
            mind.value[i] = after(paper, g, w, chart, mind, a, 0)


@rule
def log_odds(chance: float) -> float:
    """A chance on the scale of standings."""
    if chance < 1e-6:
        chance = 1e-6
    elif chance > 1 - 1e-6:
        chance = 1 - 1e-6
    return log(chance / (1 - chance))


@rule
def consider(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch) -> int:
    """Fill ``mind.action`` and ``mind.value`` for the player to act on the first sheet; returns how many.

    Values compare the candidates: they are odds of winning on the scale of standings, in the move phase apart from a
    constant; if only the best is wanted, any numbers in the same order.
    """
    s = paper.sheet[0]
    task = s.task[s.top]
    n = 0
    if task == tasks.MOVING:
        measure_advance(s, g, w, mind)
        return consider_steps(paper, g, w, chart, mind, ids)
    if task != tasks.BARGAIN:
        n = sift(s, g, w, mind, ids)
        if n == 1 and mind.courting == 0:
            mind.value[0] = 0.0
            return 1
        if mind.quick == 1 and compare_builds(paper, g, w, chart, mind, n):
            return n
    evaluate(s, g, w, chart, mind)
    keep(g, mind)
    if task == tasks.BARGAIN:
        n = consider_answers(paper, g, w, chart, mind)
    else:
        consider_others(paper, g, w, chart, mind, n)
        if mind.courting == 1:
            recall(g, mind)
            n = consider_proposals(paper, g, w, chart, mind, n)
    if mind.quick == 0:
        for i in range(n):
            mind.value[i] = log_odds(mind.value[i])
    return n


@rule
def best_of(mind: Mind, n: int) -> int:
    """The index of the best candidate, the first of equals."""
    best = 0
    for i in range(1, n):
        if mind.value[i] > mind.value[best]:
            best = i
    return best


@rule
def pick(mind: Mind, n: int, whim: float, dice: Scratch) -> int:
    """The index of the candidate to play: the best, or with some whim by chance, the likelier the better."""
    best = best_of(mind, n)
    if whim <= 0.0 or n == 1:
        return best
    total = 0.0
    for i in range(n):
        total += exp((mind.value[i] - mind.value[best]) / whim)
    left = total * random_below(dice, 1 << 30) / (1 << 30)
    for i in range(n):
        left -= exp((mind.value[i] - mind.value[best]) / whim)
        if left < 0:
            return i
    return best
