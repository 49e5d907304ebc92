"""Writes the file of a study."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import tomli_w

from forvm.errors import ForvmError

_QUOTED = re.compile(r'(?m)^(\[*(?:\w+\.)*)"(\w+(?:\.\w+)+)"')


def write(data: Mapping[str, Any]) -> str:
    """Returns a study as TOML. The data is what `forvm.lab.study.load` takes in place of a file.

    >>> print(write({"format": 1, "id": "x", "factors": {"oust.cost": [100], "players": {"from": 3, "to": 4}}}))
    format = 1
    id = "x"
    <BLANKLINE>
    [factors]
    oust.cost = [
        100,
    ]
    <BLANKLINE>
    [factors.players]
    from = 3
    to = 4
    <BLANKLINE>
    """
    try:
        text = tomli_w.dumps(data)
    except TypeError as error:
        raise ForvmError(
            f"A study holds numbers, texts, true and false, and lists and tables of them: {error}."
        ) from None
    # A dotted key needs no quotes. Its line begins with it, and no text goes over several lines.
    return _QUOTED.sub(r"\1\2", text)
