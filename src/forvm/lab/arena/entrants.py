"""The bots that are named: do they exist, and what are they made of?"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TextIO

from forvm import bots


def own_bots(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Make every bot once, so that a wrong name is told before any game; returns those that are not built in.

    Beside each stands a digest of its source: a study must not go on with a bot that has changed.
    """
    own = []
    for name in dict.fromkeys(names):
        with apart_from_results():
            bots.make(name, seed=0)
        if bots.recipe(name) is None:
            own.append((name, _source_digest(name.partition(":")[0])))
    return tuple(own)


def apart_from_results() -> redirect_stdout[TextIO]:
    """What bots print within goes to standard error, as it does in a worker: the output is for the tables alone."""
    return redirect_stdout(sys.stderr)


def _source_digest(module: str) -> str:
    file = getattr(sys.modules[module], "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:12] if file else ""
