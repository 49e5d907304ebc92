"""Games as trails: the ids of all that was played, dice and cards included, from which a game can be played again."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from forvm import bots
from forvm.bots.match import Match
from forvm.bots.program import bots_program
from forvm.engine.rng import mix
from forvm.lab.games.setting import Setting, seats_of
from forvm.lab.in_python import play_in_python

Trail = np.ndarray[Any, np.dtype[np.int64]]

_thread = threading.local()


def to_bytes(trail: Trail) -> bytes:
    """A trail as a file keeps it: two bytes a move, the lower one first."""
    return trail.astype("<u2").tobytes()


def from_bytes(written: bytes) -> Trail:
    """The trail that such bytes stand for."""
    return np.frombuffer(written, "<u2").astype(np.int64)


def trails_of(setting: Setting, first: int, count: int) -> list[Trail]:
    """The trails of games ``first`` … ``first + count - 1``."""
    if not setting.is_compiled:
        return [trail_in_python(setting, game) for game in range(first, first + count)]
    if not setting.is_mixed:
        return _match(setting, setting.line_up).trails(setting.seed, first, count)
    return [
        _match(setting, seats_of(setting, game)).trails(setting.seed, game, 1)[0]
        for game in range(first, first + count)
    ]


def _match(setting: Setting, seats: tuple[str, ...]) -> Match:
    """The match of these bots; each thread keeps those of the setting that it played last."""
    if getattr(_thread, "setting", None) is not setting:
        _thread.setting, _thread.matches = setting, {}
    matches: dict[tuple[str, ...], Match] = _thread.matches
    if seats not in matches:
        recipes = [recipe for bot in seats if (recipe := bots.recipe(bot)) is not None]
        matches[seats] = Match(bots_program(), setting.rules.definition(setting.players), recipes)
    return matches[seats]


def trail_in_python(setting: Setting, number: int) -> Trail:
    """The trail of a game that is played move by move, with the dice that compiled games of its number have."""
    seats = seats_of(setting, number)
    players = [bots.make(bot, seed=_seed(setting, number, seat)) for seat, bot in enumerate(seats)]
    played = play_in_python(setting.rules, seats, players, setting.seed, number, f"game {number}")
    return np.array([move.id for move in played.game.history], np.int64)


def _seed(setting: Setting, number: int, seat: int) -> int:
    """A bot's own seed. It goes with its place in the line-up, not with where it sits."""
    return mix((mix(setting.seed) + number) * 64 + (seat + number) % setting.players)
