"""One move ahead in the build phase, if only the best move is wanted.

A horreum or a gift changes the player's own standing, and takes income from players with a horreum on the same market:
nothing else. So the best move can mostly be found without evaluating the other players.
"""

from __future__ import annotations

from forvm.bots.evaluation import measure_advance, stand
from forvm.bots.survey import notice, survey
from forvm.bots.weights import INCOME, Weights
from forvm.bots.workspace import Workspace
from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.play import apply
from forvm.engine.rules.reckon import marks_of
from forvm.engine.state import State
from forvm.engine.twin.rule import rule

ROUNDING = 1e-9


@rule
def may_win_soon(s: State, g: Definition) -> bool:
    """Could anyone have the winning prestige at the next reckoning, if nothing more is done? In doubt, yes."""
    for p in range(g.players):
        marks = marks_of(g, s.money[p] + s.promised[p]) - s.marks[p]
        if s.prestige[p] + marks * g.mark_prestige >= g.win_prestige:
            return True
    return False


@rule
def attack_nobody(work: Workspace, n: int) -> bool:
    """Are all candidates builds, gifts, or the end?"""
    for i in range(n):
        a = work.action[i]
        if (
            not actions.BUILD_0 <= a < actions.DESTROY_0
            and not actions.GIVE_0 <= a < actions.PAY_0
            and a != actions.END_0
        ):
            return False
    return True


@rule
def bound_lead(g: Definition, work: Workspace, p: int, i: int) -> None:
    """Bounds how far a candidate brings the player ahead: their own standing, and what the others lose by it.

    The player who loses least sets the lower bound (``work.value``), the one who loses most the upper (``work.most``).
    """
    least = 0.0
    most = 0.0
    for q in range(g.players):
        if q != p:
            lost = (work.kept_income[q] - work.income[q]) / 100 * work.weight[INCOME]
            if lost < least:
                least = lost
            if lost > most:
                most = lost
    work.value[i] = work.alone[p] + least
    work.most[i] = work.alone[p] + most


@rule
def is_clear(work: Workspace, n: int, best: int) -> bool:
    """Is the best candidate certainly the best? Equals count in their order; rounding makes it uncertain."""
    for i in range(n):
        equal = i > best and work.most[i] == work.value[best]
        if i != best and not equal and work.most[i] > work.value[best] - ROUNDING:
            return False
    return True


@rule
def compare_builds(g: Definition, weights: Weights, work: Workspace, n: int) -> bool:
    """Values the candidates by how far they bring the player ahead; returns False if that does not show the best."""
    s = work.trial[0]
    if s.task[s.top] != tasks.BUILDING or may_win_soon(s, g) or not attack_nobody(work, n):
        return False
    p = s.actor[s.top]
    measure_advance(s, g, weights, work)
    survey(s, g, work)
    for q in range(g.players):
        work.kept_income[q] = work.income[q]
    best = 0
    for i in range(n):
        work.trial[1] = s
        tried = work.trial[1]
        apply(tried, g, work.action[i])
        notice(tried, g, work, work.action[i])
        stand(tried, g, work, p)
        bound_lead(g, work, p, i)
        notice(s, g, work, work.action[i])
        if work.heights[p] >= g.win_prestige:
            return False
        if work.value[i] > work.value[best]:
            best = i
    return is_clear(work, n, best)
