"""The evaluation of a position: for each player a standing, and from the standings the chances of winning.

The evaluation is incremental, which makes a look one move ahead cheap. ``evaluate`` and ``keep`` evaluate a position
and remember it; ``evaluate_again`` then evaluates moves that are tried on it. This rests on an invariant, which holds
whenever ``evaluate_again`` is called:

- ``work.kept_…`` is the evaluation of the position in ``work.trial[0]``, with the weights that ``measure_advance`` has
  put into ``work``. Moves that are tried are evaluated with these weights too.
- The survey describes the position that is evaluated, except alliances, which ``evaluate_again`` counts itself. Code
  that tries a move calls ``notice`` after it, and again with the first position when the move is taken back.
- For players outside ``who`` the move changes the income from their markets, and nothing else that features look at.

``test_what_is_kept_from_move_to_move_is_what_a_fresh_look_finds`` checks it, move by move.
"""

from __future__ import annotations

from math import exp

from forvm.bots.features import look_around, look_at_agents, look_at_holdings
from forvm.bots.sites import price_sites, rank_sites
from forvm.bots.survey import count_allies, survey
from forvm.bots.weights import CROWN, FEATURES, INCOME, REACH, REACH_LIMIT, WINNING, Weights
from forvm.bots.workspace import Workspace
from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.state import State
from forvm.engine.twin.rule import rule


@rule
def weigh(work: Workspace) -> float:
    """Returns the sum of the features, each times its weight at this stage of the game."""
    total = 0.0
    for i in range(FEATURES):
        total += work.feature[i] * work.weight[i]
    return total


@rule
def stand(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Sets a player's standing, apart from what compares players; the position must have been surveyed."""
    look_at_holdings(s, g, work, p)
    look_at_agents(s, g, work, p)
    price_sites(s, g, work, p)
    look_around(s, g, work, p)
    work.alone[p] = weigh(work)


@rule
def stand_again(s: State, g: Definition, work: Workspace, p: int) -> None:
    """Sets a player's standing where agents and horrea are those of the kept evaluation: they could build the same."""
    look_at_holdings(s, g, work, p)
    look_at_agents(s, g, work, p)
    work.feature[REACH] = work.kept_reach[p]
    work.alone[p] = weigh(work)


@rule
def would_win(g: Definition, work: Workspace, p: int) -> bool:
    """Does the player have enough prestige at the next reckoning?"""
    return work.heights[p] >= g.win_prestige


@rule
def leads(g: Definition, work: Workspace, p: int) -> bool:
    """Does no player who would win at the next reckoning have more money (RECKON-2)?"""
    for q in range(g.players):
        if would_win(g, work, q) and work.expected[q] > work.expected[p]:
            return False
    return True


@rule
def compare_standings(g: Definition, work: Workspace) -> None:
    """Adds the features that compare players: who would win at the next reckoning."""
    for p in range(g.players):
        work.standing[p] = work.alone[p]
        if would_win(g, work, p):
            work.standing[p] += work.weight[WINNING]
            if leads(g, work, p):
                work.standing[p] += work.weight[CROWN]


@rule
def share_chances(g: Definition, work: Workspace) -> None:
    """Sets the chances of winning: the softmax of the standings."""
    compare_standings(g, work)
    most = work.standing[0]
    for p in range(1, g.players):
        if work.standing[p] > most:
            most = work.standing[p]
    total = 0.0
    for p in range(g.players):
        work.chance[p] = exp(work.standing[p] - most)
        total += work.chance[p]
    for p in range(g.players):
        work.chance[p] /= total


@rule
def share_victory(s: State, g: Definition, work: Workspace) -> None:
    """Sets the chances when the game is over: the winners share."""
    winners = 0
    for p in range(g.players):
        winners += (s.winners >> p) & 1
    for p in range(g.players):
        work.chance[p] = ((s.winners >> p) & 1) / winners


@rule
def measure_advance(s: State, g: Definition, weights: Weights, work: Workspace) -> None:
    """Sets the weights of this stage of the game, by how near the leader is to the winning prestige."""
    most = 0
    for p in range(g.players):
        if s.prestige[p] > most:
            most = s.prestige[p]
    work.advance = most / g.win_prestige if most < g.win_prestige else 1.0
    for i in range(FEATURES):
        work.weight[i] = weights.early[i] + (weights.late[i] - weights.early[i]) * work.advance
    for turns in range(REACH_LIMIT + 1):
        work.delay[turns] = weights.delay[turns]
    work.crowd = weights.crowd
    rank_sites(weights, work)


@rule
def evaluate(s: State, g: Definition, weights: Weights, work: Workspace) -> None:
    """Writes every player's chance of winning to ``work.chance``."""
    if s.task[s.top] == tasks.OVER:
        share_victory(s, g, work)
        return
    measure_advance(s, g, weights, work)
    survey(s, g, work)
    for p in range(g.players):
        stand(s, g, work, p)
    share_chances(g, work)


@rule
def keep(g: Definition, work: Workspace) -> None:
    """Keeps the evaluation of a position, so that moves can be compared with it (see the top of this file)."""
    for p in range(g.players):
        work.kept_alone[p] = work.alone[p]
        work.kept_reach[p] = work.reach[p]
        work.kept_income[p] = work.income[p]
        work.kept_expected[p] = work.expected[p]
        work.kept_heights[p] = work.heights[p]
        work.kept_chance[p] = work.chance[p]


@rule
def evaluate_again(s: State, g: Definition, work: Workspace, who: int, same_reach: bool) -> None:
    """Evaluates a position that differs from the kept one only for the players ``who`` (bits), and in others' income.

    ``same_reach``: what they could build is the same. The top of this file says what must hold.
    """
    count_allies(s, g, work)
    for p in range(g.players):
        if (who >> p) & 1 == 1:
            if same_reach:
                stand_again(s, g, work, p)
            else:
                stand(s, g, work, p)
        else:
            # of the others only what their markets pay can have changed
            more = work.income[p] - work.kept_income[p]
            work.alone[p] = work.kept_alone[p] + more / 100 * work.weight[INCOME]
            work.expected[p] = work.kept_expected[p]
            work.heights[p] = work.kept_heights[p]
    share_chances(g, work)
