"""What a game is set up as: rules, seats and seed, as the store keeps them."""

from __future__ import annotations

from msgspec import Struct

from forvm.server.messages.view import Value


class SeatSetup(Struct, frozen=True):
    """Who sits there: a person, or the bot that is named."""

    name: str
    bot: str | None = None


class Setup(Struct, frozen=True):
    """Everything from which a game begins. The seed is the table's secret and leaves the server in no message."""

    rules: str
    changes: dict[str, Value]
    house_rules: str | None
    content: str  # a digest of the rules, to notice when they have changed since
    seats: tuple[SeatSetup, ...]
    seed: int
    guided: bool

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.bot is None)
