"""How much a server lets its visitors run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LabLimits:
    """What one machine can bear. The defaults are for one's own; ``PUBLIC`` is for a server that strangers use."""

    most_games: int = 20_000  # of each side of an experiment
    runs_at_once: int = 4
    runs_of_an_address: int = 4
    runs_kept: int = 8  # those included that are over, each a process with its games
    abandoned_after: float = 120.0  # seconds without anybody watching: then it stops playing
    forgotten_after: float = 3600.0  # and then what it found is thrown away


PUBLIC = LabLimits(
    most_games=5_000,
    runs_at_once=2,
    runs_of_an_address=1,
    runs_kept=6,
    abandoned_after=30.0,
    forgotten_after=900.0,
)
