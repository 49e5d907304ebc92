"""Replays the game of a row."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from forvm._version import __version__
from forvm.errors import ForvmError
from forvm.game import Game
from forvm.lab.bot_sources import use_bots_of
from forvm.lab.games import partitions
from forvm.lab.games.action_logs import action_logs_of, from_bytes, game_along
from forvm.lab.games.game_rows import prepare
from forvm.lab.games.parquet_output import ACTION_LOG, SETTING, VERSION, read_metadata
from forvm.lab.games.setting import Setting
from forvm.notation import SEATS

CHECKED = ("winners", "turns", "moves")


def replay(setting: Setting, number: int) -> Game:
    """Play a game of a setting again."""
    prepare()
    return game_along(setting, number, action_logs_of(setting, number, 1)[0])


def replay_row(path: Path, number: int) -> Game:
    """Replay the game of a row of a Parquet file or folder."""
    file = partitions.file_with(path, number)
    use_bots_of(file.parent.parent)
    metadata = read_metadata(file)
    setting = Setting.from_text(metadata[SETTING])
    rows = pl.scan_parquet(file)
    kept = ACTION_LOG in rows.collect_schema()
    try:
        row = rows.filter(pl.col("game") == number).select(*CHECKED, *([ACTION_LOG] if kept else [])).collect()
    except (pl.exceptions.PolarsError, OSError) as error:
        raise ForvmError(f"{file} is damaged ({error}).") from None
    if not row.height:
        every = pl.scan_parquet(partitions.files_of(path))
        least, most = every.select(least=pl.col("game").min(), most=pl.col("game").max()).collect().row(0)
        raise ForvmError(f"{path} has no game {number}: its games are numbered from {least} to {most}.")
    told = row.row(0, named=True)
    game = game_along(setting, number, from_bytes(told[ACTION_LOG])) if kept else replay(setting, number)
    outcome = game.outcome
    winners = "".join(SEATS[seat] for seat in outcome.winners) if outcome else ""
    if (winners, game.turn, len(game.history)) != tuple(told[name] for name in CHECKED):
        raise ForvmError(
            f"Game {number} of {path} comes out otherwise than its row says. The file was made by FORVM "
            f"{metadata.get(VERSION, 'of an unknown version')}, this is {__version__}: bots may have learned since. "
            "Use that version to see the game."
        )
    return game
