"""The scheme of games: how dice and seats follow from a game's number.

1. Streams of dice that collide between seeds. In `simulate` and `sweep` bots only rotate, so only one of their circular
   orders is played.
2. Streams of dice that do not collide (`forvm.engine.rng.seed_moment`). Bots play all their seatings in turn. Morris's
   trajectories step on the values of the factors, not on a grid of four, and Saltelli's sample is drawn at random, not
   from a Sobol sequence.

New games have the newest scheme. Files, folders and journals say which scheme their games have, and keep it when they
are resumed or replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from forvm.engine.rng import KEYED
from forvm.errors import ForvmError

SCHEME = 2


def read_scheme(values: Mapping[str, Any]) -> int:
    """The scheme that stored settings name; the first versions named none."""
    scheme = values.get("scheme", 1)
    if scheme not in range(1, SCHEME + 1):
        raise ForvmError(f"These games were played by a newer version of FORVM (scheme {scheme}): use that version.")
    return int(scheme)


def written_scheme(scheme: int) -> dict[str, int]:
    """What is added to stored settings: nothing for scheme 1, so that settings of the first versions stay the same."""
    return {"scheme": scheme} if scheme > 1 else {}


def stream_seed(seed: int, scheme: int) -> int:
    """A seed as the drivers of games take it, with the kind of streams in it."""
    return seed + KEYED if scheme > 1 else seed
