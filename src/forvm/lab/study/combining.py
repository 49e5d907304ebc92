"""Combines factors by a design into the cells of a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from forvm.content.document import Document, shown
from forvm.content.toml_positions import KeyPath
from forvm.errors import ForvmError
from forvm.lab.study import design as designs
from forvm.lab.study.cells import CellMaker, Misfit, baseline_value
from forvm.lab.study.model import Cell, Design, Factor, Level, Point

MOST_CELLS = 20_000

Variants = Sequence[tuple[str, Mapping[str, Level]]]


def combine(
    document: Document,
    maker: CellMaker,
    factors: Sequence[Factor],
    variants: Variants,
    design: Design,
    seed: int,
    paths: Mapping[str, KeyPath],
    scheme: int,
) -> tuple[tuple[Cell, ...], tuple[Point, ...]]:
    """The cells, the baseline first, and the points of a design that is sampled; what does not fit is noted."""
    cells = _Cells(document, maker, factors, paths)
    if not cells.found:
        return (), ()
    if design.kind == "variants":
        for place, (name, changes) in enumerate(variants):
            cells.add(changes, ("variants", place), name)
        return tuple(cells.found), ()
    count = designs.size(design, factors)
    if count > MOST_CELLS * (1 if design.kind not in designs.SAMPLED else 10):
        document.problem(
            ("design",) if "design" in document.data else ("factors",),
            f"{count:,} combinations are too many: at most {MOST_CELLS:,} can be played. Choose fewer values, a step "
            f'for ranges, or a design that samples them ("latin_hypercube", "sobol", "morris") with fewer points.',
        )
        return (), ()
    if design.kind == "one_at_a_time":
        for factor in factors:
            for level in factor.levels:
                cells.add({factor.key: level}, paths[factor.key])
        return tuple(cells.found), ()
    if design.kind == "all":
        for choice in designs.all_combinations(factors) if factors else ():
            cells.add(_chosen(factors, choice), ("factors",))
        return tuple(cells.found), ()
    points = []
    for number, (where, choice) in enumerate(designs.sample(design, factors, seed, scheme)):
        points.append(Point(number, cells.add(_chosen(factors, choice), ("factors",)), where))
        if document.has_problem(()):
            break
    return tuple(cells.found), tuple(points)


def _chosen(factors: Sequence[Factor], choice: Sequence[int]) -> dict[str, Level]:
    return {factor.key: factor.levels[number] for factor, number in zip(factors, choice, strict=True)}


class _Cells:
    """The cells so far. Values that come to the same setting share a cell."""

    def __init__(
        self, document: Document, maker: CellMaker, factors: Sequence[Factor], paths: Mapping[str, KeyPath]
    ) -> None:
        self.found: list[Cell] = []
        self._document = document
        self._maker = maker
        self._paths = paths
        self._by_setting: dict[Any, int] = {}
        self._by_values: dict[Any, int] = {}
        self._own: dict[str, Level] = {}
        try:
            bare = maker.cell(0, {})
        except ForvmError as error:
            key = error.key if isinstance(error, Misfit) else None
            path = ("baseline", *key.split(".")) if key else ("baseline",)
            document.problem(path, f"The baseline cannot be played: {error}")
            return
        self._own = {factor.key: baseline_value(bare, factor.key) for factor in factors}
        self.found.append(Cell(0, "", self._own, bare.edition, bare.changes, bare.rules, bare.players, bare.bots))
        self._by_setting[_setting(bare)] = 0

    def add(self, values: Mapping[str, Level], path: KeyPath, name: str = "") -> int:
        """The number of the cell with these values."""
        key = tuple((type(value), value) for value in values.values()), tuple(values)
        if not name and key in self._by_values:
            return self._by_values[key]
        try:
            made = self._maker.cell(len(self.found), values, name)
        except ForvmError as error:
            blamed = error.key if isinstance(error, Misfit) else None
            where = (
                self._paths[blamed] if blamed is not None and blamed in self._paths and path[0] == "factors" else path
            )
            self._document.problem(where, f"{described(values)}: {error}")
            return 0
        number = self._by_setting.setdefault(_setting(made), made.number)
        if number == made.number:
            complete = {**self._own, **values}
            self.found.append(
                Cell(number, name, complete, made.edition, made.changes, made.rules, made.players, made.bots)
            )
        self._by_values[key] = number
        return number


def _setting(cell: Cell) -> tuple[str, int, tuple[str, ...]]:
    return cell.rules.digest(), cell.players, cell.bots


def described(values: Mapping[str, Level]) -> str:
    """Values in words.

    >>> described({"oust.cost": 100, "bots": ("merchant", "greedy")})
    'With oust.cost = 100 and bots = ["merchant", "greedy"]'
    """
    if not values:
        return "As in the baseline"
    return "With " + " and ".join(f"{key} = {shown(value)}" for key, value in values.items())
