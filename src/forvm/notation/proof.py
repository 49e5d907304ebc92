"""What a record says about its dice, so that its reader can compute every one of them again.

The dice themselves are in :mod:`forvm.game.fairdice`, and ``docs/dice.md`` tells what they prove. ``DiceProof`` is of
scheme 1, ``SealedProof`` of scheme 2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from forvm.errors import ForvmError
from forvm.notation.embedding import quoted
from forvm.notation.names import SEATS
from forvm.notation.seal import SEALED_SCHEME, DiceSeal, Opening, SealedSeat, check_game_id, check_hex, check_words

SCHEME = 1

_KEYS = ("scheme", "game", "commitment", "entropy", "secret")
_SEALED_KEYS = ("scheme", "game", "rules", "round", "commitment", "seat", "words", "opened", "seal", "secret")


@dataclass(frozen=True, slots=True)
class DiceProof:
    """Where a game's dice come from: what was published before the start, and after the end the secret too."""

    game: str  # the game's id
    commitment: str  # SHA-256 of the secret, in hexadecimal digits
    entropy: tuple[str | None, ...] = ()  # by seat: what its player added before the start
    secret: str | None = None  # 32 bytes in hexadecimal digits; None as long as the game is running

    def __post_init__(self) -> None:
        """Nothing may be written that could be read in two ways."""
        check_game_id(self.game)
        check_hex(self.commitment, "commitment of the dice")
        if self.secret is not None:
            check_hex(self.secret, "secret of the dice")
        if len(self.entropy) > len(SEATS):
            raise ForvmError(f"Only {len(SEATS)} players can add to the dice, not {len(self.entropy)}.")
        for text in self.entropy:
            if text is not None:
                check_words(text)

    def without_secret(self) -> DiceProof:
        """What may be known while the game is running."""
        return replace(self, secret=None)


@dataclass(frozen=True, slots=True)
class SealedProof:
    """Where a game's dice come from by scheme 2: the seal, the opened words, and after the end the secret."""

    seal: DiceSeal
    opened: tuple[Opening | None, ...] = ()  # by seat
    secret: str | None = None  # 32 bytes in hexadecimal digits; None as long as the game is running
    stated: str | None = None  # the seal's digest as a record states it, which may be wrong; None: not from a record

    def __post_init__(self) -> None:
        """Openings are not checked here: the verifier reads a changed record too, and says what was changed."""
        if self.secret is not None:
            check_hex(self.secret, "secret of the dice")
        if self.stated is not None:
            check_hex(self.stated, "seal of the dice")
        seats = len(self.seal.seats)
        if len(self.opened) > seats:
            raise ForvmError(f"There are {seats} seats, and opened words for {len(self.opened)}.")
        object.__setattr__(self, "opened", (*self.opened, *[None] * (seats - len(self.opened))))

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret."""
        return self.seal.commitment

    def without_secret(self) -> SealedProof:
        """What may be known while the game is running."""
        return replace(self, secret=None)


Proof = DiceProof | SealedProof


def write_proof(proof: Proof) -> list[str]:
    """The lines of a record's header."""
    lines = _sealed_lines(proof) if isinstance(proof, SealedProof) else _scheme_1_lines(proof)
    secret = [f"secret = {quoted(proof.secret)}"] if proof.secret is not None else []
    return ["dice:", *(f"  {line}" for line in (*lines, *secret))]


def _scheme_1_lines(proof: DiceProof) -> list[str]:
    given = [(SEATS[seat], text) for seat, text in enumerate(proof.entropy) if text is not None]
    return [
        f"scheme = {SCHEME}",
        f"game = {quoted(proof.game)}",
        f"commitment = {quoted(proof.commitment)}",
        *(f"entropy.{seat} = {quoted(text)}" for seat, text in given),
    ]


