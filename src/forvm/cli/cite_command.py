"""``forvm cite``."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from forvm import text
from forvm.lab.simulation import require_packages
from forvm.terminal.screen import Screen

WORDS = text.load("cite")["cli"]


def cite(
    study: Annotated[str, Parameter(help=WORDS["study"])],
    /,
    *,
    format: Annotated[Literal["text", "bibtex", "cff"], Parameter(help=WORDS["format"])] = "text",
) -> int:
    """Say how to cite a study."""
    require_packages(("numba", "polars", "pyarrow", "scipy", "SALib", "tomli_w"))
    from forvm.lab.study import citing

    told = citing.cite(study)
    screen = Screen()
    for line in {"text": told.text, "bibtex": told.bibtex, "cff": told.cff}[format]().splitlines():
        screen.address(line)
    return 0
