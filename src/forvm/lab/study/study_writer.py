"""Writes the file of a study."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli_w


def write(data: Mapping[str, Any]) -> str:
    """Returns a study as TOML. The data is what `forvm.lab.study.load` takes in place of a file.

    >>> print(write({"format": 1, "id": "x", "factors": {"oust.cost": [100], "players": {"from": 3, "to": 4}}}))
    format = 1
    id = "x"
    <BLANKLINE>
    [factors.oust]
    cost = [
        100,
    ]
    <BLANKLINE>
    [factors.players]
    from = 3
    to = 4
    <BLANKLINE>
    """
    return tomli_w.dumps(_nested(data))


def _nested(data: Mapping[str, Any]) -> dict[str, Any]:
    """Splits keys at their dots: ``oust.cost`` is the key ``cost`` of the table ``oust``."""
    nested: dict[str, Any] = {}
    for key, value in data.items():
        *tables, last = key.split(".")
        inner = nested
        for table in tables:
            inner = inner.setdefault(table, {})
        if isinstance(value, Mapping):
            inner.setdefault(last, {}).update(_nested(value))
        elif isinstance(value, list | tuple):
            inner[last] = [_nested(one) if isinstance(one, Mapping) else one for one in value]
        else:
            inner[last] = value
    return nested
