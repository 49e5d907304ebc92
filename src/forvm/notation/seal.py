"""The seal of a game's dice: all that is settled before anybody's words are opened.

The seal binds the game's id, its rules, who sits where, the secret's commitment, and a commitment to the words of each
player who adds some. ``docs/dice.md`` has the texts that are hashed here, ``tests/vectors/dice.json`` has examples.

>>> opening = Opening("00" * 16, "Alea iacta 49")
>>> promised = words_commitment("example", 0, 1, opening)
>>> seats = (SealedSeat("Livia"), SealedSeat("Aedile", bot=True))
>>> seal = DiceSeal("example", "11" * 32, "22" * 32, seats, (promised,))
>>> print(seal.text().replace(promised, promised[:8] + "…"))
FORVM dice 2
game example
rules 1111111111111111111111111111111111111111111111111111111111111111
round 1
secret 2222222222222222222222222222222222222222222222222222222222222222
seat A person Livia
seat B bot Aedile
words A 1b942d86…
>>> seal.fits(0, opening), seal.fits(0, Opening("00" * 16, "Alea iacta 50"))
(True, False)
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from forvm.errors import ForvmError
from forvm.notation.names import LONGEST_NAME, SEATS

SEALED_SCHEME = 2
LONGEST_WORDS = 64  # characters

_GAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HEX_64 = re.compile(r"[0-9a-f]{64}")
_HEX_32 = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class SealedSeat:
    """Who sits in a seat: a person or a bot, and the name that everybody sees."""

    name: str
    bot: bool = False

    def __post_init__(self) -> None:
        """A name is one line, without spaces at its ends: the seal's text can be read in one way only."""
        name = self.name
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise ForvmError(
                f"{ascii(name)[:60]} cannot be sealed as a name: it needs 1 to {LONGEST_NAME} printable characters, "
                "with no space at either end."
            )


@dataclass(frozen=True, slots=True)
class Opening:
    """What a player committed to: a random salt, which hides the words until they are opened, and the words."""

    salt: str  # 16 bytes in hexadecimal digits
    words: str

    def __post_init__(self) -> None:
        """Words are one line of text, so that nothing can be added to a die's message through them."""
        if not _HEX_32.fullmatch(self.salt):
            raise ForvmError("The salt of a player's words is written with 32 hexadecimal digits, 0 to 9 and a to f.")
        check_words(self.words)


@dataclass(frozen=True, slots=True)
class DiceSeal:
    """Everything that the dice of a game depend on, but the secret and the opened words themselves."""

    game: str  # the game's id
    rules: str  # SHA-256 of the rules, in hexadecimal digits: Rules.sha256()
    commitment: str  # SHA-256 of the secret
    seats: tuple[SealedSeat, ...]
    words: tuple[str | None, ...] = ()  # by seat: the commitment to its player's words
    round: int = 1  # one more than the rounds of opening that were called off before

    def __post_init__(self) -> None:
        """Check every part, so that two seals never have the same text."""
        check_game_id(self.game)
        check_hex(self.rules, "digest of the rules")
        check_hex(self.commitment, "commitment of the dice")
        if not 1 <= len(self.seats) <= len(SEATS):
            raise ForvmError(f"A seal names 1 to {len(SEATS)} seats, not {len(self.seats)}.")
        if len(self.words) > len(self.seats):
            raise ForvmError(f"There are {len(self.seats)} seats, and commitments to words for {len(self.words)}.")
        for seat, promised in enumerate(self.words):
            if promised is None:
                continue
            check_hex(promised, f"commitment to the words of seat {SEATS[seat]}")
            if self.seats[seat].bot:
                raise ForvmError(f"Seat {SEATS[seat]} is a bot's, and only people add words to the dice.")
        if type(self.round) is not int or not 1 <= self.round < 10**9:  # True and 1.0 would be written otherwise
            raise ForvmError(f"A round is a number from 1 to 999999999, not {self.round}.")
        missing = len(self.seats) - len(self.words)
        object.__setattr__(self, "words", (*self.words, *[None] * missing))

    def text(self) -> str:
        """The text that is hashed, in UTF-8."""
        promised = [f"words {SEATS[seat]} {digest}" for seat, digest in enumerate(self.words) if digest is not None]
        lines = [
            f"FORVM dice {SEALED_SCHEME}",
            f"game {self.game}",
            f"rules {self.rules}",
            f"round {self.round}",
            f"secret {self.commitment}",
            *(f"seat {SEATS[n]} {'bot' if seat.bot else 'person'} {seat.name}" for n, seat in enumerate(self.seats)),
            *promised,
        ]
        return "\n".join(lines)

    def digest(self) -> str:
        """The seal itself: SHA-256 of its text, in hexadecimal digits. Pages keep it, and every die names it."""
        return hashlib.sha256(self.text().encode()).hexdigest()

    def fits(self, seat: int, opening: Opening | None) -> bool:
        """Is that what the seat's player committed to? None fits a seat that committed to nothing."""
        promised = self.words[seat]
        if opening is None or promised is None:
            return opening is None and promised is None
        return words_commitment(self.game, seat, self.round, opening) == promised


def words_commitment(game: str, seat: int, round: int, opening: Opening) -> str:
    """What a page sends before the words are opened.

    It names game, seat and round, so that nobody can repeat another player's commitment as their own.
    """
    lines = [
        f"FORVM words {SEALED_SCHEME}",
        f"game {check_game_id(game)}",
        f"seat {SEATS[seat]}",
        f"round {round}",
        f"salt {opening.salt}",
        f"words {opening.words}",
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def check_words(text: str) -> str:
    """What a player adds to the dice, if it can be used: one line of at most 64 characters."""
    if not 1 <= len(text) <= LONGEST_WORDS or not text.isprintable():
        raise ForvmError(
            f"What a player adds to the dice is one line of 1 to {LONGEST_WORDS} characters, such as “Alea iacta 49”."
        )
    return text


def check_game_id(game: str) -> str:
    """Returns a game's id if a seal can contain it."""
    if not _GAME.fullmatch(game):
        raise ForvmError("A game's id is made of letters, digits, “_” and “-”, 64 of them at most.")
    return game


def check_hex(value: str, name: str) -> str:
    """A SHA-256 or a secret in hexadecimal digits."""
    if not _HEX_64.fullmatch(value):
        raise ForvmError(f"The {name} is written with 64 hexadecimal digits, 0 to 9 and a to f.")
    return value


def check_nonce(nonce: str) -> str:
    """The number of an epoch, if it can be used."""
    if not _HEX_32.fullmatch(nonce):
        raise ForvmError("The number of an epoch is written with 32 hexadecimal digits, 0 to 9 and a to f.")
    return nonce
