"""The bots that can take a seat, and what they are asked for."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Protocol

from forvm.game import Dice, Game, Move
from forvm.server.errors import ServerError
from forvm.server.messages.http import BotKind

ADVISER = "tiro"


class Considered(NamedTuple):
    """A move that a bot looked at."""

    id: int
    chance: float
    reasons: list[str]


class Brain(Protocol):
    def choose(self, game: Game, seat: int) -> Move: ...


class RandomBrain:
    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def choose(self, game: Game, seat: int) -> Move:
        moves = game.legal()
        useful = [move for move in moves if move.kind not in ("propose", "counter", "end")] or moves
        return useful[self.dice.below(len(useful))]


def catalogue() -> list[BotKind]:
    """Every bot, weakest first."""
    return [BotKind("tiro", "Tiro", "A beginner.", "level")]


def check_bot(bot: str) -> None:
    """Refuse a bot that there is not."""
    known = [kind.id for kind in catalogue()]
    if bot not in known:
        raise ServerError("unknown", f"There is no bot “{bot[:40]}”. There are: {', '.join(known)}.")


@lru_cache(maxsize=64)
def brain(bot: str, seed: int) -> Brain:
    return RandomBrain(seed)


def explain(game: Game, seat: int) -> list[Considered]:
    moves = game.legal()[:5]
    return [Considered(move.id, 0.25, [move.describe()]) for move in moves]


def chances(game: Game, seat: int) -> list[float]:
    n = len(game.names)
    return [1 / n] * n


def prepare() -> None:
    """Begin compiling."""
