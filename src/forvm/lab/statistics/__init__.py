"""What games show, and how sure it is: estimates with intervals, differences to a baseline, many comparisons."""

from forvm.lab.statistics.estimates import FEWEST_GAMES, DifferenceEstimate, Estimate, Kind, difference, estimate
from forvm.lab.statistics.families import Comparison, Pair, compare, holm, simultaneous
from forvm.lab.statistics.samples import LEVEL, Measured, Sample, average, gather, weighted

__all__ = [
    "FEWEST_GAMES",
    "LEVEL",
    "Comparison",
    "DifferenceEstimate",
    "Estimate",
    "Kind",
    "Measured",
    "Pair",
    "Sample",
    "average",
    "compare",
    "difference",
    "estimate",
    "gather",
    "holm",
    "simultaneous",
    "weighted",
]
