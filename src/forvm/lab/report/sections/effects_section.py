"""What the changes did."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby

import polars as pl

from forvm.lab.report import contrasts, words
from forvm.lab.report.blocks import Block, Bullets, Pictures, Prose, ReportSection, ReportTable
from forvm.lab.report.contrasts import Effect, opposites
from forvm.lab.report.findings import Findings
from forvm.lab.report.material import Material, estimated
from forvm.lab.report.plots import dots
from forvm.lab.report.plots.style import Picture
from forvm.lab.report.repeated import hidden
from forvm.lab.report.words import say
from forvm.lab.statistics import Estimate
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.study.design import SAMPLED
from forvm.lab.study.model import Factor

MOST_CROSSED_METRICS = 2  # that are drawn
FEWEST_VALUES = 3  # of a factor that is drawn as a curve


def section(material: Material, findings: Findings) -> ReportSection:
    """Differences to the baseline, with pictures and as a table."""
    effects = [one for one in findings.effects if one.contrast.kind in ("cell", "main")]
    data = {"estimates": _estimates(material)}
    if not effects:
        return ReportSection("effects", say("effects.title"), [Prose(say("effects.none"))], data)
    pictures = [
        dots.differences(metric, [effect for effect in effects if effect.metric is metric])
        for metric in material.metrics
    ]
    blocks: list[Block] = [
        Prose(say("effects.intro", comparisons=findings.comparisons)),
        *([Prose(say("effects.excess"))] if any(map(material.as_excess, material.metrics)) else []),
        *_hidden(findings),
        Pictures(pictures),
        _table(material, effects),
    ]
    return ReportSection(
        "effects", say("effects.title"), blocks, {"effects": contrasts.table(findings.effects), **data}
    )


def _hidden(findings: Findings) -> list[Block]:
    told = opposites(findings.effects)
    return [Bullets([hidden(one) for one in told])] if told else []


def crossed(material: Material, findings: Findings) -> ReportSection | None:
    """Simple effects and interactions, where factors are combined: do effects depend on the other factors?"""
    effects = [one for one in findings.effects if one.contrast.kind in ("simple", "interaction")]
    if not effects:
        return None
    pictures = [
        dots.crossing(metric, first.key, second.key, _lines(material, first, second, metric))
        for first, second in combinations(material.study.factors, 2)
        for metric in material.metrics[:MOST_CROSSED_METRICS]
    ]
    interactions = [one for one in effects if one.contrast.kind == "interaction"]
    standing = [one for one in interactions if one.told.differs]
    verdict = say("crossed.some", standing=len(standing), all=len(interactions)) if standing else say("crossed.nothing")
    blocks: list[Block] = [Prose(say("crossed.intro")), Prose(verdict), Pictures(pictures), _table(material, effects)]
    return ReportSection("crossed", say("crossed.title"), blocks)


def _lines(material: Material, first: Factor, second: Factor, metric: Metric) -> dict[str, list[tuple[str, Estimate]]]:
    """For each value of the second factor its line: the mean at each value of the first."""
    found = {}
    for other in second.levels:
        line = []
        for value in first.levels:
            cells = [
                one
                for one in material.cells
                if words.same(one.cell.values[first.key], value) and words.same(one.cell.values[second.key], other)
            ]
            if cells:
                told = estimated(material.over(cells, metric), material.kind(metric))
                line.append((words.level(first.key, value), told))
        found[words.level(second.key, other)] = line
    return found


def _table(material: Material, effects: Sequence[Effect]) -> ReportTable:
    base = words.cell_name(material.study, material.study.baseline)
    rows = []
    for effect in effects:
        metric, told, contrast = effect.metric, effect.told, effect.contrast
        label = contrast.label
        if contrast.against != base:
            label += f" ({say('effects.main', against=contrast.against)})"
        rows.append(
            (
                label,
                words.metric_name(metric),
                say("page.none") if contrast.kind == "interaction" else words.amount(metric, effect.variant),
                words.amount(metric, told.alone.value, signed=True),
                words.span(metric, told.alone.low, told.alone.high, signed=True),
                words.span(metric, told.low, told.high, signed=True),
                words.chance(told.p),
                say("page.yes") if told.differs else say("page.no"),
            )
        )
    keys = ("variant", "metric", "value", "difference", "interval", "wide", "p", "verdict")
    return ReportTable([say(f"effects.{key}") for key in keys], rows, say("effects.table"), folded=True, words=2)


def _estimates(material: Material) -> pl.DataFrame:
    rows = []
    for one in material.cells:
        for metric in material.metrics:
            told = estimated(one.sample(metric), metric.kind)
            rows.append(
                {
                    "cell": one.cell.number,
                    "name": words.cell_name(material.study, one.cell),
                    "metric": metric.id,
                    "value": told.value,
                    "low": told.low,
                    "high": told.high,
                    "games": one.games,
                }
            )
    return pl.DataFrame(rows)


def curves(material: Material) -> ReportSection | None:
    """Quantities over the values of each factor that is a number; none if no factor has values enough."""
    pictures: list[Picture] = []
    sampled = material.study.design.kind in SAMPLED
    for factor in material.study.factors:
        if factor.is_number and len(factor.levels) >= FEWEST_VALUES:
            pictures += [(_cloud if sampled else _curve)(material, factor.key, metric) for metric in material.metrics]
    if not pictures:
        return None
    intro = Prose(say("curves.sampled" if sampled else "curves.intro"))
    return ReportSection("curves", say("curves.title"), [intro, Pictures(pictures)])


def _curve(material: Material, factor: str, metric: Metric) -> Picture:
    """Of the cells that differ from the baseline in this factor alone, or all where factors are combined."""
    base = material.study.baseline.values
    combined = material.study.design.kind == "all"
    cells = [
        one
        for one in material.cells
        if combined or all(words.same(one.cell.values[key], base[key]) for key in base if key != factor)
    ]
    groups = {
        value: estimated(material.over(list(group), metric), material.kind(metric))
        for value, group in groupby(
            sorted(cells, key=lambda one: _number(one.cell.values[factor])),
            key=lambda one: _number(one.cell.values[factor]),
        )
    }
    return dots.curve(metric, factor, list(groups), list(groups.values()), _number(base[factor]))


def _cloud(material: Material, factor: str, metric: Metric) -> Picture:
    values = [_number(one.cell.values[factor]) for one in material.cells]
    return dots.cloud(metric, factor, values, [material.sample(one, metric).mean for one in material.cells])


def _number(value: object) -> float:
    assert isinstance(value, int)
    return float(value)
