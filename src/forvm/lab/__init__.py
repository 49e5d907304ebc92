"""The laboratory: plays many games and analyses them.

>>> from forvm import lab
>>> lab.simulate("forvm", bots="merchant,greedy", games=8)["turns"].mean() > 5
True
"""

from typing import TYPE_CHECKING, Any

from forvm.lab.arena.contest import arena
from forvm.lab.simulation import simulate

if TYPE_CHECKING:
    from forvm.lab.study.sweeping import sweep

__all__ = ["arena", "simulate", "sweep"]


def __getattr__(name: str) -> Any:
    """Studies need more packages than the rest, so they are imported on first use."""
    if name == "sweep":
        from forvm.lab.study.sweeping import sweep

        return sweep
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
