"""What is compared with what.

Where the cells of a study are few, each is compared with the baseline. Where several factors are combined, each value
of a factor is also compared with the baseline's value of it, over all cells that have the one or the other, each cell
with the same weight: the others vary alike on both sides. The same is done at each value of every other factor
(simple effects), and what these differ by is compared too (interactions), so that opposite effects are not averaged
away. The points of a sampled design are compared by sensitivity indices instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import polars as pl

from forvm.lab.report import words
from forvm.lab.report.material import CellGames, Material
from forvm.lab.statistics import Comparison, Pair, weighted
from forvm.lab.statistics.game_metrics import Metric
from forvm.lab.study.design import SAMPLED
from forvm.lab.study.model import Factor

MOST_CELLS = 30  # more rows than that tell a reader nothing
MOST_CROSSED = 400  # of simple effects and interactions together
ContrastKind = Literal["cell", "main", "simple", "interaction"]
Cells = tuple[CellGames, ...]
Value = tuple[Factor, int]  # a factor and the number of one of its values


@dataclass(frozen=True)
class Contrast:
    """Two groups of cells, and in words what sets the first apart from the second.

    An interaction has two groups on either side, which are added up.
    """

    kind: ContrastKind
    label: str
    against: str
    variant: tuple[Cells, ...]
    baseline: tuple[Cells, ...]
    changed: Value | None = None
    given: Value | None = None

    def pair(self, material: Material, metric: Metric) -> Pair:
        """What is compared in a metric."""
        if len(self.variant) == 1:
            sides = [material.over(side[0], metric) for side in (self.variant, self.baseline)]
            return Pair(sides[0], sides[1], material.kind(metric))
        sums = [
            weighted([(1.0, material.over(cells, metric)) for cells in side]) for side in (self.variant, self.baseline)
        ]
        return Pair(sums[0], sums[1])


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
    found = _factorial(material) if study.design.kind == "all" and len(study.factors) > 1 else []
    if len(material.cells) <= MOST_CELLS:
        base = words.cell_name(study, study.baseline)
        found += [
            Contrast("cell", words.cell_name(study, one.cell), base, ((one,),), ((material.baseline,),))
            for one in material.cells[1:]
        ]
    return found


class _Grid:
    """The cells of a factorial design by the values that they have."""

    def __init__(self, material: Material) -> None:
        self.factors = material.study.factors
        # A baseline beside the grid has other values in several factors at once: it belongs to no side.
        self._places = [(one, [_level(one, factor) for factor in self.factors]) for one in material.cells]
        self._places = [(one, place) for one, place in self._places if None not in place]
        # What is compared with: the baseline's values, or the first where the baseline has none of them.
        self._base = {factor.key: _level(material.baseline, factor) or 0 for factor in self.factors}

    def with_values(self, *values: Value) -> Cells:
        """The cells that have all of these values."""
        at = [(self.factors.index(factor), level) for factor, level in values]
        return tuple(one for one, place in self._places if all(place[number] == level for number, level in at))

    def base(self, factor: Factor) -> Value:
        """The value that others are compared with."""
        return factor, self._base[factor.key]

    def others(self, factor: Factor) -> list[Value]:
        """All values but that one."""
        return [(factor, level) for level in range(len(factor.levels)) if level != self._base[factor.key]]


def _factorial(material: Material) -> list[Contrast]:
    """Main effects, then simple effects and interactions, unless these are too many."""
    grid = _Grid(material)
    main = [
        Contrast(
            "main",
            words.say("effects.averaged", setting=_named(value)),
            _named(grid.base(factor)),
            (grid.with_values(value),),
            (grid.with_values(grid.base(factor)),),
            changed=value,
        )
        for factor in grid.factors
        for value in grid.others(factor)
    ]
    crossed = [*_simple(grid), *_interactions(grid)]
    found = main + (crossed if len(crossed) <= MOST_CROSSED else [])
    return [one for one in found if all((*one.variant, *one.baseline))]


def _simple(grid: _Grid) -> list[Contrast]:
    return [
        Contrast(
            "simple",
            words.say("effects.given", setting=_named(value), given=_named((other, level))),
            _named(grid.base(factor)),
            (grid.with_values(value, (other, level)),),
            (grid.with_values(grid.base(factor), (other, level)),),
            changed=value,
            given=(other, level),
        )
        for factor in grid.factors
        for other in grid.factors
        if other is not factor
        for value in grid.others(factor)
        for level in range(len(other.levels))
    ]


def _interactions(grid: _Grid) -> list[Contrast]:
    """By how much more a value does where another factor is changed too."""
    return [
        Contrast(
            "interaction",
            words.say("effects.interaction", setting=_named(value), given=_named(other)),
            _named(grid.base(second)),
            (grid.with_values(value, other), grid.with_values(grid.base(first), grid.base(second))),
            (grid.with_values(value, grid.base(second)), grid.with_values(grid.base(first), other)),
            changed=value,
            given=other,
        )
        for first, second in combinations(grid.factors, 2)
        for value in grid.others(first)
        for other in grid.others(second)
    ]


def _named(value: Value) -> str:
    factor, level = value
    return words.setting(factor.key, factor.levels[level])


def _level(one: CellGames, factor: Factor) -> int | None:
    """Which of a factor's values a cell has."""
    own = one.cell.values[factor.key]
    return next((number for number, level in enumerate(factor.levels) if words.same(own, level)), None)


@dataclass(frozen=True)
class Opposite:
    """A main effect that hides two opposite ones, both of which stand."""

    main: Effect
    up: Effect
    down: Effect


def opposites(effects: Sequence[Effect]) -> list[Opposite]:
    """The main effects that must not be read alone."""
    found = []
    for main in effects:
        if main.contrast.kind != "main":
            continue
        simple = [
            one
            for one in effects
            if one.contrast.kind == "simple"
            and one.metric is main.metric
            and one.contrast.changed == main.contrast.changed
            and one.told.differs
        ]
        if simple:
            up, down = (choose(simple, key=_value) for choose in (max, min))
            if down.told.alone.value < 0 < up.told.alone.value:
                found.append(Opposite(main, up, down))
    return found


def _value(effect: Effect) -> float:
    return effect.told.alone.value


def table(effects: Sequence[Effect]) -> pl.DataFrame:
    """The effects as data."""
    return pl.DataFrame(
        [
            {
                "kind": one.contrast.kind,
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
