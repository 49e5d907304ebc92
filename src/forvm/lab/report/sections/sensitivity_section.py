"""Which rules matter most, where the design was made for that question."""

from __future__ import annotations

import polars as pl

from forvm.lab.report import words
from forvm.lab.report.blocks import Block, Bullets, Pictures, Prose, ReportSection, ReportTable
from forvm.lab.report.findings import ERROR, Findings, Matters
from forvm.lab.report.material import Material
from forvm.lab.report.plots import bars
from forvm.lab.report.repeated import matters
from forvm.lab.report.words import say
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.statistics.sensitivity import FEWEST_POINTS, Index, Interval
from forvm.lab.study.design import SAMPLED

KINDS = ("total", "first", "mean")


def section(material: Material, findings: Findings) -> ReportSection | None:
    """The indices as pictures and a table; nothing for designs that were not drawn by chance."""
    kind = material.study.design.kind
    if kind not in SAMPLED:
        return None
    found = findings.matters
    if not found:
        told = say("sensitivity.none", **{name: FEWEST_POINTS[name] for name in SAMPLED})
        return ReportSection("matters", say("sensitivity.title"), [Prose(told)])
    pictures = [
        bars.importance(one.metric, kind, one.told.ranked, _floors(one, findings.threshold), ERROR) for one in found
    ]
    blocks: list[Block] = [
        Prose(say(f"sensitivity.{kind}")),
        Prose(say("sensitivity.floor", comparisons=findings.comparisons)),
        Bullets([f"{_above(one)} {matters(one)}" for one in found]),
        Pictures(pictures),
        _table(kind, found),
    ]
    rows = [
        {
            "metric": one.metric.id,
            "factor": index.factor,
            **_flat(index),
            "spread": index.spread,
            "floor": index.floor(findings.threshold),
            "p_holm": index.p,
            "above_floor": index.p < ERROR,
            "told_apart_from_first": index.factor not in (*one.rivals, one.told.ranked[0].factor),
        }
        for one in found
        for index in one.told.ranked
    ]
    return ReportSection("matters", say("sensitivity.title"), blocks, {"sensitivity": pl.DataFrame(rows)})


def _floors(found: Matters, threshold: float) -> list[float | None]:
    return [one.floor(threshold) for one in found.told.ranked]


def _above(found: Matters) -> str:
    metric, noise = words.metric_name(found.metric), words.percent(found.told.noise)
    if not found.above:
        return say("sensitivity.none_above", metric=metric, noise=noise)
    names = ", ".join(words.factor_name(one.factor) for one in found.above)
    return say("sensitivity.above", metric=metric, noise=noise, factors=names)


def _flat(index: Index) -> dict[str, float | None]:
    """The intervals of an index, as columns."""
    told: dict[str, float | None] = {}
    for kind in KINDS:
        one: Interval | None = getattr(index, kind)
        told |= {
            kind: one.value if one else None,
            f"{kind}_low": one.low if one else None,
            f"{kind}_high": one.high if one else None,
        }
    return told


def _table(kind: str, found: list[Matters]) -> ReportTable:
    shown = [name for name in KINDS if getattr(found[0].told.indices[0], name) is not None]
    rows = [
        (
            words.metric_name(one.metric),
            words.factor_name(index.factor),
            *(_written(kind, one.metric, getattr(index, name), signed=name == "mean") for name in shown),
            words.chance(index.p),
            say("page.yes") if index.p < ERROR else say("page.no"),
        )
        for one in found
        for index in one.told.ranked
    ]
    labels = {"total": "rms" if kind == "morris" else "total", "first": "first", "mean": "mean"}
    columns = [
        say(f"sensitivity.{key}") for key in ("metric", "factor", *(labels[name] for name in shown), "p", "stands")
    ]
    return ReportTable(columns, rows, folded=True, words=2)


def _written(kind: str, metric: Metric, told: Interval, *, signed: bool) -> str:
    scale = words.scale(metric) if kind == "morris" else 1
    value, low, high = (words.plain(scale * number, signed=signed) for number in (told.value, told.low, told.high))
    return f"{value} ({low} to {high})"
