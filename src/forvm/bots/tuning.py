"""How the weights were found: bots play themselves, and a regression asks which features went with victory.

    python -m forvm.bots.tuning --rounds 6 --games 20000

Each round plays games with some whim, notes the features of all players at random moments and who won in the end, and fits
the weights by softmax regression towards the ones it has. What it prints goes into ``characters.py``.
"""

from __future__ import annotations

from forvm.bots.driver import CHART, MIND, WEIGHTS, choose
from forvm.bots.evaluation import evaluate, leads, stand
from forvm.bots.weights import CROWN, FEATURES, WINNING
from forvm.engine.driver import sample_chance
from forvm.engine.entries import DEFINITION, SCRATCH, STATE
from forvm.engine.limits import PLAYERS
from forvm.engine.play import advance, chance_due, play, start
from forvm.engine.rng import random_below, seed_numbers
from forvm.engine.rule import Buffer, Floats, Numbers, rule
from forvm.engine.state import OVER

ROW = PLAYERS * FEATURES + 1


@rule
def sample_entry(
    pool: Buffer,
    definition: Buffer,
    weights: Buffer,
    chart: Buffer,
    mind: Buffer,
    scratch: Buffer,
    seed: int,
    games: int,
    one_in: int,
    rows: Floats,
    winners: Numbers,
) -> int:
    """Play games and note every player's features at one decision in ``one_in``; returns how many rows were written."""
    records = pool.view(STATE)
    g = definition.view(DEFINITION)[0]
    ids = scratch.view(SCRATCH)[0]
    m = mind.view(MIND)[0]
    c = chart.view(CHART)[0]
    tastes = weights.view(WEIGHTS)
    row = 0
    for game in range(games):
        records[0] = records[1]
        seed_numbers(ids, seed, game)
        start(records[0], g)
        advance(records[0], g, ids)
        first = row
        decisions = 0
        while records[0].task[records[0].top] != OVER and decisions < 3000:
            if chance_due(records[0]):
                play(records[0], g, sample_chance(records[0], g, ids), ids)
                continue
            if random_below(ids, one_in) == 0 and row < len(winners):
                evaluate(records[0], g, tastes[0], c, m)
                for p in range(g.players):
                    stand(records[0], g, tastes[0], c, m, p)
                    if m.heights[p] >= g.win_prestige:
                        m.feature[WINNING] = 1.0
                        m.feature[CROWN] = 1.0 if leads(g, m, p) else 0.0
                    for i in range(FEATURES):
                        rows[row * ROW + p * FEATURES + i] = m.feature[i]
                rows[row * ROW + PLAYERS * FEATURES] = m.advance
                row += 1
                advance(records[0], g, ids)
            p = records[0].actor[records[0].top]
            play(records[0], g, choose(records[0], pool, g, tastes[p], c, m, ids), ids)
            decisions += 1
        for i in range(first, row):
            winners[i] = records[0].winners
    return row
