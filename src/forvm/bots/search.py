"""Monte-Carlo tree search for several players: the thinker seeks the best, and takes others at their rule of thumb.

A simulation follows the most promising moves (PUCT: the first impression is the view of the rule-of-thumb bot, one move
ahead), meets dice and cards at nodes of their own, adds one position to the tree, and carries its evaluation back.
"""

from __future__ import annotations

from math import exp, sqrt

from forvm.bots.choices import best_of, consider
from forvm.bots.evaluation import evaluate
from forvm.bots.mind import Chart, Mind
from forvm.bots.paper import Paper
from forvm.bots.records import EDGE, NODE, STATE
from forvm.bots.tree import (
    ASIDE,
    CHANCE_NODE,
    DEPTH,
    FINAL_NODE,
    UNEXPANDED,
    Tree,
)
from forvm.bots.weights import Weights
from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.play import chance, chance_due, play
from forvm.engine.rng import random_below
from forvm.engine.rules.destroy import roll_to_destroy
from forvm.engine.rules.fate_choices import card_in_play
from forvm.engine.rules.oust import roll_to_oust
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.rule import Buffer, rule


@rule
def needed_roll(s: State, g: Definition) -> int:
    """The least roll that changes what happens, where only success and failure differ; 0 elsewhere."""
    task = s.task[s.top]
    if task == tasks.ENTER_ROLL:
        return g.enter_roll
    if task == tasks.OUST_ROLL:
        return roll_to_oust(s, g, s.actor[s.top], s.x[s.top])
    if task == tasks.DESTROY_ROLL:
        return roll_to_destroy(s, g, s.actor[s.top], s.y[s.top], s.x[s.top])
    if task == tasks.ELECTION_ROLL:
        return g.card_roll[card_in_play(s)]
    return 4 if task == tasks.BIRTH_ROLL else 0


@rule
def add_edge(edges: Buffer, tree: Tree, action: int, prior: float, guess: float) -> None:
    """Write one more edge; the caller has made sure that there is room."""
    e = edges.view(EDGE)[tree.edges]
    e.action = action
    e.child = UNEXPANDED
    e.visits = 0
    e.prior = prior
    e.guess = guess
    e.total = 0.0
    tree.edges += 1


@rule
def add_outcomes(s: State, g: Definition, edges: Buffer, tree: Tree, ids: Scratch) -> None:
    """The edges of a chance node; a die counts as two outcomes where more make no difference."""
    roll = needed_roll(s, g)
    if 1 < roll <= 6:
        add_edge(edges, tree, actions.DIE_0, (roll - 1) / 6, 0.0)
        add_edge(edges, tree, actions.DIE_0 + 5, (7 - roll) / 6, 0.0)
        return
    n = chance(s, g, ids)
    total = 0
    for i in range(n):
        total += ids.weights[i]
    for i in range(n):
        add_edge(edges, tree, ids.ids[i], ids.weights[i] / total, 0.0)


@rule
def add_node(
    states: Buffer,
    nodes: Buffer,
    edges: Buffer,
    tree: Tree,
    g: Definition,
    judgement: Weights,
    chart: Chart,
    mind: Mind,
    ids: Scratch,
) -> int:
    """Make a node of the state already written at its place; evaluates it unless chance is due."""
    index = tree.nodes
    tree.nodes += 1
    s = states.view(STATE)[index]
    node = nodes.view(NODE)[index]
    node.visits = 0
    node.edges = UNEXPANDED
    node.first = tree.edges
    if chance_due(s):
        node.player = CHANCE_NODE
        add_outcomes(s, g, edges, tree, ids)
        node.edges = tree.edges - node.first
        return index
    node.player = FINAL_NODE if s.task[s.top] == tasks.OVER else s.actor[s.top]
    evaluate(s, g, judgement, chart, mind)
    for p in range(g.players):
        node.value[p] = mind.chance[p]
    return index


@rule
def expand(
    states: Buffer,
    index: int,
    nodes: Buffer,
    edges: Buffer,
    tree: Tree,
    g: Definition,
    w: Weights,
    chart: Chart,
    mind: Mind,
    paper: Paper,
    ids: Scratch,
) -> None:
    """Give a decision node its moves, each with a first impression.

    The thinker's own are all that are worth a thought. Others are taken at their rule of thumb: they play what looks
    best one move ahead, so the search sees further.
    """
    paper.sheet[0] = states.view(STATE)[index]
    node = nodes.view(NODE)[index]
    is_other = node.player != tree.thinker
    mind.quick = 1 if is_other else 0
    mind.listed = 0
    n = consider(paper, g, w, chart, mind, ids)
    node.first = tree.edges
    best = best_of(mind, n)
    if is_other:
        node.edges = 1
        add_edge(edges, tree, mind.action[best], 1.0, 0.0)
        return
    node.edges = n
    total = 0.0
    for i in range(n):
        tree.ranking[i] = exp((mind.value[i] - mind.value[best]) * tree.trust) + 0.02
        total += tree.ranking[i]
    now = node.value[node.player]
    now = now / (1.000001 - now)
    for i in range(n):
        odds = exp(mind.value[i] - mind.value[best]) * now
        add_edge(edges, tree, mind.action[i], tree.ranking[i] / total, odds / (1 + odds))


