"""``forvm replay``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from forvm.cli.words import option
from forvm.game import Game
from forvm.terminal.replay import Replay, tell_all
from forvm.terminal.screen import Screen


def replay(
    file: Annotated[Path, Parameter(help=option("replay", "file"))],
    *,
    moves: Annotated[bool, Parameter(help=option("replay", "moves"), negative=())] = False,
) -> int:
    """Step through a record, or print it all."""
    game = Game.load(file)
    if moves:
        tell_all(game, Screen())
    else:
        Replay(game, Screen()).run()
    return 0
