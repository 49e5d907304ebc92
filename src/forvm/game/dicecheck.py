"""Were the dice fair? Every die and card of a game worked out again from the secret that the record shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from forvm import text
from forvm.engine.scratch import Scratch
from forvm.errors import RecordError
from forvm.game.due import kind
from forvm.game.fairdice import FairDice, commitment, outcomes
from forvm.game.game import Game
from forvm.notation.moves import write
from forvm.notation.names import SEATS, names_of
from forvm.notation.phases import CHANCE
from forvm.notation.reading import read_as_far_as_it_goes
from forvm.notation.steps import begin, follow

Finding = Literal["fair", "different", "wrong_secret", "wrong_commitment", "no_proof", "running"]


@dataclass(frozen=True, slots=True)
class Draw:
    """A die that was rolled or a card that was drawn, with all that could have come up."""

    event: int  # its number among everything that was ever done in the game
    position: int  # moves that stand before it
    turn: int
    seat: int  # for whom
    kind: str  # die, child or card
    tokens: tuple[str, ...]
    weights: tuple[int, ...]  # as whole numbers
    drawn: int  # which of them came up

    @property
    def token(self) -> str:
        """What came up."""
        return self.tokens[self.drawn]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a game's dice, with a sentence for people."""

    finding: Finding
    checked: int  # dice and cards that are as they must be
    text: str
    wrong: Draw | None = None  # the first that is not

    @property
    def fair(self) -> bool:
        """Is every die and card proved?"""
        return self.finding == "fair"


def draws(game: Game) -> list[Draw]:
    """Every die and card that stands in a game, in order."""
    g, names, scratch = game.definition, names_of(game.rules), Scratch()
    state, found = begin(g).state, []
    for position, played in enumerate(game.history):
        if played.seat == CHANCE:
            possible = outcomes(state, g)
            ids = [id for id, _ in possible]
            found.append(
                Draw(
                    event=played.event,
                    position=position,
                    turn=played.turn,
                    seat=played.actor,
                    kind=kind(state.task[state.top]),
                    tokens=tuple(write(id, names, g) for id in ids),
                    weights=tuple(weight for _, weight in possible),
                    drawn=ids.index(played.id),
                )
            )
        state = follow(state, g, played.id, scratch).state
    return found


def verify(game: Game, published: str | None = None) -> Verdict:
    """Check every die and card of a finished game against its proof.

    ``published`` is the commitment that somebody noted before the start: whoever makes up a whole record makes up a
    commitment too, but not that one.
    """
    proof = game.proof
    if proof is None:
        return _verdict("no_proof", 0)
    if published is not None and published.strip().lower() != proof.commitment:
        return _verdict("wrong_commitment", 0)
    if proof.secret is None:
        return _verdict("running", 0)
    if commitment(bytes.fromhex(proof.secret)) != proof.commitment:
        return _verdict("wrong_secret", 0)
    dice = FairDice.of(proof)
    every = draws(game)
    for checked, draw in enumerate(every):
        due = dice.choose(draw.event, draw.weights)
        if due != draw.drawn:
            return _different(draw, draw.tokens[due], checked)
    return _verdict("fair", len(every), skipped=skipped(game))


def verify_record(record: str, published: str | None = None) -> Verdict:
    """Check the dice of a record; one that was changed is named even if the rest no longer fits.

    A RecordError if the record cannot be read, and no die before that place explains it.
    """
    read, problem = read_as_far_as_it_goes(record)
    verdict = verify(Game.retold(read), published)
    if problem is not None and verdict.finding in ("fair", "running", "no_proof"):
        raise RecordError(problem.message, line=problem.line)
    return verdict


def skipped(game: Game) -> int:
    """How many numbers up to the last move stand for nothing that stands: what was taken back, and each taking back."""
    return game.history[-1].event - len(game.history) if game.history else 0


def _different(draw: Draw, due: str, checked: int) -> Verdict:
    seat = SEATS[draw.seat]
    words: text.Values = {"event": draw.event, "turn": draw.turn, "seat": seat, "said": draw.token, "due": due}
    return Verdict("different", checked, text.fill(text.load("dice")["verdict"]["different"], words), draw)


def _verdict(finding: Finding, checked: int, skipped: int = 0) -> Verdict:
    words = text.load("dice")["verdict"]
    told = text.fill(words[finding], {"checked": checked})
    if skipped:
        told = f"{told} {text.fill(words['skipped'], {'skipped': skipped})}"
    return Verdict(finding, checked, told)
