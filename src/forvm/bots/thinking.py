"""A search bot's thinking: planting a tree, growing it, reading off the move."""

from __future__ import annotations

from forvm.bots.mind import CANDIDATES, Chart, Mind
from forvm.bots.paper import Paper
from forvm.bots.records import EDGE, NODE, STATE, WORD
from forvm.bots.search import add_node, simulate
from forvm.bots.tree import ASIDE, Tree
from forvm.bots.weights import Weights
from forvm.engine.definition import Definition
from forvm.engine.hidden import imagine_hands
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.rule import Buffer, rule

WORDS = State.form.size // 8  # a state has no odd bytes: they would not be compared
assert State.form.size % 8 == 0


@rule
def plant(
    s: State,
    states: Buffer,
    nodes: Buffer,
    edges: Buffer,
    tree: Tree,
    g: Definition,
    judgement: Weights,
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
    tree.root = add_node(states, nodes, edges, tree, g, judgement, chart, mind, ids)


@rule
def find(states: Buffer, nodes: Buffer, tree: Tree) -> int:
    """The node of the tree whose state equals the one on the first state aside, or -1."""
    words = states.view(WORD)
    wanted = len(words) - ASIDE * WORDS
    every = nodes.view(NODE)
    for place in range(-1, tree.nodes):
        index = tree.root if place < 0 else place  # mostly it is searched on, round by round
        if every[index].player == tree.thinker:
            i = 0
            while i < WORDS and words[index * WORDS + i] == words[wanted + i]:
                i += 1
            if i == WORDS:
                return index
    return -1


@rule
def replant(
    s: State,
    states: Buffer,
    nodes: Buffer,
    edges: Buffer,
    tree: Tree,
    g: Definition,
    judgement: Weights,
    chart: Chart,
    mind: Mind,
    ids: Scratch,
    simulations: int,
) -> None:
    """Go on with what was thought before, if this position was met in it and memory is left; else begin anew."""
    spare = len(nodes.view(NODE)) - ASIDE - tree.nodes
    fits = spare > 2 * simulations and len(edges.view(EDGE)) - tree.edges > 8 * simulations
    # a root that is searched on, round by round, keeps its tree while there is any room
    if tree.nodes > 0 and g.family_open == 1:
        records = states.view(STATE)
        records[len(records) - ASIDE] = s
        index = find(states, nodes, tree)
        if index >= 0 and (fits or index == tree.root):
            tree.root = index
            return
    plant(s, states, nodes, edges, tree, g, judgement, chart, mind, ids)


@rule
def count_votes(nodes: Buffer, edges: Buffer, tree: Tree) -> None:
    """Add the visits of the root's moves to the votes."""
    node = nodes.view(NODE)[tree.root]
    every = edges.view(EDGE)
    for i in range(node.first, node.first + node.edges):
        place = 0
        while place < tree.candidates and tree.action[place] != every[i].action:
            place += 1
        if place == CANDIDATES:
            continue
        if place == tree.candidates:
            tree.candidates += 1
            tree.action[place] = every[i].action
            tree.votes[place] = 0
            tree.hopes[place] = 0.0
        tree.votes[place] += every[i].visits
        tree.hopes[place] += every[i].total


@rule
def think(
    s: State,
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
    simulations: int,
) -> None:
    """Search a position; the votes are in the tree.

    Where hands are hidden, several deals of them are tried, and votes add up from call to call; elsewhere the tree
    itself grows on. Whoever begins a new search sets ``tree.candidates`` to 0.
    """
    deals = tree.deals
    if g.family_open == 1:
        deals = 1
        tree.candidates = 0
    for deal in range(deals):
        replant(s, states, nodes, edges, tree, g, judgement, chart, mind, ids, simulations)
        for _ in range(simulations * deal // deals, simulations * (deal + 1) // deals):
            has_room = simulate(states, nodes, edges, tree, g, w, judgement, chart, mind, paper, ids)
            if not has_room or nodes.view(NODE)[tree.root].edges == 1:
                break  # there is nothing to choose, or no room to think
        count_votes(nodes, edges, tree)


@rule
def elect(tree: Tree) -> int:
    """The move with most votes, the first of equals."""
    best = 0
    for i in range(1, tree.candidates):
        if tree.votes[i] > tree.votes[best]:
            best = i
    return tree.action[best]
