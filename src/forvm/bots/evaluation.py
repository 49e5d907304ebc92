"""The evaluation of a position: for each player a standing, and from the standings the chances of winning."""

from __future__ import annotations

from math import exp

from forvm.bots.features import look_around, look_at_agents, look_at_holdings
from forvm.bots.mind import Chart, Mind
from forvm.bots.sites import price_sites, rank_sites
from forvm.bots.survey import count_allies, survey
from forvm.bots.weights import CROWN, FEATURES, INCOME, REACH, WINNING, Weights
from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.state import State
from forvm.engine.twin.rule import rule


@rule
def weigh(mind: Mind) -> float:
    """The sum of the features, each times its weight at this stage of the game."""
    total = 0.0
    for i in range(FEATURES):
        total += mind.feature[i] * mind.weight[i]
    return total


@rule
def stand(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, p: int) -> None:
    """A player's standing, apart from what compares players; the position must have been surveyed."""
    look_at_holdings(s, g, chart, mind, p)
    look_at_agents(s, g, mind, p)
    price_sites(s, g, chart, mind, p)
    look_around(s, g, w, chart, mind, p)
    mind.alone[p] = weigh(mind)


@rule
def stand_again(s: State, g: Definition, chart: Chart, mind: Mind, p: int) -> None:
    """A player's standing where agents and horrea are those of the kept evaluation, and so is what they could build."""
    look_at_holdings(s, g, chart, mind, p)
    look_at_agents(s, g, mind, p)
    mind.feature[REACH] = mind.kept_reach[p]
    mind.alone[p] = weigh(mind)


@rule
def would_win(g: Definition, mind: Mind, p: int) -> bool:
    """Does the player have enough prestige at the next reckoning?"""
    return mind.heights[p] >= g.win_prestige


@rule
def leads(g: Definition, mind: Mind, p: int) -> bool:
    """Of those who would win at the next reckoning, has nobody more money (RECKON-2)?"""
    for q in range(g.players):
        if would_win(g, mind, q) and mind.expected[q] > mind.expected[p]:
            return False
    return True


@rule
def compare_standings(g: Definition, mind: Mind) -> None:
    """Add the features that compare players: who would win at the next reckoning."""
    for p in range(g.players):
        mind.standing[p] = mind.alone[p]
        if would_win(g, mind, p):
            mind.standing[p] += mind.weight[WINNING]
            if leads(g, mind, p):
                mind.standing[p] += mind.weight[CROWN]


@rule
def share_chances(g: Definition, mind: Mind) -> None:
    """Softmax of the standings."""
    compare_standings(g, mind)
    most = mind.standing[0]
    for p in range(1, g.players):
        if mind.standing[p] > most:
            most = mind.standing[p]
    total = 0.0
    for p in range(g.players):
        mind.chance[p] = exp(mind.standing[p] - most)
        total += mind.chance[p]
    for p in range(g.players):
        mind.chance[p] /= total


@rule
def share_victory(s: State, g: Definition, mind: Mind) -> None:
    """The game is over: the winners share."""
    winners = 0
    for p in range(g.players):
        winners += (s.winners >> p) & 1
    for p in range(g.players):
        mind.chance[p] = ((s.winners >> p) & 1) / winners


@rule
def measure_advance(s: State, g: Definition, w: Weights, mind: Mind) -> None:
    """How near the leader is to the winning prestige, and what features therefore count."""
    most = 0
    for p in range(g.players):
        if s.prestige[p] > most:
            most = s.prestige[p]
    mind.advance = most / g.win_prestige if most < g.win_prestige else 1.0
    for i in range(FEATURES):
        mind.weight[i] = w.early[i] + (w.late[i] - w.early[i]) * mind.advance
    rank_sites(w, mind)


@rule
def evaluate(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind) -> None:
    """Every player's chance of winning, into ``mind.chance``."""
    if s.task[s.top] == tasks.OVER:
        share_victory(s, g, mind)
        return
    measure_advance(s, g, w, mind)
    survey(s, g, chart, mind)
    for p in range(g.players):
        stand(s, g, w, chart, mind, p)
    share_chances(g, mind)


@rule
def recall(g: Definition, mind: Mind) -> None:
    """Go back to the kept evaluation."""
    for p in range(g.players):
        mind.alone[p] = mind.kept_alone[p]
        mind.expected[p] = mind.kept_expected[p]
        mind.heights[p] = mind.kept_heights[p]
    share_chances(g, mind)


@rule
def keep(g: Definition, mind: Mind) -> None:
    """Remember an evaluation, so that moves can be compared with it."""
    for p in range(g.players):
        mind.kept_alone[p] = mind.alone[p]
        mind.kept_reach[p] = mind.reach[p]
        mind.kept_income[p] = mind.income[p]
        mind.kept_expected[p] = mind.expected[p]
        mind.kept_heights[p] = mind.heights[p]


@rule
def evaluate_again(s: State, g: Definition, w: Weights, chart: Chart, mind: Mind, who: int, same_reach: bool) -> None:
    """Evaluate a position that differs from the kept one for some players only (``who``, as bits).

    ``same_reach``: what they could build is the same. The caller has brought the survey up to date, but for alliances.
    """
    count_allies(s, g, mind)
    for p in range(g.players):
        if (who >> p) & 1 == 1:
            if same_reach:
                stand_again(s, g, chart, mind, p)
            else:
                stand(s, g, w, chart, mind, p)
        else:
            # of the others only what their markets pay can have changed
            more = mind.income[p] - mind.kept_income[p]
            mind.alone[p] = mind.kept_alone[p] + more / 100 * mind.weight[INCOME]
            mind.expected[p] = mind.kept_expected[p]
            mind.heights[p] = mind.kept_heights[p]
    share_chances(g, mind)
