"""Why a rule change changed what it changed: the paired decomposition, and where paired games part.

>>> from forvm.lab.why import explain
>>> why = explain("results", variant=1)  # doctest: +SKIP
>>> why.sentences, why.table, why.replayed(100).parted  # doctest: +SKIP
"""

from forvm.lab.why.explanation import Explanation, ReplayedPairs, explain, explain_cell, find_cell

__all__ = ["Explanation", "ReplayedPairs", "explain", "explain_cell", "find_cell"]
