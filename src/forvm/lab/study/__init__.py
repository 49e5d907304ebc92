"""Studies: a question about the rules as a file, played on all cores or a cluster, and kept in a folder.

``docs/studies.md`` tells how to write one. ``reading`` goes from the file to a `Study` with all its cells, ``design``
says which combinations are played, ``shards`` what is left, ``running`` has it played, ``folder`` keeps it, and
``results`` opens what was kept.
"""

from forvm.lab.study.model import Amount, Cell, Design, Factor, Level, Point, Study
from forvm.lab.study.reading import load, names
from forvm.lab.study.results import Results, open_folder
from forvm.lab.study.sweeping import sweep, write_folder
from forvm.lab.study.writing import write

__all__ = [
    "Amount",
    "Cell",
    "Design",
    "Factor",
    "Level",
    "Point",
    "Results",
    "Study",
    "load",
    "names",
    "open_folder",
    "sweep",
    "write",
    "write_folder",
]
