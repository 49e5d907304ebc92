"""Plays games and counts their statistics. The result depends on the setting and the game numbers only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import polars as pl

from forvm.bots.program import bots_program
from forvm.engine.limits import PLAYERS
from forvm.engine.scratch import Scratch
from forvm.engine.twin.compiler import Program, compile_side_by_side
from forvm.lab.games.action_logs import ActionLog, action_logs_of, game_along
from forvm.lab.games.collectors import collected
from forvm.lab.games.columns import Batch, frame
from forvm.lab.games.setting import Setting
from forvm.lab.games.tally import TALLY, TURN_ROW, tally_entry, tally_program

TURNS = {"game": pl.Int64, "turn": pl.Int32, "seat": pl.Int8, "prestige": pl.Int32, "money": pl.Int64}
USUAL_TURNS = 64


def play(setting: Setting, first: int, count: int) -> pl.DataFrame:
    """Games ``first`` … ``first + count - 1``, a row each.

    The rows are the same whatever the batch, thread, process or machine; other threads can run meanwhile.
    """
    return _rows(count_logs(setting, first, action_logs_of(setting, first, count)))


def play_turns(setting: Setting, first: int, count: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The same games, and everyone's prestige and money at the end of each turn (0: before the first)."""
    logs = action_logs_of(setting, first, count)
    turns = np.zeros(USUAL_TURNS * count * TURN_ROW, np.int64)
    batch, rows = _counted(setting, first, logs, turns)
    if rows * TURN_ROW > len(turns):
        turns = np.zeros(rows * TURN_ROW, np.int64)
        batch, rows = _counted(setting, first, logs, turns)
    return _rows(batch), _turns(batch, turns[: rows * TURN_ROW].reshape(rows, 2, PLAYERS))


def count_logs(setting: Setting, first: int, logs: Sequence[ActionLog]) -> Batch:
    """Count games, or their beginnings, along logs that are there already."""
    return _counted(setting, first, logs, np.zeros(0, np.int64))[0]


def _rows(batch: Batch) -> pl.DataFrame:
    """Counted games as rows, with what functions of the user's own make of them."""
    rows, setting = frame(batch), batch.setting
    if not setting.collect:
        return rows
    numbered = zip(batch.numbers.tolist(), batch.logs, strict=True)
    games = [(number, game_along(setting, number, log)) for number, log in numbered]
    return rows.hstack(collected(setting.collect, games))


def programs() -> Sequence[Program]:
    """The compiled programs that playing needs."""
    return bots_program(), tally_program()


def prepare(report: Callable[[int, int], None] | None = None) -> None:
    """Compile what is not compiled yet, once for a version; ``report`` hears how much of how much is done."""
    compile_side_by_side([program for program in programs() if not program.is_ready()], report)


def _counted(setting: Setting, first: int, logs: Sequence[ActionLog], turns: ActionLog) -> tuple[Batch, int]:
    lengths = np.array([len(log) for log in logs], np.int64)
    tallies = np.zeros(len(logs), TALLY)
    rows = tally_program()[tally_entry](
        tallies.view(np.uint8),
        setting.rules.definition(setting.players).to_buffer(),
        Scratch().to_buffer(),
        np.concatenate(logs),
        lengths,
        turns,
    )
    numbers = np.arange(first, first + len(logs), dtype=np.int64)
    return Batch(setting, numbers, logs, tallies), int(rows)


def _turns(batch: Batch, standings: np.ndarray[Any, Any]) -> pl.DataFrame:
    """A row for each game, turn and seat."""
    players = batch.setting.players
    counts = batch.tallies["turn"].astype(np.int64) + 1
    begins = np.cumsum(counts) - counts
    turn = np.arange(len(standings)) - np.repeat(begins, counts)
    values = {
        "game": np.repeat(np.repeat(batch.numbers, counts), players),
        "turn": np.repeat(turn, players),
        "seat": np.tile(np.arange(players), len(standings)),
        "prestige": standings[:, 0, :players].ravel(),
        "money": standings[:, 1, :players].ravel(),
    }
    return pl.DataFrame(values, schema=TURNS)
