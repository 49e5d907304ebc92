"""Scratch paper: the states that a bot tries moves on.

They lie in a record of their own: compiled code counts references to arrays at every call, to records never.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forvm.engine.state import State

if TYPE_CHECKING:
    import numpy as np

SHEETS = 3  # the position itself, a move tried on it, and a bargain that follows


class Sheets(list[State]):
    """States in a row for plain rules: assigning one copies it, as compiled code does with records."""

    def __setitem__(self, index: Any, state: Any) -> None:
        self[index].copy_from(state)


class Paper:
    """The sheets; the first holds the position under consideration."""

    def __init__(self) -> None:
        self.sheet = Sheets(State() for _ in range(SHEETS))

    @staticmethod
    def dtype() -> np.dtype[Any]:
        """The NumPy record type that compiled code writes on."""
        import numpy as np

        return np.dtype([("sheet", State.dtype(), (SHEETS,))])

    @classmethod
    def new_buffer(cls) -> np.ndarray[Any, Any]:
        """Blank sheets in the form in which they are handed to compiled code."""
        import numpy as np

        return np.zeros(1, cls.dtype()).view(np.uint8)
