"""Monte-Carlo tree search for several players.

The player who searches seeks the best move; the others are expected to play what looks best one move ahead. A
simulation selects moves by PUCT, whose priors come from the greedy evaluation. It meets dice and cards at chance nodes,
adds one position to the tree, and backpropagates its evaluation.
"""

from __future__ import annotations

from math import exp, sqrt

from forvm.bots.bot_settings import BotSettings
from forvm.bots.candidates import best_of, consider
from forvm.bots.evaluation import evaluate
from forvm.bots.record_types import EDGE, NODE, STATE
from forvm.bots.search_tree import CHANCE_NODE, DEPTH, FINAL_NODE, UNEXPANDED, WANTED, Tree
from forvm.bots.workspace import Workspace
from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.play import chance, chance_due, play
from forvm.engine.rng import random_below
from forvm.engine.rules.destroy import roll_to_destroy
from forvm.engine.rules.oust import roll_to_oust
from forvm.engine.state import State
from forvm.engine.twin.rule import Buffer, rule


@rule
def needed_roll(s: State, g: Definition) -> int:
    """Returns the least roll that succeeds, if only success and failure differ; else 0."""
    task = s.task[s.top]
    if task == tasks.ENTER_ROLL:
        return g.enter_roll
    if task == tasks.OUST_ROLL:
        return roll_to_oust(s, g, s.actor[s.top], s.market)
    if task == tasks.DESTROY_ROLL:
        return roll_to_destroy(s, g, s.actor[s.top], s.other, s.market)
    if task == tasks.ELECTION_ROLL:
        return g.card_roll[s.card]
    return 4 if task == tasks.BIRTH_ROLL else 0


@rule
def add_edge(edges: Buffer, tree: Tree, action: int, prior: float, first_value: float) -> None:
    """Writes one more edge; the caller has made sure that there is room."""
    e = edges.view(EDGE)[tree.edges]
    e.action = action
    e.child = UNEXPANDED
    e.visits = 0
    e.prior = prior
    e.first_value = first_value
    e.value_sum = 0.0
    tree.edges += 1


@rule
def add_outcomes(s: State, g: Definition, edges: Buffer, work: Workspace) -> None:
    """Adds the edges of a chance node; a die counts as two outcomes where only success and failure differ."""
    tree = work.tree
    roll = needed_roll(s, g)
    if 1 < roll <= 6:
        add_edge(edges, tree, actions.DIE_0, (roll - 1) / 6, 0.0)
        add_edge(edges, tree, actions.DIE_0 + 5, (7 - roll) / 6, 0.0)
        return
    outcomes = work.legal_scratch
    n = chance(s, g, outcomes)
    total = 0
    for i in range(n):
        total += outcomes.weights[i]
    for i in range(n):
        add_edge(edges, tree, outcomes.ids[i], outcomes.weights[i] / total, 0.0)


@rule
def add_node(states: Buffer, nodes: Buffer, edges: Buffer, g: Definition, work: Workspace, bot: BotSettings) -> int:
    """Makes a node of the state already written at its place; evaluates it unless chance is due."""
    tree = work.tree
    index = tree.nodes
    tree.nodes += 1
    s = states.view(STATE)[index]
    node = nodes.view(NODE)[index]
    node.visits = 0
    node.edges = UNEXPANDED
    node.first = tree.edges
    if chance_due(s):
        node.player = CHANCE_NODE
        add_outcomes(s, g, edges, work)
        node.edges = tree.edges - node.first
        return index
    node.player = FINAL_NODE if s.task[s.top] == tasks.OVER else s.actor[s.top]
    evaluate(s, g, bot.judgement, work)
    for p in range(g.players):
        node.value[p] = work.chance[p]
    return index


