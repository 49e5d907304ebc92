"""Action logs: the ids of all actions of a game, dice and cards included. A log replays its game exactly."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from forvm import bots
from forvm.bots.match import Match
from forvm.bots.program import bots_program
from forvm.engine.rng import mix
from forvm.game import Game
from forvm.lab.games.setting import Setting, seats_of
from forvm.lab.in_python import play_in_python
from forvm.lab.keyed_hash import keyed_hash
from forvm.lab.lineups import Lineup
from forvm.notation import SEATS

ActionLog = np.ndarray[Any, np.dtype[np.int64]]

_thread = threading.local()


def to_bytes(log: ActionLog) -> bytes:
    """A log as files store it: two bytes for each action, little-endian."""
    return log.astype("<u2").tobytes()


def from_bytes(written: bytes) -> ActionLog:
    """The log of such bytes."""
    return np.frombuffer(written, "<u2").astype(np.int64)


def action_logs_of(setting: Setting, first: int, count: int) -> list[ActionLog]:
    """The logs of games ``first`` … ``first + count - 1``."""
    if not setting.is_compiled:
        return [log_in_python(setting, game) for game in range(first, first + count)]
    if not setting.is_mixed:
        return _match(setting, setting.line_up).trails(setting.stream_seed, first, count)
    return [
        _match(setting, seats_of(setting, game)).trails(setting.stream_seed, game, 1)[0]
        for game in range(first, first + count)
    ]


def game_along(setting: Setting, number: int, log: ActionLog) -> Game:
    """The game of a log; its players have the names of seats and bots."""
    names = [f"{SEATS[seat]} {bot}"[:40] for seat, bot in enumerate(seats_of(setting, number))]
    game = Game(setting.rules, setting.players, names)
    for action in log.tolist():
        game.play(action)
    return game


def _match(setting: Setting, seats: tuple[str, ...]) -> Match:
    """The match of these bots. Each thread caches the matches of the setting that it played last."""
    if getattr(_thread, "setting", None) is not setting:
        _thread.setting, _thread.matches = setting, {}
    matches: dict[tuple[str, ...], Match] = _thread.matches
    if seats not in matches:
        recipes = [recipe for bot in seats if (recipe := bots.recipe(bot)) is not None]
        matches[seats] = Match(bots_program(), setting.rules.definition(setting.players), recipes)
    return matches[seats]


def log_in_python(setting: Setting, number: int) -> ActionLog:
    """The log of a game that Python plays move by move, with the same dice as the compiled game of its number."""
    seats = seats_of(setting, number)
    players = [bots.make(bot, seed=_seed(setting, number, seats, seat)) for seat, bot in enumerate(seats)]
    played = play_in_python(setting.rules, seats, players, setting.stream_seed, number, f"game {number}")
    return np.array([move.id for move in played.game.history], np.int64)


def _seed(setting: Setting, number: int, seats: Lineup, seat: int) -> int:
    """The seed of a bot. It depends on the bot's place in the line-up, not on its seat."""
    if setting.scheme == 1:
        return mix((mix(setting.seed) + number) * 64 + (seat + number) % setting.players)
    places = [place for place, bot in enumerate(setting.line_up) if bot == seats[seat]]
    return keyed_hash(setting.seed, number, places[seats[:seat].count(seats[seat])])
