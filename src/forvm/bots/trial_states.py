"""The states that a bot tries moves on."""

from __future__ import annotations

from typing import Any

from forvm.engine.state import State

TRIALS = 3  # the position itself, a move tried on it, and a bargain that follows


class TrialStates(list[State]):
    """States in a row for plain rules. To assign one copies it, as compiled code does with records."""

    def __init__(self) -> None:
        super().__init__(State() for _ in range(TRIALS))

    def __setitem__(self, index: Any, state: Any) -> None:
        self[index].copy_from(state)
