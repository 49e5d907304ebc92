"""FORVM: Trade Empires of Rome, the board game by Shawn Graham, Tom Brughmans and Iza Romanowska.

>>> import forvm
>>> game = forvm.Game("forvm", players=4)
>>> game.to_act == forvm.CHANCE
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from forvm._version import __version__

if TYPE_CHECKING:
    from forvm import content
    from forvm.errors import (
        AmbiguousMove,
        ContentError,
        ForvmError,
        IllegalMove,
        MalformedMove,
        MoveError,
        RecordError,
    )
    from forvm.game import (
        CHANCE,
        Bot,
        Dice,
        Event,
        Game,
        Move,
        Outcome,
        Played,
        Player,
        TradeLine,
        play_out,
    )
    from forvm.notation import state_digest

__all__ = [
    "CHANCE",
    "AmbiguousMove",
    "Bot",
    "ContentError",
    "Dice",
    "Event",
    "ForvmError",
    "Game",
    "IllegalMove",
    "MalformedMove",
    "Move",
    "MoveError",
    "Outcome",
    "Played",
    "Player",
    "RecordError",
    "TradeLine",
    "__version__",
    "content",
    "play_out",
    "state_digest",
]

_ERRORS = (
    "AmbiguousMove",
    "ContentError",
    "ForvmError",
    "IllegalMove",
    "MalformedMove",
    "MoveError",
    "RecordError",
)


if not TYPE_CHECKING:  # so that a type checker still finds misspelt names

    def __getattr__(name: str) -> Any:
        """Load a public name when it is first asked for, so that ``import forvm`` costs next to nothing."""
        if name not in __all__:
            raise AttributeError(f"module 'forvm' has no attribute {name!r}")
        if name == "content":
            return import_module("forvm.content")
        home = "errors" if name in _ERRORS else "notation" if name == "state_digest" else "game"
        value = getattr(import_module(f"forvm.{home}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
