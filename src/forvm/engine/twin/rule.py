"""The mark of a rule: a plain function that can also be compiled.

``@rule`` leaves the function as it is and remembers it. The compiler later hands it to Numba with the one signature
that its annotations stand for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

# What a rule may take besides records and numbers; the text is the type that compiled code sees. Compiled code counts
# references to arrays at every call, so what is passed often belongs into a record (see ``scratch``).
Numbers = Annotated[list[int], "int64[::1]"]
Floats = Annotated[list[float], "float64[::1]"]
Buffer = Annotated[Any, "uint8[::1]"]  # the bytes of a record

# Every rule, and whether it vanishes when compiled.
RULES: dict[Callable[..., Any], bool] = {}


def rule(function: F) -> F:
    """Mark a function as a rule."""
    RULES[function] = False
    return function


def plain_only(function: F) -> F:
    """Mark a rule that does something only in plain games: compiled, it is empty."""
    RULES[function] = True
    return function
