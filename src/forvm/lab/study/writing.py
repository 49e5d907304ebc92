"""A study's file, written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from forvm.notation.embedding import quoted, toml_value


def write(data: Mapping[str, Any]) -> str:
    """A study as TOML, from what `forvm.lab.study.load` takes in place of a file.

    >>> print(write({"format": 1, "id": "x", "factors": {"oust.cost": [100], "players": {"from": 3, "to": 4}}}))
    format = 1
    id = "x"
    <BLANKLINE>
    [factors]
    oust.cost = [100]
    players = { from = 3, to = 4 }
    <BLANKLINE>
    """
    top = [f"{_key(key)} = {_value(value)}" for key, value in data.items() if not _is_section(value)]
    lines = [*top, ""]
    for key, value in data.items():
        if isinstance(value, Mapping):
            lines += [f"[{_key(key)}]", *_pairs(value), ""]
        elif _is_section(value):
            for table in value:
                lines += [f"[[{_key(key)}]]", *_pairs(table), ""]
    return "\n".join(lines)


def _is_section(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list | tuple) and bool(value) and isinstance(value[0], Mapping)
    )


def _pairs(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        name = prefix + _key(key)
        if isinstance(value, Mapping) and not set(value) & {"from", "to"}:
            yield from _pairs(value, f"{name}.")
        else:
            yield f"{name} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_value(inner)}' for key, inner in value.items())} }}"
    return toml_value(value)


def _key(key: str) -> str:
    """A key, bare where TOML allows it; dots part it, as everywhere in this project."""
    return ".".join(part if re.fullmatch(r"[A-Za-z0-9_-]+", part) else quoted(part) for part in key.split("."))
