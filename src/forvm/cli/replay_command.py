"""``forvm replay``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from forvm.cli.cli_text import option
from forvm.errors import ForvmError
from forvm.game import Game
from forvm.lab import simulation
from forvm.terminal.replay_viewer import ReplayViewer, tell_all
from forvm.terminal.screen import Screen


def replay(
    file: Annotated[Path, Parameter(help=option("replay", "file"))],
    *,
    game: Annotated[int | None, Parameter(help=option("replay", "game"))] = None,
    moves: Annotated[bool, Parameter(help=option("replay", "moves"), negative=())] = False,
    verify: Annotated[bool, Parameter(help=option("replay", "verify"), negative=())] = False,
    commitment: Annotated[str | None, Parameter(help=option("replay", "commitment"))] = None,
    seal: Annotated[str | None, Parameter(help=option("replay", "seal"))] = None,
) -> int:
    """Step through a record, print it all, or check its dice."""
    if verify:
        from forvm.cli.verify import verify_file

        return verify_file(file, commitment, seal)
    if commitment is not None or seal is not None:
        given = "--commitment" if seal is None else "--seal"
        raise ForvmError(f"{given} is compared when dice are checked: add --verify.")
    played = _from_row(file, game) if file.suffix == ".parquet" or game is not None else Game.load(file)
    if moves:
        tell_all(played, Screen())
    else:
        ReplayViewer(played, Screen()).run()
    return 0


def _from_row(file: Path, number: int | None) -> Game:
    """A game of a table of games, played again."""
    if number is None:
        raise ForvmError(f"{file} holds many games: say which one, as in forvm replay {file} --game 0.")
    simulation.require_packages()
    from forvm.lab.games.row_replay import replay_row

    return replay_row(file, number)
