"""Reads the factors or variants of a study, and checks each value."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forvm.content import Rules
from forvm.content.document import Document, shown
from forvm.content.toml_positions import KeyPath
from forvm.errors import ForvmError
from forvm.lab.study.levels import RANGE, check_key, example, leaves, level, limits
from forvm.lab.study.model import Factor, Level


def read_factors(document: Document, rules: Rules, folder: Path) -> dict[Factor, KeyPath]:
    """The factors of a document, and where each stands; whatever is wrong is noted."""
    table = document.data.get("factors", {})
    if not isinstance(table, dict):
        document.problem(("factors",), f"factors must be a section with a line for each factor, not {shown(table)}.")
        return {}
    found: dict[Factor, KeyPath] = {}
    for path, key, value in leaves(table, ("factors",)):
        if key in [factor.key for factor in found]:
            document.problem(path, f"{key} is given twice.")
        elif check_key(document, path, key, rules) and (levels := _levels(document, path, key, value, folder)):
            found[Factor(key, levels)] = path
    return found


def read_changes(
    document: Document,
    table: Mapping[str, Any],
    path: KeyPath,
    rules: Rules,
    folder: Path,
    header: tuple[str, ...] = (),
) -> dict[str, Level]:
    """The single values that the baseline or a variant sets."""
    values: dict[str, Level] = {}
    for here, key, value in leaves({name: value for name, value in table.items() if name not in header}, path):
        if key in values:
            document.problem(here, f"{key} is given twice.")
        elif check_key(document, here, key, rules, header):
            try:
                values[key] = level(key, value, folder)
            except ForvmError as error:
                document.problem(here, str(error))
    return values


def _levels(document: Document, path: KeyPath, key: str, value: Any, folder: Path) -> tuple[Level, ...]:
    if isinstance(value, dict):
        return _range(document, path, key, value)
    if not isinstance(value, list) or not value:
        wrong = "is empty" if value == [] else f"must be a list of values, not {shown(value)}"
        document.problem(path, f"{key} {wrong}: as in {example(key)}.")
        return ()
    levels: list[Level] = []
    for place, one in enumerate(value):
        try:
            made = level(key, one, folder)
        except ForvmError as error:
            document.problem((*path, place), str(error))
            continue
        # To Python true and 1 are the same.
        if any(made == other and type(made) is type(other) for other in levels):
            document.problem((*path, place), f"{shown(one)} is named twice.")
        levels.append(made)
    return tuple(levels)


def _range(document: Document, path: KeyPath, key: str, table: Mapping[str, Any]) -> tuple[Level, ...]:
    document.known_keys(table, path, RANGE)
    bounds = limits(key)
    if bounds is None:
        document.problem(path, f"{key} has no range, as its values are no numbers: list them, as in {example(key)}.")
        return ()
    first = document.number(table, path, "from", *bounds)
    last = document.number(table, path, "to", *bounds)
    step = document.number(table, path, "step", 1, max(bounds)) if "step" in table else 1
    if document.has_problem(path):
        return ()
    if first > last:
        document.problem(path, f"The range of {key} is empty: it goes from {first} to {last}. Exchange the two.")
    return tuple(range(first, last + 1, step))
