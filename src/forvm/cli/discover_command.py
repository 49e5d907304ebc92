"""``forvm discover``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich import box
from rich.table import Table

from forvm import text
from forvm.lab.simulation import require_packages
from forvm.terminal.screen import Screen

WORDS = text.load("discover")["cli"]
PACKAGES = ("jinja2", "matplotlib", "networkx", "polars", "SALib", "scipy", "tomli_w")
PAGE = "discovery.html"


def discover(
    study: Annotated[Path, Parameter(help=WORDS["study"])],
    /,
    *,
    where: Annotated[str, Parameter(help=WORDS["where"])],
    out: Annotated[Path | None, Parameter(help=WORDS["out"])] = None,
) -> int:
    """Look for a box in a study's design."""
    require_packages(PACKAGES)
    from forvm.lab.emulator import discover as look
    from forvm.lab.games.atomic_files import check_writable, replacing
    from forvm.lab.report.discovery_report import discovery_page
    from forvm.lab.report.sections import discovery_section as told

    found = look(study, where)
    page = study / PAGE if out is None else out
    check_writable(page)
    screen = Screen()
    screen.line(told.title(found), "bold")
    for sentence in told.sentences(found):
        screen.line(sentence)
    if found.restricted:
        table = Table(box=box.SIMPLE_HEAD)
        for place, column in enumerate(told.columns()):
            table.add_column(column, justify="right" if place == 3 else "left")
        for row in told.rows(found):
            table.add_row(*row)
        screen.show(table)
        screen.line(told.say("p_note"), "dim")
    with replacing(page) as file:
        file.write_text(discovery_page(found), encoding="utf-8")
    screen.address(told.say("written", file=str(page)))
    return 0
