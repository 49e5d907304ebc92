"""The types of the records that compiled bots work on.

Without NumPy there are none, and nothing is compiled: plain rules work on plain objects and never look at them.
"""

from __future__ import annotations

from typing import Any

from forvm.bots.mind import Chart, Mind
from forvm.bots.paper import Paper
from forvm.bots.tree import Edge, Node, Seat, Tree
from forvm.bots.weights import Weights
from forvm.engine.definition import Definition
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.layout import Layout


def record_of(kind: type[Layout | Paper]) -> Any:
    """The type of a record, or None where there is no NumPy."""
    try:
        return kind.dtype()
    except ImportError:
        return None


def words() -> Any:
    """Eight bytes as a number, or None where there is no NumPy."""
    try:
        import numpy as np
    except ImportError:
        return None
    return np.dtype(np.int64)


WORD = words()
STATE, DEFINITION, SCRATCH, PAPER = record_of(State), record_of(Definition), record_of(Scratch), record_of(Paper)
CHART, MIND, WEIGHTS = record_of(Chart), record_of(Mind), record_of(Weights)
TREE, NODE, EDGE, SEAT = record_of(Tree), record_of(Node), record_of(Edge), record_of(Seat)
