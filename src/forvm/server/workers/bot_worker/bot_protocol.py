"""What the server asks a thinking process, and what it answers; one line of JSON each."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from forvm.server.games.game_setup import GameSetup

Task = Literal["choose", "explain", "chances"]


class BotRequest(Struct, frozen=True):
    """A question about a position: the game's setup and the moves that led there."""

    number: int
    task: Task
    game: str
    setup: GameSetup
    moves: list[int]
    seat: int
    bot: str


class Thought(Struct, frozen=True):
    """A move considered."""

    id: int
    chance: float
    reasons: list[str]


READY = 0  # the number of the first answer, to which there is no request


class BotAnswer(Struct, frozen=True):
    """The answer to a request: a move, moves considered, chances; or what went wrong. The first one says: ready."""

    number: int
    move: int | None = None
    thoughts: list[Thought] = []
    chances: list[float] = []
    seconds: float = 0.0  # of computing
    problem: str | None = None
