"""Dice that everybody can check: what falls is settled before the game, and proved after it.

Before a game its table picks a secret and publishes the secret's SHA-256, the commitment. Each player's page commits to
words of its own. The seal names all of that, and once everyone has it, the words are opened. From then on nobody
chooses: each die is an HMAC-SHA256 of the seal, the words, and how many dice fell before it, keyed with the secret.
After the game the secret is shown, and everyone works out every die again. That is scheme 2, ``SealedDice``;
``FairDice`` is scheme 1, for games that began with it. ``docs/dice.md`` says what each proves, and what it does not.

>>> from forvm.notation.seal import SealedSeat, words_commitment
>>> secret, opening = bytes(32), Opening("00" * 16, "Alea iacta 49")
>>> seats = (SealedSeat("Livia"), SealedSeat("Aedile", bot=True))
>>> promised = words_commitment("example", 0, 1, opening)
>>> seal = DiceSeal("example", "11" * 32, commitment(secret), seats, (promised, None))
>>> dice = SealedDice(secret, seal, [opening, None])
>>> dice.choose(1, [1, 1, 1, 1, 1, 1])
3
>>> dice.proof().without_secret().seal.digest() == seal.digest()
True
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence

from forvm.engine import play as engine
from forvm.engine.definition import Definition
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.errors import ForvmError
from forvm.game.game import Game
from forvm.notation.names import SEATS
from forvm.notation.phases import CHANCE
from forvm.notation.proof import SCHEME, DiceProof, SealedProof
from forvm.notation.seal import SEALED_SCHEME, DiceSeal, Opening

SECRET_BYTES = 32
# An attempt looks at the first four bytes of the HMAC: numbers that every language can hold and divide.
_NUMBERS = 1 << 32


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is published before the game. It commits the server to its secret and reveals nothing about it."""
    return hashlib.sha256(secret).hexdigest()


class ProvableDice(ABC):
    """All dice and cards of one game. What they depend on is the scheme's to say."""

    def __init__(self, secret: bytes) -> None:
        """Dice that are worked out from this secret."""
        if len(secret) != SECRET_BYTES:
            raise ForvmError(f"The secret of the dice has {SECRET_BYTES} bytes, not {len(secret)}.")
        self._secret = secret

    @abstractmethod
    def message(self, die: int, attempt: int = 0, epoch: str | None = None) -> str:
        """What the HMAC is taken of, in UTF-8: one line for each thing it depends on. The scheme counts the dice."""

    @abstractmethod
    def next_die(self, game: Game) -> int:
        """The number of the die or card that is due."""

    def number(self, die: int, below: int, epoch: str | None = None) -> int:
        """A number from 0 to ``below`` - 1, each exactly as probable as any other."""
        if not 1 <= below <= _NUMBERS:
            raise ForvmError(f"Dice have from 1 to 2^32 sides, not {below}.")
        # Of 2^32 numbers, those above the last whole round of sides would favour the low ones: they are thrown again.
        rounds = _NUMBERS - _NUMBERS % below
        attempt = 0
        while True:
            mac = hmac.digest(self._secret, self.message(die, attempt, epoch).encode(), "sha256")
            found = int.from_bytes(mac[:4], "big")
            if found < rounds:
                return found % below
            attempt += 1

    def choose(self, die: int, weights: Sequence[int], epoch: str | None = None) -> int:
        """Which of several outcomes comes up; each is as probable as its weight says."""
        left = self.number(die, sum(weights), epoch)
        for place, weight in enumerate(weights):
            if left < weight:
                return place
            left -= weight
        raise AssertionError("a number below the sum of the weights falls into one of them")

    def draw(self, game: Game) -> int:
        """What the die or card that is due shows, as a move's id. The game is left as it is."""
        if game.to_act != CHANCE:
            raise ForvmError(f"No die and no card is due now: {game.prompt}")
        possible = outcomes(game.state, game.definition)
        return possible[self.choose(self.next_die(game), [weight for _, weight in possible], game.epoch)][0]


