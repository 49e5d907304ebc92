"""Whole games between built-in bots, inside compiled code."""

from __future__ import annotations

from typing import Annotated

from forvm.bots.choices import consider, pick
from forvm.bots.hidden import imagine_hands
from forvm.bots.mind import Chart, Mind
from forvm.bots.search import EDGE, NODE, add_node, simulate
from forvm.bots.tree import PAPER, Tree
from forvm.bots.weights import Weights
from forvm.engine.definition import Definition
from forvm.engine.driver import sample_chance
from forvm.engine.entries import DEFINITION, SCRATCH, STATE
from forvm.engine.layout import Column, Layout, Wide, layout
from forvm.engine.play import advance, chance_due, play, start
from forvm.engine.rng import random_below, seed_numbers
from forvm.engine.rule import Buffer, Numbers, rule
from forvm.engine.scratch import Scratch
from forvm.engine.state import OVER, State

CHART = Chart.dtype()
MIND = Mind.dtype()
WEIGHTS = Weights.dtype()
TREE = Tree.dtype()

RANDOM_BOT, GREEDY_BOT, SEARCH_BOT = range(3)


@layout
class Seat(Layout):
    """Who plays a seat."""

    kind: Wide
    simulations: Wide
    curiosity: Annotated[float, Column("f8")]
    trust: Annotated[float, Column("f8")]


SEAT = Seat.dtype()


@rule
def greedy_choice(s: State, pool: Buffer, g: Definition, w: Weights, chart: Chart, mind: Mind, ids: Scratch) -> int:
    """The move that a rule-of-thumb bot makes in a position; it works on the scratch paper of the pool."""
    records = pool.view(STATE)
    paper = len(records) - PAPER
    records[paper] = s
    imagine_hands(records[paper], g, s.actor[s.top], ids, False)
    return mind.action[pick(mind, consider(pool, paper, g, w, chart, mind, ids), w.whim, ids)]


@rule
def plant(
    s: State,
    states: Buffer,
    nodes: Buffer,
    edges: Buffer,
    tree: Tree,
    g: Definition,
    w: Weights,
    chart: Chart,
    mind: Mind,
    ids: Scratch,
) -> None:
    """Begin a new tree at a position, as the player to act sees it; hidden hands are dealt at random."""
    tree.nodes = 0
    tree.edges = 0
    records = states.view(STATE)
    records[0] = s
    imagine_hands(records[0], g, s.actor[s.top], ids, True)
    tree.root = add_node(states, nodes, edges, tree, g, w, chart, mind, ids)


@rule
def most_visited(nodes: Buffer, edges: Buffer, tree: Tree) -> int:
    """The move from the root that was followed most."""
    node = nodes.view(NODE)[tree.root]
    every = edges.view(EDGE)
    best = node.first
    for i in range(node.first, node.first + node.edges):
        if every[i].visits > every[best].visits:
            best = i
    return every[best].action


@rule
def search_choice(
    s: State,
    states: Buffer,
    nodes: Buffer,
    edges: Buffer,
    tree: Tree,
    g: Definition,
    w: Weights,
    chart: Chart,
    mind: Mind,
    ids: Scratch,
    simulations: int,
) -> int:
    """The move that a search bot makes in a position."""
    plant(s, states, nodes, edges, tree, g, w, chart, mind, ids)
    for _ in range(simulations):
        if not simulate(states, nodes, edges, tree, g, w, chart, mind, ids):
            break
    return most_visited(nodes, edges, tree)


@rule
def games_entry(
    pool: Buffer,
    nodes: Buffer,
    edges: Buffer,
    definition: Buffer,
    weights: Buffer,
    seats: Buffer,
    chart: Buffer,
    mind: Buffer,
    scratch: Buffer,
    tree: Buffer,
    seed: int,
    first: int,
    games: int,
    most: int,
    wins: Numbers,
) -> int:
    """Whole games; ``weights`` and ``seats`` hold a record for each seat. ``scratch``: one for dice, one for bots.

    Counts victories (times 12, shared ones divided) into ``wins``, turns into ``wins[4]``, decisions into ``wins[5]``.
    """
    records = pool.view(STATE)
    g = definition.view(DEFINITION)[0]
    ids = scratch.view(SCRATCH)[0]
    own = scratch.view(SCRATCH)[1]
    m = mind.view(MIND)[0]
    c = chart.view(CHART)[0]
    t = tree.view(TREE)[0]
    tastes = weights.view(WEIGHTS)
    who = seats.view(SEAT)
    table = len(records) - 2
    blank = len(records) - 1
    finished = 0
    for game in range(games):
        s = records[table]
        records[table] = records[blank]
        seed_numbers(ids, seed, first + game)
        seed_numbers(own, seed + 1, first + game)
        start(s, g)
        n = advance(s, g, ids)
        decisions = 0
        while s.task[s.top] != OVER and decisions < most:
            if chance_due(s):
                n = play(s, g, sample_chance(s, g, ids), ids)
                continue
            p = s.actor[s.top]
            if who[p].kind == RANDOM_BOT:
                a = ids.ids[random_below(own, n)]
            elif who[p].kind == GREEDY_BOT or n == 1:
                a = greedy_choice(s, pool, g, tastes[p], c, m, own)
            else:
                t.curiosity = who[p].curiosity
                t.trust = who[p].trust
                a = search_choice(s, pool, nodes, edges, t, g, tastes[p], c, m, own, who[p].simulations)
            n = play(s, g, a, ids)
            decisions += 1
        if s.task[s.top] == OVER:
            finished += 1
        winners = 0
        for p in range(g.players):
            winners += (s.winners >> p) & 1
        for p in range(g.players):
            if winners > 0:
                wins[p] += ((s.winners >> p) & 1) * 12 // winners
        wins[4] += s.turn
        wins[5] += decisions
    return finished
