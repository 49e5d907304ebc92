"""Dice that everybody can check: what falls is settled before the game, and proved after it.

Before a game its table picks a secret and publishes the secret's SHA-256, the commitment; then players may each add
words of their own. From then on nobody chooses: the die with the number ``event`` is an HMAC-SHA256 of those words and
that number, keyed with the secret. After the game the secret is shown, and everyone works out every die again.
``docs/dice.md`` says what that proves, and what it does not.

>>> secret = bytes(32)
>>> dice = FairDice(secret, "example", ["alea", None, "iacta"])
>>> dice.choose(1, [1, 1, 1, 1, 1, 1])
0
>>> dice.proof().without_secret().commitment == commitment(secret)
True
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from forvm.engine import play as engine
from forvm.engine.definition import Definition
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.errors import ForvmError
from forvm.game.game import Game
from forvm.notation.names import SEATS
from forvm.notation.phases import CHANCE
from forvm.notation.proof import SCHEME, DiceProof

SECRET_BYTES = 32
# An attempt looks at the first four bytes of the HMAC: numbers that every language can hold and divide.
_NUMBERS = 1 << 32


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is published before the game: it binds the table to its secret, and tells nothing about it."""
    return hashlib.sha256(secret).hexdigest()


class FairDice:
    """All dice and cards of one game."""

    def __init__(self, secret: bytes, game: str, entropy: Sequence[str | None] = ()) -> None:
        """The dice of the game with this id; ``entropy`` is what each seat's player added, or None."""
        if len(secret) != SECRET_BYTES:
            raise ForvmError(f"The secret of the dice has {SECRET_BYTES} bytes, not {len(secret)}.")
        self._secret = secret
        self._proof = DiceProof(game, commitment(secret), tuple(entropy), secret.hex())

    @classmethod
    def of(cls, proof: DiceProof) -> FairDice:
        """The dice that a proof tells; the secret must be known."""
        if proof.secret is None:
            raise ForvmError("The secret of these dice is not known yet: it is shown when the game is over.")
        return cls(bytes.fromhex(proof.secret), proof.game, proof.entropy)

    def proof(self) -> DiceProof:
        """What a record of the finished game tells. It holds the secret: ``without_secret()`` is for a running game."""
        return self._proof

    def message(self, event: int, attempt: int = 0) -> str:
        """What the HMAC is taken of, in UTF-8: one line for each thing it depends on."""
        given = [f"entropy {SEATS[seat]} {text}" for seat, text in enumerate(self._proof.entropy) if text is not None]
        lines = [f"FORVM dice {SCHEME}", f"game {self._proof.game}", *given, f"event {event}", f"attempt {attempt}"]
        return "\n".join(lines)

    def number(self, event: int, below: int) -> int:
        """A number from 0 to ``below`` - 1, each exactly as probable as any other."""
        if not 1 <= below <= _NUMBERS:
            raise ForvmError(f"Dice have from 1 to 2^32 sides, not {below}.")
        # Of 2^32 numbers, those above the last whole round of sides would favour the low ones: they are thrown again.
        rounds = _NUMBERS - _NUMBERS % below
        attempt = 0
        while True:
            mac = hmac.digest(self._secret, self.message(event, attempt).encode(), "sha256")
            found = int.from_bytes(mac[:4], "big")
            if found < rounds:
                return found % below
            attempt += 1

    def choose(self, event: int, weights: Sequence[int]) -> int:
        """Which of several outcomes comes up; each is as probable as its weight says."""
        left = self.number(event, sum(weights))
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
        return possible[self.choose(game.event + 1, [weight for _, weight in possible])][0]


def outcomes(state: State, definition: Definition) -> list[tuple[int, int]]:
    """What the die or card that is due can show: ids and whole weights, in the order in which they are counted.

    A die's sides from 1 to 6; sons, then daughters; fate cards in the order of their deck, as many of each as are left.
    """
    scratch = Scratch()
    count = engine.chance(state, definition, scratch)
    return list(zip(scratch.ids[:count], scratch.weights[:count], strict=True))
