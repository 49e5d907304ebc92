"""What each change went with: the paired decomposition of every variant, in words, a picture and a table."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from forvm import text
from forvm.content.delta_odd import delta_odd
from forvm.lab.report import words
from forvm.lab.report.blocks import Block, Bullets, Listing, Pictures, Prose, ReportSection, ReportTable
from forvm.lab.report.plots import part_changes
from forvm.lab.study.design import SAMPLED
from forvm.lab.study.model import Cell, Study
from forvm.lab.why import Explanation, explain_cell
from forvm.lab.why.decomposition import VICTORIES, WHOLE
from forvm.lab.why.mechanism_words import amount, part_name, span, who_name

MOST_VARIANTS = 6  # each has a picture and a table
MOST_PAIRS = 5_000


def say(key: str, **values: text.Value) -> str:
    """A text with its values filled in."""
    return text.fill(text.load("why")["report"][key], values)


def section(study: Study, scan: Callable[[int], pl.LazyFrame], played: set[int]) -> ReportSection | None:
    """The variants that can be paired with the baseline, the first of them if they are many."""
    if study.design.kind in SAMPLED:
        return None
    cells = [cell for cell in study.cells[1:] if cell.number in played]
    cells = [cell for cell in cells if cell.players == study.baseline.players][:MOST_VARIANTS]
    if not cells:
        return None
    blocks: list[Block] = [Prose(say("intro"))]
    tables = []
    for cell in cells:
        explained = explain_cell(study, cell, scan, MOST_PAIRS)
        name = words.cell_name(study, cell)
        blocks += _variant(explained, name)
        tables.append(explained.table.insert_column(0, pl.lit(name).alias("setting")))
    blocks.append(Prose(say("more", folder=study.id or "study", number=cells[0].number)))
    return ReportSection("why", say("title"), blocks, {"why": pl.concat(tables)})


def _variant(explained: Explanation, name: str) -> list[Block]:
    lead = Prose(say("variant", variant=name, pairs=len(explained.pairs.games)))
    # The last of several sentences warns of causes; the section has said so.
    told = explained.sentences[:-1] or explained.sentences
    changed = [what for what in ("prestige", "money", "moves") if _moved(explained, what)]
    pictures = [part_changes.parts(explained, what, name) for what in changed]
    return [lead, Bullets(told), *([Pictures(pictures)] if pictures else []), _table(explained, name)]


def _moved(explained: Explanation, what: str) -> bool:
    return any(line.change.differs for line in explained.lines if (line.what, line.whose) == (what, "everyone"))


def _table(explained: Explanation, name: str) -> ReportTable:
    names = text.load("why")["names"]
    rows = [
        (
            names[line.what],
            who_name(line),
            part_name(line.what, line.part),
            amount(line.what, line.value),
            span(line),
            words.chance(line.change.p),
        )
        for line in explained.lines
        if line.whose == "everyone" or line.what == VICTORIES
        if line.part == WHOLE or line.change.differs
    ]
    columns = [say(f"columns_{key}") for key in ("what", "who", "part", "difference", "interval", "p")]
    return ReportTable(columns, rows, say("table", variant=name), folded=True, words=3)


def delta_section(study: Study, played: set[int]) -> ReportSection | None:
    """How each variant changes the description of the model; nothing if no rules differ, or they are too many."""
    base = study.baseline.rules
    others: dict[str, Cell] = {}
    for cell in study.cells[1:]:
        if cell.number in played and cell.rules.digest() != base.digest():
            others.setdefault(cell.rules.digest(), cell)
    if not others or len(others) > MOST_VARIANTS:
        return None
    listings = [
        Listing(delta_odd(cell.rules, base, words.cell_name(study, cell)), words.cell_name(study, cell))
        for cell in others.values()
    ]
    return ReportSection("model", say("model_title"), [Prose(say("model_intro")), *listings])
