"""Whole games between rule-of-thumb bots, inside compiled code."""

from __future__ import annotations

from forvm.bots.choices import best_of, consider
from forvm.bots.hidden import imagine_hands
from forvm.bots.mind import Chart, Mind
from forvm.bots.weights import Weights
from forvm.engine.definition import Definition
from forvm.engine.driver import sample_chance
from forvm.engine.entries import DEFINITION, SCRATCH, STATE
from forvm.engine.play import advance, chance_due, play, start
from forvm.engine.rng import random_below, seed_numbers
from forvm.engine.rule import Buffer, Numbers, rule
from forvm.engine.scratch import Scratch
from forvm.engine.state import OVER

CHART = Chart.dtype()
MIND = Mind.dtype()
WEIGHTS = Weights.dtype()


@rule
def greedy_choice(pool: Buffer, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch) -> int:
    """The move that a rule-of-thumb bot makes in state 0 of the pool; the rest of the pool is scratch paper."""
    records = pool.view(STATE)
    records[1] = records[0]
    imagine_hands(records[1], g, records[1].actor[records[1].top], ids, False)
    return mind.action[best_of(mind, consider(pool, 1, g, w, chart, mind, ids))]


@rule
def greedy_games_entry(
    pool: Buffer,
    definition: Buffer,
    weights: Buffer,
    chart: Buffer,
    mind: Buffer,
    scratch: Buffer,
    seed: int,
    first: int,
    games: int,
    most: int,
    wins: Numbers,
) -> int:
    """Whole games; ``weights`` holds a record for each seat, a seat without prestige weights plays at random.

    Counts victories (times 12, shared ones divided) into ``wins``, turns into ``wins[4]``, decisions into ``wins[5]``.
    """
    records = pool.view(STATE)
    g = definition.view(DEFINITION)[0]
    ids = scratch.view(SCRATCH)[0]
    m = mind.view(MIND)[0]
    c = chart.view(CHART)[0]
    tastes = weights.view(WEIGHTS)
    finished = 0
    for game in range(games):
        records[0] = records[8]
        seed_numbers(ids, seed, first + game)
        start(records[0], g)
        n = advance(records[0], g, ids)
        decisions = 0
        while records[0].task[records[0].top] != OVER and decisions < most:
            if chance_due(records[0]):
                n = play(records[0], g, sample_chance(records[0], g, ids), ids)
                continue
            p = records[0].actor[records[0].top]
            if tastes[p].late[0] == 0.0:
                a = ids.ids[random_below(ids, n)]
            else:
                a = greedy_choice(pool, g, tastes[p], c, m, ids)
            n = play(records[0], g, a, ids)
            decisions += 1
        if records[0].task[records[0].top] == OVER:
            finished += 1
        winners = 0
        for p in range(g.players):
            winners += (records[0].winners >> p) & 1
        for p in range(g.players):
            if winners > 0:
                wins[p] += ((records[0].winners >> p) & 1) * 12 // winners
        wins[4] += records[0].turn
        wins[5] += decisions
    return finished
