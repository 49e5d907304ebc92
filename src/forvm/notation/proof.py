"""What a record says about its dice, so that whoever reads it can work out every one of them again.

The dice themselves are in :mod:`forvm.game.fairdice`, and ``docs/dice.md`` tells what they prove.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from forvm.errors import ForvmError
from forvm.notation.embedding import quoted
from forvm.notation.names import SEATS

SCHEME = 1
LONGEST_ENTROPY = 64  # characters

_GAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HEX = re.compile(r"[0-9a-f]{64}")
_KEYS = ("scheme", "game", "commitment", "entropy", "secret")


@dataclass(frozen=True, slots=True)
class DiceProof:
    """Where a game's dice come from: what was published before the start, and after the end the secret too."""

    game: str  # the game's id
    commitment: str  # SHA-256 of the secret, in hexadecimal digits
    entropy: tuple[str | None, ...] = ()  # by seat: what its player added before the start
    secret: str | None = None  # 32 bytes in hexadecimal digits; None as long as the game is running

    def __post_init__(self) -> None:
        """Nothing may be written that could be read in two ways."""
        if not _GAME.fullmatch(self.game):
            raise ForvmError("A game's id is made of letters, digits, “_” and “-”, 64 of them at most.")
        for name, value in (("commitment", self.commitment), ("secret", self.secret)):
            if value is not None and not _HEX.fullmatch(value):
                raise ForvmError(f"The {name} of the dice is written with 64 hexadecimal digits, 0 to 9 and a to f.")
        if len(self.entropy) > len(SEATS):
            raise ForvmError(f"Only {len(SEATS)} players can add to the dice, not {len(self.entropy)}.")
        for text in self.entropy:
            if text is not None:
                check_entropy(text)

    def without_secret(self) -> DiceProof:
        """What may be known while the game is running."""
        return replace(self, secret=None)


def check_entropy(text: str) -> str:
    """What a player adds to the dice, if it can be used: one line of at most 64 characters."""
    if not 1 <= len(text) <= LONGEST_ENTROPY or not text.isprintable():
        raise ForvmError(
            f"What a player adds to the dice is one line of 1 to {LONGEST_ENTROPY} characters, such as “Alea iacta 49”."
        )
    return text


def write_proof(proof: DiceProof) -> list[str]:
    """The lines of a record's header."""
    given = [(SEATS[seat], text) for seat, text in enumerate(proof.entropy) if text is not None]
    return [
        "dice:",
        f"  scheme = {SCHEME}",
        f"  game = {quoted(proof.game)}",
        f"  commitment = {quoted(proof.commitment)}",
        *(f"  entropy.{seat} = {quoted(text)}" for seat, text in given),
        *([f"  secret = {quoted(proof.secret)}"] if proof.secret is not None else []),
    ]


def read_proof(given: dict[str, Any], players: int) -> DiceProof:
    """The proof that a header's table tells; a ForvmError says what is wrong with it."""
    unknown = [key for key in given if key not in _KEYS]
    if unknown:
        raise ForvmError(f"“{unknown[0][:40]}” says nothing about dice: there are {', '.join(_KEYS)}.")
    if given.get("scheme") != SCHEME:
        raise ForvmError(
            f"The dice were rolled by scheme {str(given.get('scheme'))[:20]}, and this FORVM knows scheme {SCHEME}: "
            "a newer one may know more."
        )
    for key in ("game", "commitment"):
        if not isinstance(given.get(key), str):
            raise ForvmError(f"The dice lack their {key}, a text in quotation marks.")
    secret = given.get("secret")
    if secret is not None and not isinstance(secret, str):
        raise ForvmError("The secret of the dice is a text in quotation marks.")
    return DiceProof(given["game"], given["commitment"], _entropy(given.get("entropy", {}), SEATS[:players]), secret)


def _entropy(given: Any, seats: Sequence[str]) -> tuple[str | None, ...]:
    if not isinstance(given, dict) or not all(isinstance(text, str) for text in given.values()):
        raise ForvmError(
            "What players added to the dice is written as in “entropy.A = …”, with a text in quotation marks."
        )
    strangers = [seat for seat in given if seat not in seats]
    if strangers:
        raise ForvmError(f"Nobody sits in the seat “{strangers[0][:20]}” who could have added to the dice.")
    return tuple(given.get(seat) for seat in seats)
