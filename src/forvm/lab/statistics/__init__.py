"""What games show, and how sure it is: estimates with intervals, differences to a baseline, many comparisons."""

from forvm.lab.statistics.estimates import LEVEL, DifferenceEstimate, Estimate, Kind, difference, estimate
from forvm.lab.statistics.families import Comparison, Pair, compare, holm, simultaneous
from forvm.lab.statistics.samples import Sample, gather

__all__ = [
    "LEVEL",
    "Comparison",
    "DifferenceEstimate",
    "Estimate",
    "Kind",
    "Pair",
    "Sample",
    "compare",
    "difference",
    "estimate",
    "gather",
    "holm",
    "simultaneous",
]
