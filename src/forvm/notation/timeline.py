"""What happens in a game besides its moves: moves that are taken back, and epochs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class RecordedMove(NamedTuple):
    """A move of a record, taken back or not."""

    event: int  # its number among everything that was ever done in the game
    action: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Moves were taken back."""

    event: int
    position: int  # how many moves stand after it
    consent: tuple[int, ...] = ()  # the seats that were asked and agreed


@dataclass(frozen=True, slots=True)
class Epoch:
    """The server went back to a copy of its store: dice from here on depend on a fresh number.

    What was done after the copy was made is lost, and players may have seen it. Without the number, dice that they know
    would come again.
    """

    event: int
    nonce: str  # 16 bytes in hexadecimal digits
