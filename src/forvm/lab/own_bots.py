"""Checks the bots that are named, and takes a digest of the source of those that are not built in."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TextIO

from forvm import bots


def own_bots(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Make every bot once, so that a wrong name is an error before any game. Returns those that are not built in.

    Each comes with a digest of its source: a study must not be resumed with a bot that has changed.
    """
    own = []
    for name in dict.fromkeys(names):
        with apart_from_results():
            bots.make(name, seed=0)
        if bots.recipe(name) is None:
            own.append((name, source_digest(name)))
    return tuple(own)


def apart_from_results() -> redirect_stdout[TextIO]:
    """Send what bots print to standard error, as in a worker: standard output is for the tables."""
    return redirect_stdout(sys.stderr)


def source_digest(name: str) -> str:
    """A digest of the source of a bot or function that is named ``module:name``."""
    file = getattr(sys.modules[name.partition(":")[0]], "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:12] if file else ""
