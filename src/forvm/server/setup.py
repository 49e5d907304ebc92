"""What a game is set up as: rules, seats and dice, as the store keeps them."""

from __future__ import annotations

from msgspec import Struct

from forvm.server.messages.view import Value


class SeatSetup(Struct, frozen=True):
    """Who sits there: a person, or the bot that is named."""

    name: str
    bot: str | None = None
    colour: int | None = None  # None: that of the seat


class DiceSetup(Struct, frozen=True):
    """Where the dice come from (`forvm.game.fairdice`). The secret leaves the server in no message before the end."""

    game: str  # the game's name in every draw
    secret: str  # in hexadecimal digits
    entropy: tuple[str | None, ...] = ()  # by seat


class Setup(Struct, frozen=True):
    """Everything from which a game begins."""

    rules: str
    changes: dict[str, Value]
    house_rules: str | None
    content: str  # a digest of the rules, to notice when they have changed since
    seats: tuple[SeatSetup, ...]
    guided: bool
    dice: DiceSetup | None = None
    seed: int | None = None  # in place of dice: of games begun before dice could be checked

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.bot is None)

    def colour(self, seat: int) -> int:
        """The colour of a seat."""
        chosen = self.seats[seat].colour
        return seat if chosen is None else chosen