def _sealed_lines(proof: SealedProof) -> list[str]:
    seal = proof.seal
    who = [f"{'bot' if seat.bot else 'person'} {seat.name}" for seat in seal.seats]
    promised = [(SEATS[seat], digest) for seat, digest in enumerate(seal.words) if digest is not None]
    opened = [(SEATS[seat], opening) for seat, opening in enumerate(proof.opened) if opening is not None]
    return [
        f"scheme = {SEALED_SCHEME}",
        f"game = {quoted(seal.game)}",
        f"rules = {quoted(seal.rules)}",
        f"round = {seal.round}",
        f"commitment = {quoted(seal.commitment)}",
        *(f"seat.{SEATS[number]} = {quoted(told)}" for number, told in enumerate(who)),
        *(f"words.{seat} = {quoted(digest)}" for seat, digest in promised),
        *(f"opened.{seat} = {quoted(f'{opening.salt} {opening.words}')}" for seat, opening in opened),
        f"seal = {quoted(proof.stated or seal.digest())}",
    ]


def read_proof(given: dict[str, Any], players: int) -> Proof:
    """Returns the proof of a header's table. Raises ForvmError if something in it is wrong."""
    if "scheme" not in given:
        raise ForvmError(f"The dice lack their scheme, which is {SCHEME} or {SEALED_SCHEME}.")
    scheme = given["scheme"]
    if type(scheme) is not int or scheme not in (SCHEME, SEALED_SCHEME):
        raise ForvmError(
            f"The dice were rolled by scheme {str(scheme)[:20]}, and this FORVM knows schemes {SCHEME} and "
            f"{SEALED_SCHEME}: a newer one may know more."
        )
    sealed = scheme == SEALED_SCHEME
    keys = _SEALED_KEYS if sealed else _KEYS
    unknown = [key for key in given if key not in keys]
    if unknown:
        raise ForvmError(f"“{unknown[0][:40]}” says nothing about dice: there are {', '.join(keys)}.")
    return _read_sealed(given, players) if sealed else _read_scheme_1(given, players)


def _read_scheme_1(given: dict[str, Any], players: int) -> DiceProof:
    entropy = _by_seat(given, "entropy", players)
    return DiceProof(_text(given, "game"), _text(given, "commitment"), entropy, _secret(given))


def _read_sealed(given: dict[str, Any], players: int) -> SealedProof:
    round = given.get("round")
    if type(round) is not int:
        raise ForvmError("The dice lack their round, a number such as 1.")
    seats = tuple(_read_seat(SEATS[number], told) for number, told in enumerate(_by_seat(given, "seat", players)))
    seal = DiceSeal(
        game=_text(given, "game"),
        rules=_text(given, "rules"),
        commitment=_text(given, "commitment"),
        seats=seats,
        words=_by_seat(given, "words", players),
        round=round,
    )
    opened = tuple(
        None if told is None else Opening(*told.partition(" ")[::2]) for told in _by_seat(given, "opened", players)
    )
    return SealedProof(seal, opened, _secret(given), _text(given, "seal"))


def _read_seat(letter: str, told: str | None) -> SealedSeat:
    kind, _, name = (told or "").partition(" ")
    if kind not in ("person", "bot"):
        raise ForvmError(f'The dice lack who was sealed in seat {letter}, as in “seat.{letter} = "person Livia"”.')
    return SealedSeat(name, kind == "bot")


def _text(given: dict[str, Any], key: str) -> str:
    value = given.get(key)
    if not isinstance(value, str):
        raise ForvmError(f"The dice lack their {key}, a text in quotation marks.")
    return value


def _secret(given: dict[str, Any]) -> str | None:
    secret = given.get("secret")
    if secret is not None and not isinstance(secret, str):
        raise ForvmError("The secret of the dice is a text in quotation marks.")
    return secret


def _by_seat(given: dict[str, Any], key: str, players: int) -> tuple[str | None, ...]:
    """Returns the values of keys such as ``entropy.A``, by seat."""
    found, seats = given.get(key, {}), SEATS[:players]
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise ForvmError(f"What the dice say of a seat is written as in “{key}.A = …”, with a text in quotation marks.")
    strangers = [seat for seat in found if seat not in seats]
    if strangers:
        told = f"“{key}.{strangers[0][:20]}” names no seat of this game"
        raise ForvmError(f"{told}: the seats are {', '.join(seats)}.")
    return tuple(found.get(seat) for seat in seats)
