"""Games as trails: the ids of all that was played, dice and cards included, from which a game can be played again."""

from __future__ import annotations

import threading
import traceback
from typing import Any

import numpy as np

from forvm import bots
from forvm.bots.driver import MOST_DECISIONS, common_chance
from forvm.bots.match import Match
from forvm.bots.mind import Mind
from forvm.bots.program import bots_program
from forvm.engine.rng import mix
from forvm.engine.scratch import Scratch
from forvm.errors import ForvmError
from forvm.game import Game
from forvm.lab.games.setting import Setting, seats_of
from forvm.notation import SEATS
from forvm.notation.phases import CHANCE

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
        return [np.array(play_in_python(setting, game), np.int64) for game in range(first, first + count)]
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


def play_in_python(setting: Setting, number: int) -> list[int]:
    """A game move by move, with the dice that compiled games of the same number have."""
    seats = seats_of(setting, number)
    players = [bots.make(bot, seed=_seed(setting, number, seat)) for seat, bot in enumerate(seats)]
    game = Game(setting.rules, setting.players)
    mind, scratch = Mind(), Scratch()
    decisions = 0
    while (seat := game.to_act) is not None and decisions < MOST_DECISIONS:
        if seat == CHANCE:
            game.play(common_chance(game.state, game.definition, mind, scratch, setting.seed, number))
            continue
        try:
            game.play(players[seat].choose(game, seat))
        except Exception as error:
            raise _failed(seats, number, seat, game, error) from error
        decisions += 1
    return [played.id for played in game.history]


def _seed(setting: Setting, number: int, seat: int) -> int:
    """A bot's own seed. It goes with its place in the line-up, not with where it sits."""
    return mix((mix(setting.seed) + number) * 64 + (seat + number) % setting.players)


def _failed(seats: tuple[str, ...], number: int, seat: int, game: Game, error: Exception) -> ForvmError:
    """What is told when a bot breaks down or wants what it may not."""
    where = f"as seat {SEATS[seat]} of “{','.join(seats)}”, game {number}, turn {game.turn} ({game.phase})"
    if isinstance(error, ForvmError):
        return ForvmError(f"The bot “{seats[seat]}” cannot go on, {where}: {error}")
    place = traceback.extract_tb(error.__traceback__)[-1]
    return ForvmError(
        f"The bot “{seats[seat]}” broke down, {where}: {type(error).__name__}: {error} "
        f"({place.filename}, line {place.lineno})."
    )
