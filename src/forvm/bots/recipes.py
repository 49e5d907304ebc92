"""Bots by name: what each built-in bot is made of, and how a word such as ``search:sims=5000`` is read."""

from __future__ import annotations

import importlib
import inspect
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from multiprocessing import parent_process
from pathlib import Path
from traceback import walk_tb
from typing import Any

from forvm.bots.bot import GreedyBot, RandomBot, SearchBot
from forvm.bots.characters import CHARACTERS, judgement
from forvm.bots.restrictions import RESTRICTIONS
from forvm.bots.weights import REACH_LIMIT, Weights
from forvm.content.parameters import did_you_mean
from forvm.errors import ForvmError
from forvm.game import Bot


@dataclass(frozen=True)
class Recipe:
    """What a built-in bot is made of: without a character it is random, without a budget it looks one move ahead."""

    name: str
    character: str | None = "greedy"
    temperature: float = 0.0  # how readily it takes a worse move
    horizon: int = REACH_LIMIT  # how many links ahead its agents look
    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    without: int = 0  # what it leaves alone: bits of restrictions.py

    def weights(self) -> Weights:
        """Returns what it seeks, one move ahead."""
        weights = CHARACTERS[self.character or "greedy"]()
        weights.temperature = self.temperature
        weights.without = self.without
        weights.delay[self.horizon + 1 :] = [0.0] * (REACH_LIMIT - self.horizon)
        return weights

    def judgement(self) -> Weights:
        """Returns how its search evaluates positions: by what wins, or for a character by what it seeks."""
        return judgement() if self.character == "greedy" else self.weights()

    def bot(self, seed: int | None) -> Bot:
        """Makes the bot."""
        if self.character is None:
            return RandomBot(seed, self.without)
        if self.simulations is None and self.seconds is None:
            return GreedyBot(self.weights(), seed)
        return SearchBot(self.weights(), self.judgement(), self.simulations, self.seconds, self.threads, seed)


_RECIPES = (
    # Levels for people.
    Recipe("tiro", temperature=0.3, horizon=1),
    Recipe("quaestor", temperature=0.15, horizon=2),
    Recipe("aedile", temperature=0.065),
    Recipe("praetor"),
    Recipe("consul", simulations=20_000, threads=2),
    # Strategies for studies.
    Recipe("random", character=None),
    Recipe("greedy"),
    *(Recipe(name, character=name) for name in CHARACTERS if name != "greedy"),
    Recipe("search", simulations=5000),
)
RECIPES = {recipe.name: recipe for recipe in _RECIPES}
LEVELS = ("tiro", "quaestor", "aedile", "praetor", "consul")
NAMES = tuple(name for name in RECIPES if name != "random")

_OPTIONS: dict[str, Callable[[str], Any]] = {
    "sims": int,
    "seconds": float,
    "threads": int,
    "temperature": float,
    "horizon": int,
    "character": str,
    "without": str,
}
_BOUNDS: dict[str, tuple[float, float]] = {
    "sims": (1, 100_000),  # a tree has room for them, with dice and cards
    "seconds": (0.001, 600),
    "threads": (1, 64),
    "temperature": (0, 100),
    "horizon": (0, REACH_LIMIT),
}
# Options that had other names in earlier versions. The old names stay valid: records, studies and arenas hold them.
RENAMED = {"whim": "temperature", "sight": "horizon"}


class RenamedOption(FutureWarning):
    """A bot was given an option by its old name."""


def recipe(spec: str) -> Recipe | None:
    """What a word such as ``search:sims=5000,threads=2`` means; None if it does not begin with a built-in name."""
    name, _, options = spec.partition(":")
    if name not in RECIPES:
        return None
    made = RECIPES[name]
    given = [option.partition("=") for option in filter(None, options.split(","))]
    names = [_current_name(spec, key.strip()) for key, _, _ in given]
    if made.character is None and set(names) - {"without"}:
        raise ForvmError(f"“{spec}”: random takes any legal move, and has no option but without.")
    for name, (_, _, value) in zip(names, given, strict=True):
        made = _with(made, spec, name, value.strip())
    _check(made, spec, set(names))
    return replace(made, name=spec)


def _current_name(spec: str, name: str) -> str:
    """Returns what an option is called now, and tells the user if they gave its old name.

    Only the first process tells it: its workers read the same words again.
    """
    if name not in RENAMED:
        return name
    if parent_process() is None:
        told = f"“{spec}”: the option {name} is called {RENAMED[name]} now. The old name still works."
        warnings.warn(told, RenamedOption, stacklevel=1)  # from one place, so that Python shows it once
    return RENAMED[name]


def _check(made: Recipe, spec: str, given: set[str]) -> None:
    """Refuses options that would change nothing: the user who gives one expects something of it."""
    searches = made.simulations is not None or made.seconds is not None
    if searches and "temperature" in given:
        raise ForvmError(f"“{spec}”: temperature is for bots that look one move ahead, and this one searches.")
    if made.threads > 1 and not searches:
        raise ForvmError(f"“{spec}”: threads are for bots that search: give it sims or seconds as well.")


