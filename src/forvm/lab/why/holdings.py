"""Who holds which markets half-way through the games of a study, and who wins them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from forvm.engine.limits import PLAYERS
from forvm.lab.games.action_logs import action_logs_of
from forvm.lab.games.setting import Setting
from forvm.lab.why.moments import after_turn
from forvm.lab.why.seat_accounts import Floats
from forvm.notation import SEATS

AT_ONCE = 250


@dataclass(frozen=True)
class Holdings:
    """Games after the same turn, their players in order of play: whoever began comes first."""

    turn: int
    games: NDArray[np.int64]
    won: Floats  # games × places: shares of the victory, at the end
    held: Floats  # games × places × markets: 1 where a horreum stands
    value: Floats  # what these horrea pay in a trade without information
    prestige: Floats
    money: Floats


def holdings(setting: Setting, rows: pl.DataFrame) -> Holdings:
    """Of the games in these rows, those that last longer than half of the median game."""
    turn = int(rows["turns"].median() or 0) // 2  # type: ignore[arg-type]
    pieces = [_part(setting, rows[at : at + AT_ONCE], turn) for at in range(0, rows.height, AT_ONCE)]
    columns = [np.concatenate(column) for column in zip(*pieces, strict=True)]
    return Holdings(turn, *columns)


def _part(setting: Setting, rows: pl.DataFrame, turn: int) -> tuple[NDArray[np.int64] | Floats, ...]:
    first, players = int(rows["game"][0]), setting.players
    logs = action_logs_of(setting, first, rows.height)
    tallies = after_turn(setting, first, logs, turn).tallies
    going_on = (rows["turns"] > turn).to_numpy() & (rows["ending"] != "given_up").to_numpy()
    order = (tallies["starter"][:, None].astype(np.int64) + np.arange(players)) % players
    markets = len(setting.rules.board.markets)
    bits = tallies["horrea"][:, None, :markets] >> np.arange(players)[None, :, None]
    held = (bits & 1).astype(np.float64)
    won = rows.select(f"won_{letter}" for letter in SEATS[:players]).to_numpy().astype(np.float64)
    seats = (won, held, _values(setting, held), tallies["prestige"][:, :players], tallies["money"][:, :players])
    in_order = (
        np.take_along_axis(column, order if column.ndim == 2 else order[:, :, None], axis=1)[going_on].astype(
            np.float64
        )
        for column in seats
    )
    return rows["game"].to_numpy()[going_on], *in_order


def _values(setting: Setting, held: Floats) -> Floats:
    """The value of everyone's horrea: that of a market depends on how many have one there (BOARD-4)."""
    markets = held.shape[2]
    paid = np.array(setting.rules.definition(setting.players).value, np.float64).reshape(-1, PLAYERS)
    owners = np.maximum(held.sum(axis=1).astype(np.int64), 1)
    each = paid[np.arange(markets)[None, :], owners - 1]
    return np.asarray(np.einsum("gpm,gm->gp", held, each))