@rule
def expand(
    states: Buffer, nodes: Buffer, edges: Buffer, g: Definition, work: Workspace, bot: BotSettings, index: int
) -> None:
    """Gives a decision node its moves.

    The player who searches gets all candidates with their priors. Others get one move, the best one move ahead, so that
    the search sees further.
    """
    tree = work.tree
    work.trial[0] = states.view(STATE)[index]
    node = nodes.view(NODE)[index]
    is_other = node.player != tree.thinker
    work.quick = 1 if is_other else 0
    work.listed = 0
    n = consider(g, bot.weights, work)
    node.first = tree.edges
    best = best_of(work, n)
    if is_other:
        node.edges = 1
        add_edge(edges, tree, work.action[best], 1.0, 0.0)
        return
    node.edges = n
    total = 0.0
    for i in range(n):
        tree.priors[i] = exp((work.value[i] - work.value[best]) / bot.prior_temperature) + 0.02
        total += tree.priors[i]
    now = node.value[node.player]
    now = now / (1.000001 - now)
    for i in range(n):
        odds = exp(work.value[i] - work.value[best]) * now
        add_edge(edges, tree, work.action[i], tree.priors[i] / total, odds / (1 + odds))


@rule
def select_move(nodes: Buffer, edges: Buffer, index: int, c_puct: float) -> int:
    """Returns the edge to follow from a decision node, by PUCT: its value so far, and a bonus for few visits."""
    node = nodes.view(NODE)[index]
    explore = c_puct * sqrt(node.visits + 1.0)
    first: int = node.first
    best = first
    most = -1.0
    for i in range(first, first + node.edges):
        e = edges.view(EDGE)[i]
        value = e.value_sum / e.visits if e.visits > 0 else e.first_value
        value += explore * e.prior / (1 + e.visits)
        if value > most:
            most = value
            best = i
    return best


@rule
def select_outcome(nodes: Buffer, edges: Buffer, index: int, work: Workspace) -> int:
    """Returns the edge to follow from a chance node: of two the one that is behind its share, of many one at random."""
    node = nodes.view(NODE)[index]
    first: int = node.first
    all_edges = edges.view(EDGE)
    if node.edges == 2:
        due = all_edges[first].prior * node.visits
        return first if all_edges[first].visits < due else first + 1
    left = random_below(work.bot_rng, 1 << 30) / (1 << 30)
    for i in range(first, first + node.edges):
        left -= all_edges[i].prior
        if left < 0:
            return i
    return first


@rule
def has_room(states: Buffer, edges: Buffer, tree: Tree) -> bool:
    """Is there memory for another node and its edges?"""
    return tree.nodes < len(states.view(STATE)) - WANTED and tree.edges + 2 * DEPTH < len(edges.view(EDGE))


@rule
def backpropagate(nodes: Buffer, edges: Buffer, tree: Tree, index: int) -> None:
    """Adds the value of the last node to every move that led there."""
    value = nodes.view(NODE)[index].value
    for i in range(tree.depth):
        e = edges.view(EDGE)[tree.path[i]]
        e.visits += 1
        if tree.movers[i] >= 0:
            e.value_sum += value[tree.movers[i]]


@rule
def pass_forced(nodes: Buffer, edges: Buffer, index: int) -> int:
    """Returns the first node from this one on where something is chosen, rolled or evaluated."""
    every = nodes.view(NODE)
    while every[index].edges == 1 and every[index].player >= 0:
        child = edges.view(EDGE)[every[index].first].child
        if child == UNEXPANDED:
            break
        index = child
    return index


@rule
def simulate(states: Buffer, nodes: Buffer, edges: Buffer, g: Definition, work: Workspace, bot: BotSettings) -> bool:
    """Runs one simulation; returns False when memory is full, so that more would add nothing."""
    records = states.view(STATE)
    every = nodes.view(NODE)
    tree = work.tree
    index = tree.root
    tree.depth = 0
    while True:
        player = every[index].player
        every[index].visits += 1
        if player == FINAL_NODE:
            break
        if tree.depth == DEPTH:
            return True  # the line is too long: forget it
        if player == CHANCE_NODE:
            edge = select_outcome(nodes, edges, index, work)
        else:
            if every[index].edges == UNEXPANDED:
                if not has_room(states, edges, tree):
                    break
                expand(states, nodes, edges, g, work, bot, index)
            edge = select_move(nodes, edges, index, bot.c_puct)
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
        play(records[tree.nodes], g, edges.view(EDGE)[edge].action, work.legal_scratch)
        index = add_node(states, nodes, edges, g, work, bot)
        edges.view(EDGE)[edge].child = index
        if every[index].player != CHANCE_NODE:
            every[index].visits += 1
            break
    backpropagate(nodes, edges, tree, index)
    return has_room(states, edges, tree)
