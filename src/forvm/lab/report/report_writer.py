"""Writes the report of a study."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import polars.selectors as cs

from forvm.errors import ForvmError
from forvm.lab.games.atomic_files import check_writable, replacing
from forvm.lab.report import page
from forvm.lab.report.blocks import ReportSection
from forvm.lab.report.material import read
from forvm.lab.report.sections import why_section
from forvm.lab.statistics.own_statistics import named_in
from forvm.lab.study.model import Study
from forvm.lab.study.results import open_folder

PAGE = "report.html"
TABLES = "tables"
DIGITS = 7


@dataclass(frozen=True)
class Report:
    """A report that has been made: the page, and its tables by name."""

    html: str
    tables: dict[str, pl.DataFrame]


def report_of(study: Study, scan: Callable[[int], pl.LazyFrame]) -> Report:
    """The report of a study; ``scan`` gives the games of a cell by its number."""
    material = read(study, scan)
    brief, sections = page.compose(material)
    played = {one.cell.number for one in material.cells}
    _place(sections, "lengths", why_section.section(study, scan, played))
    _place(sections, "reproduce", why_section.delta_section(study, played))
    tables = {name: frame for section in sections for name, frame in section.data.items()}
    return Report(page.render(material, brief, sections), tables)


def _place(sections: list[ReportSection], before: str, section: ReportSection | None) -> None:
    """Put a section, if there is one, before another."""
    if section is not None:
        sections.insert([one.id for one in sections].index(before), section)


def write_report(folder: Path, out: Path | None = None, statistics: Sequence[str] = ()) -> Path:
    """Write the report of a study's folder; returns where the page is. Its tables go beside it.

    ``statistics`` are further ones, in words such as ``merchant_wins=won of merchant``.
    """
    results = open_folder(folder)
    study = results.study.with_statistics(named_in(statistics)) if statistics else results.study
    target = folder / PAGE if out is None else out
    check_writable(target)
    made = report_of(study, results.scan_cell)
    tables = target.parent / TABLES
    try:
        tables.mkdir(exist_ok=True)
    except OSError as error:
        raise ForvmError(f"The folder {tables} cannot be made: {error.strerror}.") from None
    for name, frame in made.tables.items():
        with replacing(tables / f"{name}.csv") as file:
            frame.with_columns(cs.float().round_sig_figs(DIGITS)).write_csv(file)
    with replacing(target) as file:
        file.write_text(made.html, encoding="utf-8")
    return target
