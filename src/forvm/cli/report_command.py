"""``forvm report``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from forvm import text
from forvm.lab.simulation import require_packages
from forvm.terminal.screen import Screen

WORDS = text.load("report")["cli"]


def report(
    folder: Annotated[Path, Parameter(help=WORDS["folder"])],
    *,
    out: Annotated[Path | None, Parameter(help=WORDS["out"])] = None,
    statistic: Annotated[list[str] | None, Parameter(help=WORDS["statistic"], negative=())] = None,
) -> int:
    """Write the report of a study."""
    require_packages(("jinja2", "matplotlib", "networkx", "polars", "SALib", "scipy", "tomli_w"))
    from forvm.lab.report import TABLES, write_report

    page = write_report(folder, out, statistic or ())
    Screen().address(text.fill(WORDS["written"], {"file": str(page), "tables": str(page.parent / TABLES)}))
    return 0
