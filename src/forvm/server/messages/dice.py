"""Dice that can be checked: what is published before a game, and what is laid open after it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Entropy(Struct, frozen=True):
    """What somebody added to the dice before the game began."""

    name: str
    text: str


class Seal(Struct, frozen=True):
    """What is known of the dice from the beginning: the commitment to the secret, and what people added."""

    game: str  # the game's name in every draw
    commitment: str
    entropy: list[Entropy]


class Draw(Struct, frozen=True):
    """A die or a card: the number of its event, what it could have been with which weights, and what it was.

    Of family cards that are dealt hidden, ``outcomes``, ``weights`` and ``shows`` are empty until the game is over.
    """

    number: int
    position: int  # moves that stand after it
    kind: Literal["die", "card", "child"]
    seat: int  # for whom
    outcomes: list[str]
    weights: list[int]
    shows: str
    stands: bool  # false if it was taken back


class DiceCount(Struct, frozen=True):
    """How often something came up, and how often one would expect it to."""

    kind: Literal["die", "card", "child"]
    shows: str
    seen: int
    expected: float


class SeatDice(Struct, frozen=True):
    """A player's dice: how often each number of pips came up, and their mean."""

    seat: int
    faces: list[int]
    mean: float | None


class DiceReport(Struct, frozen=True):
    """The dice of a game. GET /api/games/{id}/dice, /api/replays/{id}/dice.

    ``seal`` is null for games that were begun before there was one; ``secret`` is null until the game is over.
    ``checked`` says whether every draw follows from the secret, null if that cannot be said; ``trouble`` says which
    does not.
    """

    seal: Seal | None
    secret: str | None
    draws: list[Draw]
    counts: list[DiceCount]
    seats: list[SeatDice]
    checked: bool | None
    trouble: str | None
