"""The bots that are named: do they exist, and what are they made of?"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path

from forvm import bots
from forvm.content.parameters import did_you_mean
from forvm.errors import ForvmError


def own_bots(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Make every bot once, so that a wrong name is told before any game; returns those that are not built in.

    Beside each stands a digest of its source: a study must not go on with a bot that has changed.
    """
    own = []
    for name in dict.fromkeys(names):
        _make(name)
        if bots.recipe(name) is None:
            own.append((name, _source_digest(name.partition(":")[0])))
    return tuple(own)


def _make(name: str) -> None:
    stem, colon, _ = name.partition(":")
    hint = did_you_mean(stem, bots.RECIPES)
    if not colon and stem not in bots.RECIPES:
        raise ForvmError(f"There is no bot “{name}”.{hint} One of your own is named module:Class.")
    try:
        bots.make(name, seed=0)
    except ForvmError as error:
        raise ForvmError(f"{error}{hint if 'mean' in hint and stem not in bots.RECIPES else ''}") from error
    except Exception as error:
        raise ForvmError(f"The bot “{name}” cannot be made: {type(error).__name__}: {error}.") from error


def _source_digest(module: str) -> str:
    file = getattr(sys.modules[module], "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:12] if file else ""