def _with(made: Recipe, spec: str, key: str, value: str) -> Recipe:
    if key not in _OPTIONS:
        raise ForvmError(f"“{spec}”: a bot has no option “{key}”. The options are {', '.join(_OPTIONS)}.")
    try:
        read = _OPTIONS[key](value)
    except ValueError:
        raise ForvmError(f"“{spec}”: {key} must be a number, not “{value}”, as in search:sims=5000.") from None
    if key == "without":
        return replace(made, without=_restrictions(spec, value))
    if key == "character":
        if read not in CHARACTERS:
            raise ForvmError(f"“{spec}”: there is no character “{read}”. There are {', '.join(CHARACTERS)}.")
    else:
        least, most = _BOUNDS[key]
        if not least <= read <= most:
            raise ForvmError(f"“{spec}”: {key} must be from {least:,} to {most:,}, not {value}.")
    if key == "sims":
        return replace(made, simulations=read, seconds=None)
    if key == "seconds":
        return replace(made, simulations=None, seconds=read)
    return replace(made, **{key: read})


def _restrictions(spec: str, value: str) -> int:
    """What a bot leaves alone, as bits, from words such as ``oust+give``."""
    bits = 0
    for word in (part.strip() for part in value.split("+")):
        if word not in RESTRICTIONS:
            known = ", ".join(RESTRICTIONS)
            raise ForvmError(f"“{spec}”: a bot can play without {known}, as in greedy:without=oust+give, not “{word}”.")
        bits |= RESTRICTIONS[word]
    return bits


def restricted(spec: str, words: str) -> str:
    """A bot that leaves more alone: ``restricted("search:sims=9", "oust+give")``.

    >>> restricted("search:sims=9", "oust+give")
    'search:sims=9,without=oust+give'
    """
    if recipe(spec) is None:
        raise ForvmError(f"“{spec}” is a bot of your own: only built-in bots can play without {words}.")
    name, _, options = spec.partition(":")
    given = [option for option in options.split(",") if option]
    already = [option.partition("=")[2] for option in given if option.partition("=")[0].strip() == "without"]
    kept = [option for option in given if option.partition("=")[0].strip() != "without"]
    made = f"{name}:{','.join([*kept, 'without=' + '+'.join([*already, words])])}"
    recipe(made)
    return made


def make(spec: str, seed: int | None = None) -> Bot:
    """The bot that a word stands for: a name, a name with options, or ``module:Class`` for one of your own.

    A class of your own is called with the seed if it takes one.
    """
    built_in = recipe(spec)
    if built_in is not None:
        return built_in.bot(seed)
    module, colon, name = spec.partition(":")
    if not colon:
        raise ForvmError(
            f"There is no bot “{spec}”.{did_you_mean(spec, RECIPES)} One of your own is named module:Class."
        )
    return _own(spec, module, name, seed)


def _own(spec: str, module: str, name: str, seed: int | None) -> Bot:
    """Somebody's own bot; its module may lie in the working directory."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    bot = _called(spec, _loaded(spec, module, name), seed)
    if not callable(getattr(bot, "choose", None)):
        raise ForvmError(f"“{spec}” is no bot: it has no method choose(game, seat) that returns a legal move.")
    chosen: Bot = bot
    return chosen


def _loaded(spec: str, module: str, name: str) -> Any:
    """Somebody's class; whatever goes wrong on the way is told, with the place in their file."""
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        close = get_close_matches(module, RECIPES, n=1)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise ForvmError(f"The bot “{spec}” cannot be loaded: {error}. It is named module:Class.{hint}") from error
    except Exception as error:
        raise ForvmError(f"The bot “{spec}” cannot be loaded: {told_with_place(error, module)}.") from error


def _called(spec: str, made: Any, seed: int | None) -> Any:
    """What somebody's class makes: with the seed if it takes one."""
    try:
        takes_seed = "seed" in inspect.signature(made).parameters
        return made(seed=seed) if takes_seed else made()
    except Exception as error:
        modules = spec.partition(":")[0], getattr(made, "__module__", "")
        raise ForvmError(f"The bot “{spec}” cannot be made: {told_with_place(error, *modules)}.") from error


def told_with_place(error: BaseException, *modules: str) -> str:
    """An error in somebody's code, and where it is in their modules.

    It may have come to light in a library or with us, but there is nothing to mend there: so without a place of theirs
    none is told. A syntax error says itself where it is.
    """
    told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    places = [
        f"{frame.f_code.co_filename}, line {line}"
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_globals.get("__name__") in modules
    ]
    return f"{told} ({places[-1]})" if places and not isinstance(error, SyntaxError) else told
