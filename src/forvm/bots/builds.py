"""One move ahead in the build phase, for who wants nothing but the best move.

What is built or given there changes the player's own standing, and takes income from those who have a horreum on the
same market: nothing else. So the best move can mostly be told without weighing where the others stand.
"""

from __future__ import annotations

from forvm.bots.evaluation import measure_advance, stand
from forvm.bots.mind import Chart, Mind
from forvm.bots.paper import Paper
from forvm.bots.survey import notice, survey
from forvm.bots.weights import INCOME, Weights
from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.play import apply
from forvm.engine.rules.reckon import marks_of
from forvm.engine.state import State
from forvm.engine.twin.rule import rule

ROUNDING = 1e-9


@rule
def may_win_soon(s: State, g: Definition) -> bool:
    """Could anyone have the winning prestige at the next reckoning, if nothing more is done? Rather yes than no."""
    for p in range(g.players):
        marks = marks_of(g, s.money[p] + s.promised[p]) - s.marks[p]
        if s.prestige[p] + marks * g.mark_prestige >= g.win_prestige:
            return True
    return False


@rule
def attack_nobody(mind: Mind, n: int) -> bool:
    """Are all candidates builds, gifts, or the end?"""
    for i in range(n):
        a = mind.action[i]
        if (
            not actions.BUILD_0 <= a < actions.DESTROY_0
            and not actions.GIVE_0 <= a < actions.PAY_0
            and a != actions.END_0
        ):
            return False
    return True


@rule
def bound_lead(g: Definition, mind: Mind, p: int, i: int) -> None:
    """How far a candidate brings the player ahead: by their own standing, less what it does for the others.

    Those who lose least by it set the least lead (``mind.value``), those who lose most the most.
    """
    least = 0.0
    most = 0.0
    for q in range(g.players):
        if q != p:
            lost = (mind.kept_income[q] - mind.income[q]) / 100 * mind.weight[INCOME]
            if lost < least:
                least = lost
            if lost > most:
                most = lost
    mind.value[i] = mind.alone[p] + least
    mind.most[i] = mind.alone[p] + most


@rule
def is_clear(mind: Mind, n: int, best: int) -> bool:
    """Is no other candidate better for certain? Equals count in their order; what differs by rounding is not clear."""
    for i in range(n):
        equal = i > best and mind.most[i] == mind.value[best]
        if i != best and not equal and mind.most[i] > mind.value[best] - ROUNDING:
            return False
    return True


@rule
def compare_builds(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, n: int) -> bool:
    """Value the candidates by how far they bring the player ahead; False where that does not tell the best."""
    s = paper.sheet[0]
    if s.task[s.top] != tasks.BUILDING or may_win_soon(s, g) or not attack_nobody(mind, n):
        return False
    p = s.actor[s.top]
    measure_advance(s, g, w, mind)
    survey(s, g, chart, mind)
    for q in range(g.players):
        mind.kept_income[q] = mind.income[q]
    best = 0
    for i in range(n):
        paper.sheet[1] = s
        tried = paper.sheet[1]
        apply(tried, g, mind.action[i])
        notice(tried, g, chart, mind, mind.action[i])
        stand(tried, g, w, chart, mind, p)
        bound_lead(g, mind, p, i)
        notice(s, g, chart, mind, mind.action[i])
        if mind.heights[p] >= g.win_prestige:
            return False
        if mind.value[i] > mind.value[best]:
            best = i
    return is_clear(mind, n, best)
