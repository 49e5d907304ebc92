"""What the changes did, and what comes first on the page: the same in a few sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import polars as pl

from forvm.lab.report import contrasts, words
from forvm.lab.report.blocks import Block, Bullets, Pictures, Prose, ReportSection, ReportTable
from forvm.lab.report.contrasts import Effect
from forvm.lab.report.material import Material
from forvm.lab.report.plots import dots
from forvm.lab.report.plots.style import Picture
from forvm.lab.report.words import say
from forvm.lab.statistics import Estimate, estimate
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.statistics.win_shares import seats, strategies
from forvm.lab.study.design import SAMPLED

MOST_TOLD = 5
FEWEST_VALUES = 3  # of a factor that is drawn as a curve


def section(material: Material, effects: Sequence[Effect]) -> ReportSection:
    """Differences to the baseline, with pictures and as a table."""
    data = {"estimates": _estimates(material)}
    if not effects:
        return ReportSection("effects", say("effects.title"), [Prose(say("effects.none"))], data)
    pictures = [
        dots.differences(metric, [effect for effect in effects if effect.metric is metric])
        for metric in material.metrics
    ]
    blocks: list[Block] = [
        Prose(say("effects.intro", comparisons=len(effects))),
        Pictures(pictures),
        _table(material, effects),
    ]
    return ReportSection("effects", say("effects.title"), blocks, {"effects": contrasts.table(effects), **data})


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
                words.amount(metric, effect.variant),
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
            told = estimate(one.sample(metric), metric.kind)
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


def brief(material: Material, effects: Sequence[Effect], matters: str | None) -> Bullets:
    """The most important in a few sentences."""
    told = [*_told_effects(material, effects)]
    if matters:
        told.append(matters)
    turns = next((metric for metric in material.metrics if metric.id == "turns"), None)
    if turns is not None:
        length = estimate(material.baseline.sample(turns))
        told.append(
            say("brief.length", turns=words.plain(length.value), interval=words.span(turns, length.low, length.high))
        )
    told.append(_told_seats(material))
    best = strategies(material.baseline.rows, material.baseline.game)
    if best:
        told.append(
            say(
                "brief.strategy",
                bot=best[0].bot,
                share=_share(best[0].share),
                fair=words.percent(best[0].fair),
            )
        )
    return Bullets(told)


def _told_effects(material: Material, effects: Sequence[Effect]) -> list[str]:
    if material.study.design.kind in SAMPLED:
        return [say("brief.sampled")]
    if not effects:
        return [say("brief.baseline_alone")]
    # What the study asks about first comes first.
    importance = {metric: place for place, metric in enumerate(material.metrics)}
    standing = sorted(
        (effect for effect in effects if effect.told.differs),
        key=lambda effect: (importance[effect.metric], -_strength(effect)),
    )
    if not standing:
        return [say("brief.nothing")]
    told = [
        say(
            "brief.effect",
            variant=effect.contrast.label,
            metric=words.metric_name(effect.metric),
            change=words.amount(effect.metric, effect.told.alone.value, signed=True),
            interval=words.span(effect.metric, effect.told.alone.low, effect.told.alone.high, signed=True),
        )
        for effect in standing[:MOST_TOLD]
    ]
    if len(standing) > MOST_TOLD:
        told.append(say("brief.more", count=len(standing) - MOST_TOLD))
    return told


def _strength(effect: Effect) -> float:
    """How many half-widths of its interval a difference is away from zero."""
    half = (effect.told.alone.high - effect.told.alone.low) / 2
    return abs(effect.told.alone.value) / half if half else float("inf")


def _told_seats(material: Material) -> str:
    told = seats(material.baseline.rows, material.baseline.game)
    if told.p >= 0.05:
        return say("brief.seats_even")
    return say(
        "brief.seats_uneven",
        first=_share(told.shares[0]),
        last=_share(told.shares[-1]),
        fair=words.percent(told.fair),
    )


def _share(told: Estimate) -> str:
    return f"{words.percent(told.value)} ({100 * told.low:.1f} to {100 * told.high:.1f})"


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
        value: contrasts.pool(list(group), metric)
        for value, group in groupby(
            sorted(cells, key=lambda one: _number(one.cell.values[factor])),
            key=lambda one: _number(one.cell.values[factor]),
        )
    }
    told = [estimate(sample, metric.kind) for sample in groups.values()]
    return dots.curve(metric, factor, list(groups), told, _number(base[factor]))


def _cloud(material: Material, factor: str, metric: Metric) -> Picture:
    values = [_number(one.cell.values[factor]) for one in material.cells]
    return dots.cloud(metric, factor, values, [one.sample(metric).mean for one in material.cells])


def _number(value: object) -> float:
    assert isinstance(value, int)
    return float(value)
