"""The search tree: nodes, each with its state, and the edges between them, in arrays of a fixed size."""

from __future__ import annotations

from typing import Annotated

from forvm.engine.limits import PLAYERS
from forvm.engine.twin.layout import Column, Layout, Wide, layout

CHANCE_NODE = -1
FINAL_NODE = -2
UNEXPANDED = -1
DEPTH = 256  # edges of the longest line
WANTED = 1  # states behind those of the nodes: the position that is looked for in the tree
EDGES_PER_NODE = 6
CANDIDATES = 96  # moves that a bot considers at once

Number = Annotated[float, Column("f8")]


@layout
class Node(Layout):
    """A position: who decides in it, its evaluation when it was added, and where its edges are."""

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
    first_value: Annotated[float, Column("f4")]  # of a move that was never tried: the mover's chance, one move ahead
    value_sum: Number  # of the mover's chances of winning over all visits


@layout
class Tree(Layout):
    """The tree as a whole, and the line that is being followed."""

    nodes: Wide
    edges: Wide
    root: Wide
    depth: Wide
    path: Annotated[list[int], Column("i4", DEPTH)]  # the edges of that line
    movers: Annotated[list[int], Column("i4", DEPTH)]
    thinker: Wide  # whose search it is
    priors: Annotated[list[float], Column("f8", CANDIDATES)]
    # The moves at the root, over all deals of hidden hands.
    candidates: Wide
    action: Annotated[list[int], Column("i4", CANDIDATES)]
    visits: Annotated[list[int], Column("i4", CANDIDATES)]
    value_sum: Annotated[list[float], Column("f8", CANDIDATES)]
