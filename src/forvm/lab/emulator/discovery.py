"""Scenario discovery: where in a study's design are games of a certain kind frequent?

A box is looked for in two thirds of the points, and judged by the last third, which the search has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from forvm.errors import ForvmError
from forvm.lab.emulator.prim import Box, Choices, Restriction, box_of, choose, peel, quasi_p
from forvm.lab.emulator.surfaces import Floats

if TYPE_CHECKING:
    import polars as pl

    from forvm.lab.emulator.conditions import Condition
    from forvm.lab.study.model import Factor, Study

FEWEST_POINTS = 30
HELD_OUT = 3  # one point in so many
SEED = 1


@dataclass(frozen=True)
class Restricted:
    """A factor that the box restricts, to which values, and how often chance alone would do as well."""

    factor: Factor
    restriction: Restriction
    p: float


@dataclass(frozen=True)
class Discovery:
    """The box that was found. ``found`` is as the searched points show it, ``held_out`` as the others do."""

    study: Study
    condition: str
    points: int
    games: int
    overall: float  # the share of games of interest over the whole design
    found: Box
    held_out: Box
    restricted: tuple[Restricted, ...]
    way: tuple[Box, ...]  # all boxes of the search
    choices: Choices
    interest: Floats
    seen: tuple[bool, ...]


def discover(folder: str | Path, where: str) -> Discovery:
    """Look in a study's folder for the box in which games are as ``where`` says, as in ``turns > 25``."""
    from forvm.lab.emulator.conditions import Condition
    from forvm.lab.study import open_folder

    condition = Condition(where)
    opened = open_folder(folder)
    return discover_in(opened.study, opened.scan_cell, condition)


def discover_in(study: Study, scan: Callable[[int], pl.LazyFrame], condition: Condition) -> Discovery:
    """Look for the box in a study; ``scan`` gives the games of a cell by its number."""
    factors = study.factors
    if not factors or study.design.kind == "one_at_a_time":
        raise ForvmError(
            f"The study {study.id} has no design whose factors vary together, so no box can be looked for. Use "
            '[factors] with kind = "latin_hypercube" (or "all", "sobol") in [design].'
        )
    shares, games = _shares(study, scan, condition)
    cells = [point.cell for point in study.points] or list(range(len(study.cells)))
    used = [cell for cell in cells if cell in shares and _in_design(study, cell)]
    if len(used) < FEWEST_POINTS:
        raise ForvmError(
            f"{len(used)} points of {study.id} have been played: scenario discovery needs at least {FEWEST_POINTS}."
        )
    choices = np.array([_choice(study, cell) for cell in used], np.int64)
    interest = np.array([shares[cell] for cell in used])
    if not 0 < interest.mean() < 1:
        which = "No game" if interest.mean() == 0 else "Every game"
        raise ForvmError(f"{which} of {study.id} is as “{condition.text}” says, so there is no box to look for.")
    seen = _seen(used)
    way = peel(choices[seen], interest[seen], [factor.is_number for factor in factors])
    found = choose(way, choices[seen], interest[seen])
    held_out = box_of(found.restrictions, choices[~seen], interest[~seen])
    restricted = [
        Restricted(factors[one.factor], one, quasi_p(found, one, choices[~seen], interest[~seen]))
        for one in found.restrictions
    ]
    return Discovery(
        study,
        condition.text,
        len(used),
        games,
        float(interest.mean()),
        found,
        held_out,
        tuple(sorted(restricted, key=lambda one: one.p)),
        tuple(way),
        choices,
        interest,
        tuple(bool(one) for one in seen),
    )


def _shares(study: Study, scan: Callable[[int], pl.LazyFrame], condition: Condition) -> tuple[dict[int, float], int]:
    """The share of games of interest in every cell that has been played."""
    import polars as pl

    from forvm.lab.statistics.game_metrics import MeasuredGame

    shares, games = {}, 0
    for cell in study.cells:
        rows = scan(cell.number)
        if not rows.head(1).select("game").collect().height:
            continue
        wanted = condition.expression(MeasuredGame(cell.rules, cell.players)).cast(pl.Float64)
        share, count = rows.select(wanted.mean().alias("share"), pl.len()).collect().row(0)
        games += count
        if share is not None:
            shares[cell.number] = float(share)
    return shares, games


def _in_design(study: Study, cell: int) -> bool:
    return all(study.cells[cell].values[factor.key] in factor.levels for factor in study.factors)


def _choice(study: Study, cell: int) -> list[int]:
    return [factor.levels.index(study.cells[cell].values[factor.key]) for factor in study.factors]


def _seen(cells: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Two thirds of the points, drawn by lot. Points that share a cell stay together."""
    unique = sorted(set(cells))
    lot = np.random.default_rng(SEED).permutation(len(unique))
    held = {unique[place] for place in lot[: len(unique) // HELD_OUT]}
    return np.array([cell not in held for cell in cells], np.bool_)
