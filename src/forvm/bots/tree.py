"""The memory of the search: nodes, each with its state, and the edges between them, all in arrays made beforehand."""

from __future__ import annotations

from typing import Annotated

from forvm.bots.mind import CANDIDATES
from forvm.engine.limits import PLAYERS
from forvm.engine.twin.layout import Column, Layout, Wide, layout

CHANCE_NODE = -1
FINAL_NODE = -2
UNEXPANDED = -1
DEPTH = 256  # of the longest line that is followed
ASIDE = 3  # states at the end of the pool: one that is looked for in the tree, the table, and how games begin
EDGES_PER_NODE = 6

RANDOM_BOT, GREEDY_BOT, SEARCH_BOT = range(3)

Number = Annotated[float, Column("f8")]


@layout
class Node(Layout):
    """A position: whose decision it is, what was thought of it when it was reached, and where its edges are."""

    player: Wide  # a seat, CHANCE_NODE or FINAL_NODE
    edges: Wide  # how many, or UNEXPANDED
    first: Wide
    visits: Wide
    value: Annotated[list[float], Column("f8", PLAYERS)]


@layout
class Edge(Layout):
    """A move or an outcome of chance."""

    action: Wide
    child: Wide  # a node, or UNEXPANDED
    visits: Wide
    prior: Annotated[float, Column("f4")]  # of a move: how promising; of an outcome: how likely
    guess: Annotated[float, Column("f4")]  # the mover's chance of winning, one move ahead
    total: Number  # of the mover's chances over all visits


@layout
class Tree(Layout):
    """The tree as a whole, and how it is searched."""

    nodes: Wide
    edges: Wide
    root: Wide
    depth: Wide
    path: Annotated[list[int], Column("i4", DEPTH)]  # the edges of the line that is being followed
    movers: Annotated[list[int], Column("i4", DEPTH)]
    curiosity: Number  # how much untried moves attract
    trust: Number  # how sharply the first impression decides what is tried
    thinker: Wide  # whose search it is
    deals: Wide  # of hidden hands that are tried
    ranking: Annotated[list[float], Column("f8", CANDIDATES)]
    # The moves at the root, over all deals: visits, and the sums of the mover's chances.
    candidates: Wide
    action: Annotated[list[int], Column("i4", CANDIDATES)]
    votes: Annotated[list[int], Column("i4", CANDIDATES)]
    hopes: Annotated[list[float], Column("f8", CANDIDATES)]


@layout
class Seat(Layout):
    """Who plays a seat."""

    kind: Wide
    simulations: Wide
    deals: Wide
    curiosity: Number
    trust: Number
