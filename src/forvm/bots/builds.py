"""One move ahead in the build phase, for who wants nothing but the best move.

Most of what can be built there leaves the others alone. Then the move that raises the player's own standing most also
raises their chance of winning most, and nobody else's standing need be known.
"""

from __future__ import annotations

from forvm.bots.evaluation import measure_advance, stand
from forvm.bots.mind import Chart, Mind
from forvm.bots.paper import Paper
from forvm.bots.survey import notice, survey
from forvm.bots.weights import Weights
from forvm.engine.actions import BUILD_0, DESTROY_0, END_0, GIVE_0, PAY_0
from forvm.engine.definition import Definition
from forvm.engine.play import apply
from forvm.engine.rule import rule
from forvm.engine.rules.reckon import marks_of
from forvm.engine.state import BUILDING, State


@rule
def may_win_soon(s: State, g: Definition) -> bool:
    """Could anyone have the winning prestige at the next reckoning, if nothing more is done? Rather yes than no."""
    for p in range(g.players):
        marks = marks_of(g, s.money[p] + s.promised[p]) - s.marks[p]
        if s.prestige[p] + marks * g.mark_prestige >= g.win_prestige:
            return True
    return False


@rule
def leave_others_alone(s: State, g: Definition, mind: Mind, n: int) -> bool:
    """Are all candidates gifts, the end, or builds where nobody else has a horreum?"""
    for i in range(n):
        a = mind.action[i]
        if BUILD_0 <= a < DESTROY_0:
            if s.horrea[a - BUILD_0] != 0:
                return False
        elif a != END_0 and not GIVE_0 <= a < PAY_0:
            return False
    return True


@rule
def compare_builds(paper: Paper, g: Definition, w: Weights, chart: Chart, mind: Mind, n: int) -> bool:
    """Value the candidates by the player's own standing after them; False where that does not suffice."""
    s = paper.sheet[0]
    if s.task[s.top] != BUILDING or may_win_soon(s, g) or not leave_others_alone(s, g, mind, n):
        return False
    p = s.actor[s.top]
    measure_advance(s, g, w, mind)
    survey(s, g, chart, mind)
    for i in range(n):
        paper.sheet[1] = s
        tried = paper.sheet[1]
        apply(tried, g, mind.action[i])
        notice(tried, g, chart, mind, mind.action[i])
        stand(tried, g, w, chart, mind, p)
        notice(s, g, chart, mind, mind.action[i])
        if mind.heights[p] >= g.win_prestige:
            return False
        mind.value[i] = mind.alone[p]
    return True
