"""Studies: a question about the rules in a file, played on all cores or a cluster, and stored in a folder.

``docs/studies.md`` explains how to write one. ``study_reader`` reads the file into a `Study` with all its cells,
``design`` chooses the combinations, ``shards`` lists what is left to play, ``running`` plays it, ``folder`` stores it,
and ``results`` opens a folder.
"""

from forvm.lab.study.model import Amount, Cell, Design, Factor, Level, Point, Study
from forvm.lab.study.results import StudyResults, open_folder
from forvm.lab.study.study_reader import load, names
from forvm.lab.study.study_writer import write
from forvm.lab.study.sweeping import sweep, write_folder

__all__ = [
    "Amount",
    "Cell",
    "Design",
    "Factor",
    "Level",
    "Point",
    "Study",
    "StudyResults",
    "load",
    "names",
    "open_folder",
    "sweep",
    "write",
    "write_folder",
]
