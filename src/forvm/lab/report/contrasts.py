"""What is compared with what.

Where the cells of a study are few, each is compared with the baseline. Where several factors are combined, each value
of a factor is also compared with the baseline's value of it, over all cells that have the one or the other: the others
vary alike on both sides. The points of a sampled design are compared by sensitivity indices instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from forvm.lab.report import words
from forvm.lab.report.material import CellGames, Material
from forvm.lab.statistics import Comparison, Pair, Sample, compare
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.study.design import SAMPLED
from forvm.lab.study.model import Factor

MOST_CELLS = 30  # more rows than that tell a reader nothing


@dataclass(frozen=True)
class Contrast:
    """Two groups of cells, and in words what sets the first apart from the second."""

    label: str
    against: str
    variant: tuple[CellGames, ...]
    baseline: tuple[CellGames, ...]


@dataclass(frozen=True)
class Effect:
    """What a contrast does to a metric."""

    contrast: Contrast
    metric: Metric
    baseline: float
    variant: float
    told: Comparison


def contrasts(material: Material) -> list[Contrast]:
    """All comparisons of a study; none if there is but a baseline or its points were drawn by chance."""
    study = material.study
    if study.design.kind in SAMPLED:
        return []
    found = _main(material) if study.design.kind == "all" and len(study.factors) > 1 else []
    if len(material.cells) <= MOST_CELLS:
        base = words.cell_name(study, study.baseline)
        found += [
            Contrast(words.cell_name(study, one.cell), base, (one,), (material.baseline,)) for one in material.cells[1:]
        ]
    return found


def _main(material: Material) -> list[Contrast]:
    """Each factor's values against the baseline's, or the first where the baseline has none of them."""
    factors = material.study.factors
    # A baseline beside the grid has other values in several factors at once: it belongs to no side.
    grid = [one for one in material.cells if all(_level(one, factor) is not None for factor in factors)]
    found = []
    for factor in factors:
        base = _level(material.baseline, factor) or 0
        sides = [tuple(one for one in grid if _level(one, factor) == level) for level in range(len(factor.levels))]
        against = words.setting(factor.key, factor.levels[base])
        found += [
            Contrast(_averaged(factor, level), against, side, sides[base])
            for level, side in enumerate(sides)
            if level != base and side and sides[base]
        ]
    return found


def _averaged(factor: Factor, level: int) -> str:
    return words.say("effects.averaged", setting=words.setting(factor.key, factor.levels[level]))


def _level(one: CellGames, factor: Factor) -> int | None:
    """Which of a factor's values a cell has."""
    own = one.cell.values[factor.key]
    return next((number for number, level in enumerate(factor.levels) if words.same(own, level)), None)


def effects(material: Material) -> list[Effect]:
    """Every contrast in every metric: one family of comparisons."""
    asked = [(contrast, metric) for contrast in contrasts(material) for metric in material.metrics]
    pairs = [
        Pair(pool(contrast.variant, metric), pool(contrast.baseline, metric), metric.kind) for contrast, metric in asked
    ]
    return [
        Effect(contrast, metric, pair.baseline.mean, pair.variant.mean, told)
        for (contrast, metric), pair, told in zip(asked, pairs, compare(pairs), strict=True)
    ]


def pool(cells: Sequence[CellGames], metric: Metric) -> Sample:
    """A metric over several cells, still by block: the same block occurs in each of them."""
    samples = [cell.sample(metric) for cell in cells]
    if len(samples) == 1:
        return samples[0]
    blocks, place = np.unique(np.concatenate([one.blocks for one in samples]), return_inverse=True)
    sums, counts = (
        np.bincount(place, np.concatenate(parts)).astype(np.float64)
        for parts in ([one.sums for one in samples], [one.counts for one in samples])
    )
    return Sample(blocks, sums, counts)


def table(effects: Sequence[Effect]) -> pl.DataFrame:
    """The effects as data."""
    return pl.DataFrame(
        [
            {
                "variant": one.contrast.label,
                "compared_with": one.contrast.against,
                "metric": one.metric.id,
                "baseline": one.baseline,
                "value": one.variant,
                "difference": one.told.alone.value,
                "low": one.told.alone.low,
                "high": one.told.alone.high,
                "simultaneous_low": one.told.low,
                "simultaneous_high": one.told.high,
                "p": one.told.alone.p,
                "p_holm": one.told.p,
                "differs": one.told.differs,
                "gain_by_common_dice": one.told.alone.gain,
            }
            for one in effects
        ]
    )
