"""What was changed, in words, and how the rulebook then reads."""

from __future__ import annotations

from forvm import text
from forvm.content import BY_KEY
from forvm.lab.report import words
from forvm.lab.report.blocks import Block, Prose, ReportSection, ReportTable
from forvm.lab.report.contrasts import MOST_CELLS
from forvm.lab.report.material import CellGames, Material
from forvm.lab.report.words import say
from forvm.lab.study.cell_tables import cells_frame
from forvm.lab.study.model import Study
from forvm.lab.study.no_effect import without_effect

MOST_CLAUSES = 24  # another edition rewrites half the rulebook


def section(material: Material) -> ReportSection:
    """The baseline, the factors, the settings and the clauses that read otherwise."""
    study = material.study
    blocks: list[Block] = [Prose(_baseline(study)), Prose(_design(study))]
    if study.factors:
        blocks.append(_factors(study))
    blocks += [Prose(say("changes.no_effect", reason=reason)) for reason in without_effect(study)]
    if 1 < len(material.cells) <= MOST_CELLS:
        blocks.append(_cells(material))
        clauses = _clauses(material)
        if clauses.rows:
            blocks += [clauses]
    elif len(material.cells) > MOST_CELLS:
        blocks.append(Prose(say("changes.many", count=len(material.cells))))
    games = {cell.number: 0 for cell in study.cells} | {one.cell.number: one.games for one in material.cells}
    return ReportSection("changes", say("changes.title"), blocks, {"cells": cells_frame(study, games)})


def _baseline(study: Study) -> str:
    cell = study.baseline
    told = say("changes.baseline", edition=cell.rules.name, players=cell.players, bots=words.lineup(cell.bots))
    if cell.changes:
        changes = "; ".join(words.setting(key, value) for key, value in cell.changes.items())
        told += " " + say("changes.house", changes=changes)
    return told


def _design(study: Study) -> str:
    kind = "none" if len(study.cells) == 1 else study.design.kind
    return say(f"designs.{kind}", points=len(study.points))


def _factors(study: Study) -> ReportTable:
    texts = text.load("parameters")
    rows = []
    for factor in study.factors:
        clause = str(texts[factor.key]["clause"]) if factor.key in BY_KEY else say("page.none")
        base = words.level(factor.key, study.baseline.values[factor.key])
        rows.append(
            (words.factor_name(factor.key), words.factor_range(factor), base, clause, words.factor_help(factor.key))
        )
    columns = [say(f"changes.{key}") for key in ("factor", "values", "usual", "clause", "meaning")]
    return ReportTable(columns, rows, words=5)


def _cells(material: Material) -> ReportTable:
    study = material.study
    rows = []
    for one in material.cells:
        cell = one.cell
        changed = words.apart(study, cell) if cell.number else ""
        name = words.cell_name(study, cell)
        told = changed if changed and changed != name else say("page.none")
        rows.append((name, told, words.lineup(cell.bots), f"{one.games:,}", _changed(material, one)))
    columns = [say(f"changes.{key}") for key in ("cell", "what", "bots", "games", "changed")]
    return ReportTable(columns, rows, say("changes.cells"), words=3)


def _changed(material: Material, one: CellGames) -> str:
    """In how many games with the same dice anything at all is different from the baseline."""
    if one is material.baseline or one.cell.players != material.baseline.cell.players:
        return say("page.none")
    changed, pairs = one.changed_from(material.baseline)
    told = say("changes.changed_of", changed=f"{changed:,}", pairs=f"{pairs:,}")
    first = one.first_change(material.baseline)
    return told if first is None else f"{told} {say('changes.first', action=first)}"


def _clauses(material: Material) -> ReportTable:
    """Each clause that reads otherwise, once for every way it reads."""
    study = material.study
    found: dict[tuple[str, str], tuple[words.ChangedClause, list[str]]] = {}
    for one in material.cells[1:]:
        for clause in words.changed_clauses(study.baseline.rules, one.cell.rules):
            found.setdefault((clause.id, clause.now), (clause, []))[1].append(words.cell_name(study, one.cell))
    rows = [
        (f"{clause.id} {clause.title}", clause.was, clause.now, "; ".join(cells))
        for clause, cells in list(found.values())[:MOST_CLAUSES]
    ]
    columns = [say(f"changes.{key}") for key in ("clause", "was", "now", "cell")]
    return ReportTable(columns, rows, say("changes.rulebook"), folded=len(rows) > 4, words=4)
