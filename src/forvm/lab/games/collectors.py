"""Columns by functions of the user's own: ``--collect module:function``.

A function gets every finished game, replayed move by move with all its events, and returns numbers by name. It runs as
a part of this program, so only the one who starts the program may name it: never the page.
"""

from __future__ import annotations

import importlib
import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from forvm import bots
from forvm.bots.recipes import told_with_place
from forvm.content import Rules
from forvm.errors import ForvmError
from forvm.game import Game, play_out

MOST_COLUMNS = 100
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")

Function = Callable[[Game], Mapping[str, float]]


class Collector(NamedTuple):
    """A function of the user's own, as ``module:function``, and the names of what it returns."""

    word: str
    names: tuple[str, ...]


def collectors_of(words: Sequence[str], rules: Rules, players: int, taken: Sequence[str]) -> tuple[Collector, ...]:
    """The functions of such words. Each is called once, for a random game: its names are the columns from then on."""
    if not words:
        return ()
    game = Game(rules, players)
    play_out(game, [bots.make("random", seed=seat) for seat in range(players)])
    found: list[Collector] = []
    for word in dict.fromkeys(words):
        names: tuple[Any, ...] = tuple(_called(word, game, "a random game"))
        before = {*taken, *(name for one in found for name in one.names)}
        for name in names:
            if not isinstance(name, str) or not _NAME.fullmatch(name):
                raise ForvmError(f"{word} names a column {name!r:.50}: names have small letters, digits and _.")
            if name in before:
                raise ForvmError(f"{word} names a column {name}, which games have already: choose another name.")
        if not 1 <= len(names) <= MOST_COLUMNS:
            raise ForvmError(f"{word} returned {len(names)} columns: it should be 1 to {MOST_COLUMNS}.")
        found.append(Collector(word, names))
    return tuple(found)


def collected(collectors: Sequence[Collector], games: Sequence[tuple[int, Game]]) -> pl.DataFrame:
    """What the functions return for numbered games, as columns of numbers."""
    columns: dict[str, list[float]] = {}
    for collector in collectors:
        for name in collector.names:
            columns[name] = []
        for number, game in games:
            told = _called(collector.word, game, f"game {number}")
            if set(told) != set(collector.names):
                raise ForvmError(
                    f"{collector.word} returned {', '.join(map(str, told))} for game {number}, and "
                    f"{', '.join(collector.names)} for the first one: the names must be the same for every game."
                )
            for name in collector.names:
                columns[name].append(_number(collector.word, name, told[name], number))
    return pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.Float64))


def _number(word: str, name: str, value: object, game: int) -> float:
    if value is None:
        return math.nan
    if isinstance(value, int | float):
        return float(value)
    raise ForvmError(f"{word} returned {value!r:.50} as {name} of game {game}: it should be a number, or None.")


def _called(word: str, game: Game, which: str) -> Mapping[str, Any]:
    """What a function returns; whatever goes wrong in it is told, with the place in its file."""
    function, module = _loaded(word), word.partition(":")[0]
    with redirect_stdout(sys.stderr):  # standard output is for results
        try:
            told = function(game)
        except Exception as error:
            raise ForvmError(f"{word} broke down on {which}: {told_with_place(error, module)}.") from error
    if not isinstance(told, Mapping):
        raise ForvmError(f'{word} returned {told!r:.50}: it should be numbers by name, as in {{"weddings": 3}}.')
    return told


@cache
def _loaded(word: str) -> Function:
    module, _, name = word.partition(":")
    if not module or not name:
        raise ForvmError(f"A function of your own is named module:function, not “{word:.60}”.")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        with redirect_stdout(sys.stderr):
            found = getattr(importlib.import_module(module), name)
    except Exception as error:
        raise ForvmError(f"“{word}” cannot be loaded: {told_with_place(error, module)}.") from error
    if not callable(found):
        raise ForvmError(f"“{word}” is no function: it should take a finished game and return numbers by name.")
    function: Function = found
    return function