@rule
def select_move(nodes: Buffer, index: int, edges: Buffer, tree: Tree) -> int:
    """The edge to follow from a decision node: what is good so far, and what deserves another look."""
    node = nodes.view(NODE)[index]
    looks = tree.curiosity * sqrt(node.visits + 1.0)
    first: int = node.first
    best = first
    most = -1.0
    for i in range(first, first + node.edges):
        e = edges.view(EDGE)[i]
        value = e.total / e.visits if e.visits > 0 else e.guess
        value += looks * e.prior / (1 + e.visits)
        if value > most:
            most = value
            best = i
    return best


@rule
def select_outcome(nodes: Buffer, index: int, edges: Buffer, ids: Scratch) -> int:
    """The edge to follow from a chance node: of two the one that is behind its share, of many one at random."""
    node = nodes.view(NODE)[index]
    first: int = node.first
    all_edges = edges.view(EDGE)
    if node.edges == 2:
        due = all_edges[first].prior * node.visits
        return first if all_edges[first].visits < due else first + 1
    left = random_below(ids, 1 << 30) / (1 << 30)
    for i in range(first, first + node.edges):
        left -= all_edges[i].prior
        if left < 0:
            return i
    return first


@rule
def has_room(states: Buffer, edges: Buffer, tree: Tree) -> bool:
    """Is there memory for another node and its edges?"""
    return tree.nodes < len(states.view(STATE)) - ASIDE and tree.edges + 2 * DEPTH < len(edges.view(EDGE))


@rule
def carry_back(nodes: Buffer, edges: Buffer, tree: Tree, index: int) -> None:
    """Add the value of the last node to every move that led there."""
    value = nodes.view(NODE)[index].value
    for i in range(tree.depth):
        e = edges.view(EDGE)[tree.path[i]]
        e.visits += 1
        if tree.movers[i] >= 0:
            e.total += value[tree.movers[i]]


@rule
def pass_forced(nodes: Buffer, edges: Buffer, index: int) -> int:
    """The first node on the way from this one where something is to be chosen, rolled or evaluated."""
    every = nodes.view(NODE)
    while every[index].edges == 1 and every[index].player >= 0:
        child = edges.view(EDGE)[every[index].first].child
        if child == UNEXPANDED:
            break
        index = child
    return index


@rule
def simulate(
    states: Buffer,
    nodes: Buffer,
    edges: Buffer,
    tree: Tree,
    g: Definition,
    w: Weights,
    judgement: Weights,
    chart: Chart,
    mind: Mind,
    paper: Paper,
    ids: Scratch,
) -> bool:
    """One simulation; False when memory is full, so that more would add nothing."""
    records = states.view(STATE)
    every = nodes.view(NODE)
    index = tree.root
    tree.depth = 0
    while True:
        player = every[index].player
        every[index].visits += 1
        if player == FINAL_NODE:
            break
        if tree.depth == DEPTH:
            return True  # nobody looks that far ahead: forget this line
        if player == CHANCE_NODE:
            edge = select_outcome(nodes, index, edges, ids)
        else:
            if every[index].edges == UNEXPANDED:
                if not has_room(states, edges, tree):
                    break
                expand(states, index, nodes, edges, tree, g, w, chart, mind, paper, ids)
            edge = select_move(nodes, index, edges, tree)
        tree.path[tree.depth] = edge
        tree.movers[tree.depth] = player
        tree.depth += 1
        child = edges.view(EDGE)[edge].child
        if child != UNEXPANDED:
            index = pass_forced(nodes, edges, child)
            edges.view(EDGE)[edge].child = index  # the next time it is one step
            continue
        if not has_room(states, edges, tree):
            if player == CHANCE_NODE:
                return False  # nothing is known about this line: forget it
            break
        records[tree.nodes] = records[index]
        play(records[tree.nodes], g, edges.view(EDGE)[edge].action, ids)
        index = add_node(states, nodes, edges, tree, g, judgement, chart, mind, ids)
        edges.view(EDGE)[edge].child = index
        if every[index].player != CHANCE_NODE:
            every[index].visits += 1
            break
    carry_back(nodes, edges, tree, index)
    return has_room(states, edges, tree)
