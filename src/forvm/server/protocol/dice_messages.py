"""Dice that can be checked: what is published before a game, and what is laid open after it."""

from __future__ import annotations

from msgspec import Struct

from forvm.engine.actions import ChanceKind


class Entropy(Struct, frozen=True):
    """What somebody added to the dice before the game began, in scheme 1."""

    seat: int
    name: str
    text: str


class SealedSeat(Struct, frozen=True):
    """Who sits there, as the seal binds it."""

    name: str
    bot: bool


class OpenedWords(Struct, frozen=True):
    """Somebody's words for the dice, and the salt that hid them in their commitment."""

    salt: str
    words: str


class Seal(Struct, frozen=True):
    """What is known of the dice from the beginning: all parts of the seal, so that the page works out its digest.

    Scheme 1 has the commitment to the secret and what people added. The lists of scheme 2 go by seats.
    """

    scheme: int
    game: str
    commitment: str  # SHA-256 of the secret
    entropy: list[Entropy]  # of scheme 1
    rules: str | None = None  # a digest
    round: int = 1
    seats: list[SealedSeat] = []
    words: list[str | None] = []  # commitments
    opened: list[OpenedWords | None] = []  # all null until the game has begun


class Draw(Struct, frozen=True):
    """A die or a card: the number of its event, what it could have been with which weights, and what it was.

    Family cards that are dealt hidden are left out until the game is over.
    """

    number: int  # of its event: Step.seq
    position: int  # moves that stand before it
    kind: ChanceKind
    seat: int  # for whom
    outcomes: list[str]
    weights: list[int]
    shows: str
    taken_back: bool  # it does not stand any more


class TakenBack(Struct, frozen=True):
    """Moves that were taken back, and the dice and cards among them."""

    number: int  # of its own event
    position: int  # moves that stand after it
    seat: int  # whose move was the first of those that were taken back
    consent: list[int]  # the seats that were asked and agreed
    draws: list[int]  # numbers of dice and cards that were taken back


class EpochBegun(Struct, frozen=True):
    """The server went back to an earlier copy of the game: the dice after it depend on this number too."""

    number: int  # of its own event
    nonce: str


class DiceCount(Struct, frozen=True):
    """How often something came up, and how often one would expect it to."""

    shows: str
    seen: int
    expected: float


class DiceLuck(Struct, frozen=True):
    """All draws of a kind: what came up, and how probable it is that fair ones stray as far (null: too few to say)."""

    kind: ChanceKind
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
    ``checked`` says whether every draw is proved. It is null while the game runs, and also if every draw follows from
    the secret but some may have been chosen: dice were taken back, or an epoch began. ``verdict`` says it in words.
    Dice that were taken back are in ``draws``, and are checked, but not in ``luck`` and ``seats``. Games of scheme 1
    have kept nothing of what was taken back.
    """

    seal: Seal | None
    secret: str | None
    draws: list[Draw]  # in the order in which they fell
    takebacks: list[TakenBack]
    epochs: list[EpochBegun]
    luck: list[DiceLuck]
    seats: list[SeatDice]
    checked: bool | None
    verdict: str | None