class FairDice(ProvableDice):
    """Dice of scheme 1, numbered by their events. It knows neither seals nor epochs."""

    def __init__(self, secret: bytes, game: str, entropy: Sequence[str | None] = ()) -> None:
        """The dice of the game with this id; ``entropy`` is what each seat's player added, or None."""
        super().__init__(secret)
        self._proof = DiceProof(game, commitment(secret), tuple(entropy), secret.hex())

    @classmethod
    def of(cls, proof: DiceProof) -> FairDice:
        """The dice that a proof tells; the secret must be known."""
        return cls(_secret_of(proof.secret), proof.game, proof.entropy)

    def proof(self) -> DiceProof:
        """What a record of the finished game tells. It holds the secret: ``without_secret()`` is for a running game."""
        return self._proof

    def next_die(self, game: Game) -> int:
        """The number of the next event."""
        return game.event + 1

    def message(self, die: int, attempt: int = 0, epoch: str | None = None) -> str:
        """What the HMAC is taken of. Scheme 1 has no epochs: its dice come again after a restore."""
        given = [f"entropy {SEATS[seat]} {text}" for seat, text in enumerate(self._proof.entropy) if text is not None]
        lines = [f"FORVM dice {SCHEME}", f"game {self._proof.game}", *given, f"event {die}", f"attempt {attempt}"]
        return "\n".join(lines)


class SealedDice(ProvableDice):
    """Dice of scheme 2: sealed before anybody's words were opened, and numbered in the order in which they fall.

    Moves do not count, so that somebody who knows the secret cannot shift the next die by one move more or less. Dice
    that were taken back do count, so that none comes again.
    """

    def __init__(self, secret: bytes, seal: DiceSeal, opened: Sequence[Opening | None] = ()) -> None:
        """Refuses a secret and openings that are not those of the seal."""
        super().__init__(secret)
        if commitment(secret) != seal.commitment:
            raise ForvmError("The secret is not the one that was sealed: its SHA-256 is not the seal's commitment.")
        self._proof = SealedProof(seal, tuple(opened), secret.hex())
        wrong = [SEATS[seat] for seat, opening in enumerate(self._proof.opened) if not seal.fits(seat, opening)]
        if wrong:
            raise ForvmError(f"The opened words of seat {', '.join(wrong)} are not those that were committed to.")
        given = [(SEATS[seat], opening) for seat, opening in enumerate(self._proof.opened) if opening is not None]
        self._sealed = [
            f"FORVM dice {SEALED_SCHEME}",
            f"seal {seal.digest()}",
            *(f"opened {seat} {opening.salt} {opening.words}" for seat, opening in given),
        ]

    @classmethod
    def of(cls, proof: SealedProof) -> SealedDice:
        """The dice that a proof tells; the secret must be known."""
        return cls(_secret_of(proof.secret), proof.seal, proof.opened)

    def proof(self) -> SealedProof:
        """What a record of the finished game tells. It holds the secret: ``without_secret()`` is for a running game."""
        return self._proof

    def next_die(self, game: Game) -> int:
        """One more than all dice and cards so far."""
        return game.drawn + 1

    def message(self, die: int, attempt: int = 0, epoch: str | None = None) -> str:
        """What the HMAC is taken of; ``epoch`` is the number that was picked when the server went back to a copy."""
        since = [] if epoch is None else [f"epoch {epoch}"]
        return "\n".join([*self._sealed, *since, f"draw {die}", f"attempt {attempt}"])


def _secret_of(secret: str | None) -> bytes:
    if secret is None:
        raise ForvmError("The secret of these dice is not known yet: it is shown when the game is over.")
    return bytes.fromhex(secret)


def outcomes(state: State, definition: Definition) -> list[tuple[int, int]]:
    """What the die or card that is due can show: ids and whole weights, in the order in which they are counted.

    A die's sides from 1 to 6; sons, then daughters; fate cards in the order of their deck, as many of each as are left.
    """
    scratch = Scratch()
    count = engine.chance(state, definition, scratch)
    return list(zip(scratch.ids[:count], scratch.weights[:count], strict=True))
