"""``forvm replay``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from forvm.cli.words import option
from forvm.errors import ForvmError
from forvm.game import Game
from forvm.terminal.replay import Replay, tell_all
from forvm.terminal.screen import Screen


def replay(
    file: Annotated[Path, Parameter(help=option("replay", "file"))],
    *,
    moves: Annotated[bool, Parameter(help=option("replay", "moves"), negative=())] = False,
    verify: Annotated[bool, Parameter(help=option("replay", "verify"), negative=())] = False,
    commitment: Annotated[str | None, Parameter(help=option("replay", "commitment"))] = None,
) -> int:
    """Step through a record, print it all, or check its dice."""
    if verify:
        from forvm.cli.verify import verify_file

        return verify_file(file, commitment)
    if commitment is not None:
        raise ForvmError("--commitment is compared when dice are checked: add --verify.")
    game = Game.load(file)
    if moves:
        tell_all(game, Screen())
    else:
        Replay(game, Screen()).run()
    return 0
