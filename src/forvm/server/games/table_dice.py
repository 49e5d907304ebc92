"""Dice and cards at the table: where the server's luck comes from.

Every die and card has a number of its own within its game, which never comes twice: its place among all dice and cards
(in scheme 1, the number of its event). So a game that is read from the store goes on with the same luck, whenever the
server was stopped. What falls after dice were taken back has a number nobody has seen yet: knowing the die that was
taken back helps nobody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from forvm.content import Rules
from forvm.game import Dice, Game
from forvm.game.fairdice import FairDice, SealedDice, commitment, new_secret
from forvm.notation.proof import DiceProof, Proof, SealedProof
from forvm.notation.seal import SEALED_SCHEME, DiceSeal, SealedSeat
from forvm.server.games.game_setup import DiceSetup, GameSetup
from forvm.server.protocol import dice_messages as messages


def new_dice(game: str, rules: Rules) -> DiceSetup:
    """Dice that nobody can guess."""
    return DiceSetup(game, new_secret().hex(), scheme=SEALED_SCHEME, rules=rules.sha256())


def seeded_dice(seed: int, rules: Rules) -> DiceSetup:
    """Dice that a seed repeats with the same rules and names: for those who want the same luck once more."""
    secret = hashlib.sha256(f"FORVM seed {seed}".encode()).hexdigest()
    return DiceSetup("seeded", secret, scheme=SEALED_SCHEME, rules=rules.sha256())


def commitment_of(dice: DiceSetup) -> str:
    """What is told of the secret from the beginning."""
    return commitment(bytes.fromhex(dice.secret))


def proof_of(setup: GameSetup) -> Proof | None:
    """Where a game's dice come from, with the secret; None of one begun before there were dice that can be checked."""
    dice = setup.dice
    if dice is None:
        return None
    if dice.scheme != SEALED_SCHEME:
        return DiceProof(dice.game, commitment_of(dice), dice.entropy, dice.secret)
    seats = tuple(SealedSeat(seat.name, seat.bot is not None) for seat in setup.seats)
    seal = DiceSeal(dice.game, dice.rules, commitment_of(dice), seats, dice.words, dice.round)
    return SealedProof(seal, dice.opened, dice.secret)


def seal_of(setup: GameSetup) -> messages.Seal | None:
    """What everyone may know of a game's dice from the beginning."""
    proof = proof_of(setup)
    return None if proof is None else seal_in(proof, [seat.name for seat in setup.seats])


def seal_in(proof: Proof, names: Sequence[str]) -> messages.Seal:
    """What a proof says of the dice, but for the secret."""
    if isinstance(proof, DiceProof):
        added = [
            messages.Entropy(seat, names[seat], text) for seat, text in enumerate(proof.entropy) if text is not None
        ]
        return messages.Seal(scheme=1, game=proof.game, commitment=proof.commitment, entropy=added)
    seal = proof.seal
    return messages.Seal(
        scheme=SEALED_SCHEME,
        game=seal.game,
        commitment=seal.commitment,
        entropy=[],
        rules=seal.rules,
        round=seal.round,
        seats=[messages.SealedSeat(seat.name, seat.bot) for seat in seal.seats],
        words=list(seal.words),
        opened=[None if words is None else messages.OpenedWords(words.salt, words.words) for words in proof.opened],
    )


def roll(game: Game, setup: GameSetup) -> int:
    """What the die or card that is due in this position shows, as a move's id. The game is left as it is."""
    proof = proof_of(setup)
    if proof is None:
        # Begun before there were dice that can be checked: the position alone decides.
        return game.copy().roll(Dice(setup.seed, stream=len(game.history))).id
    dice = FairDice.of(proof) if isinstance(proof, DiceProof) else SealedDice.of(proof)
    return dice.draw(game)
