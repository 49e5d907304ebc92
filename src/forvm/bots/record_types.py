"""The types of the records that compiled bots work on.

Without NumPy they are None. Then nothing is compiled, and plain rules never look at them.
"""

from __future__ import annotations

from typing import Any

from forvm.bots.search_tree import Edge, Node
from forvm.bots.workspace import Workspace
from forvm.engine.definition import Definition
from forvm.engine.state import State
from forvm.engine.twin.layout import Layout


def record_type_of(kind: type[Layout]) -> Any:
    """Returns the NumPy type of a record, or None without NumPy."""
    try:
        return kind.dtype()
    except ImportError:
        return None


def word_type() -> Any:
    """Returns the type of four bytes as a number, or None without NumPy."""
    try:
        import numpy as np
    except ImportError:
        return None
    return np.dtype(np.int32)


WORD = word_type()
STATE, DEFINITION, WORKSPACE = record_type_of(State), record_type_of(Definition), record_type_of(Workspace)
NODE, EDGE = record_type_of(Node), record_type_of(Edge)
