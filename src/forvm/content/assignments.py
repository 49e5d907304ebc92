"""Parameters set in words, as on the command line: ``oust.cost=100``."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from forvm.content.loading import from_overrides
from forvm.content.parameters import BY_KEY, LONGEST_HINTED, Parameter, Value
from forvm.content.ruleset import Rules
from forvm.content.toml_bounds import LONGEST_WORD
from forvm.errors import ContentError

_FLAGS = {"true": True, "yes": True, "false": False, "no": False}
_LONGEST_NAME = 60  # of rules, as everywhere


def with_assignments(rules: Rules, assignments: Sequence[str]) -> Rules:
    """The same rules with some parameters set.

    >>> from forvm import content
    >>> with_assignments(content.load("forvm"), ["oust.cost=100"]).overrides
    {'oust.cost': 100}
    """
    changes = read_assignments(assignments)
    if not changes:
        return rules
    told = ", ".join(f"{key} = {written(value)}" for key, value in changes.items())
    name = f"{rules.name} ({told})"
    return from_overrides(
        rules.edition,
        {**rules.overrides, **changes},
        board=rules.board,
        deck=rules.deck,
        id=rules.id,
        name=name if len(name) <= _LONGEST_NAME else f"{rules.name} ({len(changes)} changes)"[:_LONGEST_NAME],
        description=rules.description,
    )


def read_assignments(assignments: Sequence[str]) -> dict[str, Value]:
    """The values that such words set, each checked by itself.

    >>> read_assignments(["trade.boost=25,50,75", "alliance.repaid=no"])
    {'trade.boost': (25, 50, 75), 'alliance.repaid': False}
    """
    values: dict[str, Value] = {}
    for assignment in assignments:
        key, equals, word = (part.strip() for part in assignment.partition("="))
        if not equals or not key or not word:
            raise ContentError(f"A parameter is set as in oust.cost=100, not “{assignment[:LONGEST_WORD]}”.")
        if key not in BY_KEY:
            raise ContentError(_unknown(key))
        if key in values:
            raise ContentError(f"{key} is set twice.")
        values[key] = _value(BY_KEY[key], word)
    return values


def written(value: Value) -> str:
    """A value as it is written after the sign of equality.

    >>> written(True), written((25, 50))
    ('true', '25,50')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _value(parameter: Parameter, word: str) -> Value:
    value: object = word.strip("\"'")
    if parameter.kind == "flag":
        value = _FLAGS.get(word.lower(), word)
    elif parameter.kind == "number":
        value = _whole(word)
    elif parameter.kind == "list":
        value = tuple(_whole(part) for part in word.strip("[]").split(","))
    if wrong := parameter.problem(value):
        raise ContentError(f"{parameter.key} {wrong}, not “{word[:LONGEST_WORD]}”.")
    assert isinstance(value, bool | int | str | tuple)
    return value


def _whole(word: str) -> int | str:
    word = word.strip()
    return int(word) if re.fullmatch(r"-?\d{1,12}", word, re.ASCII) else word


def _unknown(key: str) -> str:
    """There is no such parameter: which ones are near?"""
    within = [known for known in BY_KEY if known.startswith(f"{key}.")]
    if within:
        return f"{key} is a section, not a parameter: it holds {', '.join(within)}."
    near = difflib.get_close_matches(key[:LONGEST_HINTED].lower(), BY_KEY, n=3, cutoff=0.5)
    near = near or [known for known in BY_KEY if known.startswith(f"{key.partition('.')[0]}.")]
    hint = f" The nearest are: {', '.join(near)}." if near else ""
    return f"There is no parameter {key[:LONGEST_WORD]}.{hint} `forvm rules parameters` lists all of them."
