"""What a game is set up as: rules, seats and dice, as the store keeps them."""

from __future__ import annotations

from msgspec import Struct

from forvm.notation.seal import Opening
from forvm.server.protocol.view_messages import Value


class SeatSetup(Struct, frozen=True):
    """Who sits there: a person, or the bot that is named."""

    name: str
    bot: str | None = None
    colour: int | None = None  # None: that of the seat


class DiceSetup(Struct, frozen=True):
    """Where the dice come from (`forvm.game.fairdice`). The secret leaves the server in no message before the end.

    Games that were begun under scheme 1 go on under it. In scheme 2 the seal also binds the names in ``Setup.seats``.
    """

    game: str  # the game's name in the seal (scheme 1: in every draw)
    secret: str  # in hexadecimal digits
    entropy: tuple[str | None, ...] = ()  # scheme 1: what players added, by seat
    scheme: int = 1
    rules: str = ""  # scheme 2: the whole digest of the rules
    round: int = 1  # scheme 2: 1 more than the openings that were called off
    words: tuple[str | None, ...] = ()  # scheme 2: commitments to words, by seat
    opened: tuple[Opening | None, ...] = ()  # scheme 2: the words, by seat


class CheckedRules(Struct, frozen=True):
    """House rules of a file that was read and found right: all that is needed to make the same rules again."""

    edition: str
    id: str
    name: str
    description: str
    changes: dict[str, Value]  # of the edition's parameters
    board: str | None = None  # a shipped one; None: that of the edition
    deck: str | None = None


class GameSetup(Struct, frozen=True):
    """Everything from which a game begins."""

    rules: str
    changes: dict[str, Value]
    house_rules: str | None  # the text of a file, of games begun before `checked_rules` took its place
    content: str  # a digest of the rules, to notice when they have changed since
    seats: tuple[SeatSetup, ...]
    guided: bool
    dice: DiceSetup | None = None
    checked_rules: CheckedRules | None = None  # in place of `rules`
    seed: int | None = None  # in place of dice: of games begun before dice could be checked

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.bot is None)

    def colour(self, seat: int) -> int:
        """The colour of a seat."""
        chosen = self.seats[seat].colour
        return seat if chosen is None else chosen
