"""Dice that can be checked: what is published before a game, and what is laid open after it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Entropy(Struct, frozen=True):
    """What somebody added to the dice before the game began."""

    seat: int
    name: str
    text: str


class Seal(Struct, frozen=True):
    """What is known of the dice from the beginning: the commitment to the secret, and what people added."""

    game: str  # the game's name in every draw
    commitment: str
    entropy: list[Entropy]


class Draw(Struct, frozen=True):
    """A die or a card: the number of its event, what it could have been with which weights, and what it was.

    Family cards that are dealt hidden are left out until the game is over.
    """

    number: int  # Step.seq, and the event of the draw
    position: int  # moves that stand before it
    kind: Literal["die", "card", "child"]
    seat: int  # for whom
    outcomes: list[str]
    weights: list[int]
    shows: str


class DiceCount(Struct, frozen=True):
    """How often something came up, and how often one would expect it to."""

    shows: str
    seen: int
    expected: float


class DiceLuck(Struct, frozen=True):
    """All draws of a kind: what came up, and how probable it is that fair ones stray as far (null: too few to say)."""

    kind: Literal["die", "card", "child"]
    drawn: int
    counts: list[DiceCount]
    p: float | None


class SeatDice(Struct, frozen=True):
    """A player's dice: how often each number of pips came up, and their mean."""

    seat: int
    faces: list[int]
    mean: float | None


class DiceReport(Struct, frozen=True):
    """The dice of a game. GET /api/games/{id}/dice, /api/replays/{id}/dice.

    ``seal`` is null for games that were begun before there was one; ``secret`` is null until the game is over.
    ``checked`` says whether every draw follows from the secret, null while that cannot be said; ``verdict`` says so in
    words, and which does not.
    """

    seal: Seal | None
    secret: str | None
    draws: list[Draw]
    luck: list[DiceLuck]
    seats: list[SeatDice]
    checked: bool | None
    verdict: str | None
