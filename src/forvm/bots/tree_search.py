"""A search from a position: start or reuse a tree, run simulations, read off the best move."""

from __future__ import annotations

from forvm.bots.bot_settings import BotSettings
from forvm.bots.mcts import add_node, simulate
from forvm.bots.record_types import EDGE, NODE, STATE, WORD
from forvm.bots.search_tree import CANDIDATES, WANTED, Tree
from forvm.bots.workspace import Workspace
from forvm.engine.definition import Definition
from forvm.engine.hidden import imagine_hands
from forvm.engine.state import State
from forvm.engine.twin.rule import Buffer, rule

WORDS = State.form.size // 4  # a state has no odd bytes: they would not be compared
assert State.form.size % 4 == 0


@rule
def new_tree(
    s: State, states: Buffer, nodes: Buffer, edges: Buffer, g: Definition, work: Workspace, bot: BotSettings
) -> None:
    """Starts a new tree at a position, as the player to act sees it; hidden hands are dealt at random."""
    tree = work.tree
    tree.nodes = 0
    tree.edges = 0
    records = states.view(STATE)
    records[0] = s
    imagine_hands(records[0], g, s.actor[s.top], work.bot_rng, True)
    tree.root = add_node(states, nodes, edges, g, work, bot)


@rule
def find_node(states: Buffer, nodes: Buffer, tree: Tree) -> int:
    """Returns the node whose state equals the wanted one, the last of the states; -1 if there is none."""
    words = states.view(WORD)
    wanted = len(words) - WANTED * WORDS
    every = nodes.view(NODE)
    for place in range(-1, tree.nodes):
        index = tree.root if place < 0 else place  # mostly it is the root, searched once more
        if every[index].player == tree.thinker:
            i = 0
            while i < WORDS and words[index * WORDS + i] == words[wanted + i]:
                i += 1
            if i == WORDS:
                return index
    return -1


@rule
def reuse_tree(
    s: State, states: Buffer, nodes: Buffer, edges: Buffer, g: Definition, work: Workspace, bot: BotSettings
) -> None:
    """Continues the last search if it met this position and memory is left; else starts a new tree."""
    tree = work.tree
    spare = len(nodes.view(NODE)) - WANTED - tree.nodes
    fits = spare > 2 * bot.simulations and len(edges.view(EDGE)) - tree.edges > 8 * bot.simulations
    # a root that is searched again, round by round, keeps its tree while there is any room
    if tree.nodes > 0 and g.family_open == 1:
        records = states.view(STATE)
        records[len(records) - WANTED] = s
        index = find_node(states, nodes, tree)
        if index >= 0 and (fits or index == tree.root):
            tree.root = index
            return
    new_tree(s, states, nodes, edges, g, work, bot)


@rule
def add_root_visits(nodes: Buffer, edges: Buffer, tree: Tree) -> None:
    """Adds the visits of the root's moves to the results of the search."""
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
            tree.visits[place] = 0
            tree.value_sum[place] = 0.0
        tree.visits[place] += every[i].visits
        tree.value_sum[place] += every[i].value_sum


@rule
def search_position(
    s: State, states: Buffer, nodes: Buffer, edges: Buffer, g: Definition, work: Workspace, bot: BotSettings
) -> None:
    """Searches a position; the visits of its moves are in ``work.tree``.

    Where hands are hidden, several deals of them are tried, and visits add up from call to call. Elsewhere the tree
    itself grows from call to call. The caller that starts a new search sets ``tree.candidates`` to 0.
    """
    tree = work.tree
    deals = bot.determinizations
    if g.family_open == 1:
        deals = 1
        tree.candidates = 0
    for deal in range(deals):
        reuse_tree(s, states, nodes, edges, g, work, bot)
        for _ in range(bot.simulations * deal // deals, bot.simulations * (deal + 1) // deals):
            has_room = simulate(states, nodes, edges, g, work, bot)
            if not has_room or nodes.view(NODE)[tree.root].edges == 1:
                break  # there is nothing to choose, or no room left
        add_root_visits(nodes, edges, tree)


@rule
def best_move(tree: Tree) -> int:
    """Returns the move with most visits, the first of equals."""
    best = 0
    for i in range(1, tree.candidates):
        if tree.visits[i] > tree.visits[best]:
            best = i
    return tree.action[best]
