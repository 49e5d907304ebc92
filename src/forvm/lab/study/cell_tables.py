"""The cells and the design of a study as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from forvm.content.document import shown
from forvm.lab.study.cells import fill_seats
from forvm.lab.study.model import Cell, Factor, Level, Study


def cells_frame(study: Study, games: Mapping[int, int]) -> pl.DataFrame:
    """A row for each cell: what it is, what it has for every factor, and how many games it was given."""
    columns: dict[str, Any] = {
        "cell": [cell.number for cell in study.cells],
        "name": [cell.name for cell in study.cells],
        "rules": [cell.rules.id for cell in study.cells],
        "rules_digest": [cell.rules.digest() for cell in study.cells],
        "players": [cell.players for cell in study.cells],
        "bots": [", ".join(cell.bots) for cell in study.cells],
        "games": [games[cell.number] for cell in study.cells],
    }
    for factor in study.factors:
        columns[column_of(factor.key)] = [_value(factor, cell) for cell in study.cells]
    return pl.DataFrame(columns)


def design_frame(study: Study) -> pl.DataFrame | None:
    """A row for each point of a design that is sampled: its cell, and its place in the unit cube."""
    if not study.points:
        return None
    columns: dict[str, Any] = {
        "point": [point.number for point in study.points],
        "cell": [point.cell for point in study.points],
    }
    for number, factor in enumerate(study.factors):
        columns[column_of(factor.key)] = [point.place[number] for point in study.points]
    return pl.DataFrame(columns)


def column_of(key: str) -> str:
    """The name of a factor's column: apart from those that every table of cells or games has.

    >>> column_of("oust.cost"), column_of("bots")
    ('oust.cost', 'factor.bots')
    """
    return key if "." in key else f"factor.{key}"


def _value(factor: Factor, cell: Cell) -> int | bool | str:
    """What a cell has for a factor; a line-up always with a bot for each seat."""
    value = cell.values[factor.key]
    if factor.key == "bots" and isinstance(value, tuple):
        value = fill_seats(tuple(map(str, value)), cell.players)
    return _plain(factor, value)


def _plain(factor: Factor, value: Level) -> int | bool | str:
    """A value as a table holds it: numbers as numbers, the rest as it is written."""
    if isinstance(value, tuple):
        return shown(value)
    if isinstance(value, str) or factor.is_number or all(isinstance(level, bool) for level in factor.levels):
        return value
    return shown(value)
