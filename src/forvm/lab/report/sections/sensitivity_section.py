"""Which rules matter most, where the design was made for that question."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import polars as pl

from forvm.lab.report import words
from forvm.lab.report.blocks import Block, Pictures, Prose, ReportSection
from forvm.lab.report.material import Material
from forvm.lab.report.plots import bars
from forvm.lab.report.words import say
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.statistics.sensitivity import FEWEST_POINTS, Index, indices
from forvm.lab.study.design import SAMPLED

Found = list[tuple[Metric, list[Index]]]


def measure(material: Material) -> Found:
    """The indices of every metric that varies at all; none where the design has none or is not played to its end."""
    study = material.study
    played = {one.cell.number: one for one in material.cells}
    if study.design.kind not in SAMPLED or any(point.cell not in played for point in study.points):
        return []
    factors = [factor.key for factor in study.factors]
    places = [point.place for point in study.points]
    found = []
    for metric in material.metrics:
        means = {number: one.sample(metric).mean for number, one in played.items()}
        told = indices(study.design.kind, factors, places, [means[point.cell] for point in study.points])
        if told:
            found.append((metric, told))
    return found


def section(material: Material, found: Found) -> ReportSection | None:
    """The indices as pictures; nothing for designs that were not drawn by chance."""
    kind = material.study.design.kind
    if kind not in SAMPLED:
        return None
    if not found:
        return ReportSection(
            "matters", say("sensitivity.title"), [Prose(say("sensitivity.none", fewest=FEWEST_POINTS))]
        )
    pictures = [bars.importance(metric, kind, told) for metric, told in found]
    blocks: list[Block] = [Prose(say(f"sensitivity.{kind}")), Pictures(pictures)]
    noise = _noise(material, found[0][0])
    blocks.append(
        Prose(say("sensitivity.noise", metric=words.metric_name(found[0][0]), noise=words.percent(min(noise, 1.0))))
    )
    rows = [{"metric": metric.id, **asdict(index)} for metric, told in found for index in told]
    return ReportSection("matters", say("sensitivity.title"), blocks, {"sensitivity": pl.DataFrame(rows)})


def matters(found: Found) -> str | None:
    """The most important factor for the first metric, as a sentence."""
    if not found:
        return None
    metric, told = found[0]
    best = max(told, key=lambda one: one.total if one.total is not None else one.first or 0.0)
    return say("brief.matters", metric=words.metric_name(metric), factor=words.factor_name(best.factor))


def _noise(material: Material, metric: Metric) -> float:
    """How much of the variance between cells is due to their having had a limited number of games."""
    samples = [one.sample(metric) for one in material.cells]
    between = float(np.var([sample.mean for sample in samples], ddof=1))
    return float(np.mean([sample.variance() for sample in samples])) / between if between else 1.0
