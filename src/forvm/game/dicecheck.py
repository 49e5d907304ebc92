"""Were the dice fair? Every die and card of a game worked out again from the secret that the record shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from forvm import text
from forvm.errors import RecordError
from forvm.game.due import kind
from forvm.game.fairdice import FairDice, SealedDice, commitment, outcomes
from forvm.game.game import Game
from forvm.game.history import Played
from forvm.notation.moves import write
from forvm.notation.names import SEATS, names_of
from forvm.notation.phases import CHANCE
from forvm.notation.position import Track, is_over
from forvm.notation.proof import Proof, SealedProof
from forvm.notation.record_reading import read_as_far_as_it_goes
from forvm.notation.timeline import Epoch, TakenBack

Finding = Literal[
    "fair",
    "qualified",  # every die follows, but somebody may have chosen some: they were taken back, or an epoch began
    "different",  # a die is not what it must be
    "reopened",  # moves were taken back after the end, when the secret could be known
    "wrong_secret",
    "wrong_commitment",  # not the published one
    "wrong_seal",  # names, seats, rules or the game's id are not what was sealed, or it is not the published seal
    "wrong_opening",  # the opened words are not those that were committed to
    "no_proof",
    "running",
]
UNCHECKED = ("no_proof", "running")  # findings that say neither yes nor no

_NAMED = 12  # dice and takebacks that a verdict names one by one
_NAMED_WITH_DICE = 50  # takebacks of dice: those come first


@dataclass(frozen=True, slots=True)
class Draw:
    """A die that was rolled or a card that was drawn, with all that could have come up."""

    event: int  # its number among everything that was ever done in the game
    number: int  # among all dice and cards that were ever drawn in the game
    position: int  # moves that stand before it
    turn: int
    seat: int  # for whom
    kind: str  # die, child or card
    tokens: tuple[str, ...]
    weights: tuple[int, ...]  # as whole numbers
    drawn: int  # which of them came up
    taken_back: bool = False
    epoch: str | None = None  # the number of the epoch in which it fell

    @property
    def token(self) -> str:
        """What came up."""
        return self.tokens[self.drawn]


@dataclass(frozen=True, slots=True)
class TakebackReport:
    """A takeback, and what was taken back."""

    event: int
    position: int  # moves that stand after it
    moves: int  # how many were taken back
    seat: int  # whose move, or for whose die, was the first of them: tables let nobody else ask
    consent: tuple[int, ...]  # the seats that were asked and agreed
    dice: tuple[Draw, ...]


@dataclass(frozen=True, slots=True)
class DiceHistory:
    """All that bears on a game's dice, in order; for records of scheme 1, only the dice that stand."""

    draws: tuple[Draw, ...]  # those taken back too
    takebacks: tuple[TakebackReport, ...]
    epochs: tuple[Epoch, ...]
    reopened: int | None  # the first event that took back the end of the game


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a game's dice, with a sentence for people."""

    finding: Finding
    checked: int  # dice and cards that are as they must be, those taken back included
    text: str
    wrong: Draw | None = None  # the first that is not
    takebacks: tuple[TakebackReport, ...] = ()
    epochs: tuple[Epoch, ...] = ()

    @property
    def fair(self) -> bool:
        """Is every die and card proved?"""
        return self.finding == "fair"

    @property
    def follows(self) -> bool:
        """Does every die and card follow from the secret, whether or not that proves all of them?"""
        return self.finding in ("fair", "qualified")


def draws(game: Game) -> list[Draw]:
    """Every die and card of a game, in order, those that were taken back too."""
    return list(dice_history(game).draws)


def dice_history(game: Game) -> DiceHistory:
    """Every die, takeback and epoch of a game."""
    g, names, track = game.definition, names_of(game.rules), Track(game.definition)
    standing: list[tuple[Played, Draw | None]] = []
    found: dict[int, Draw] = {}  # by event
    takebacks, epochs, epoch, reopened = [], [], None, None
    for done in game.timeline:
        if isinstance(done, Epoch):
            epochs.append(done)
            epoch = done.nonce
        elif isinstance(done, TakenBack):
            if reopened is None and is_over(track.state):
                reopened = done.event
            taken, first = standing[done.position :], standing[done.position][0]
            dice = tuple(replace(draw, taken_back=True) for _, draw in taken if draw is not None)
            found |= {draw.event: draw for draw in dice}
            takebacks.append(TakebackReport(done.event, done.position, len(taken), first.actor, done.consent, dice))
            del standing[done.position :]
            track.go_back(done.position)
        else:
            draw = None
            if done.seat == CHANCE:
                possible = outcomes(track.state, g)
                ids = [id for id, _ in possible]
                draw = found[done.event] = Draw(
                    event=done.event,
                    number=len(found) + 1,
                    position=track.played,
                    turn=done.turn,
                    seat=done.actor,
                    kind=kind(track.state.task[track.state.top]),
                    tokens=tuple(write(id, names, g) for id in ids),
                    weights=tuple(weight for _, weight in possible),
                    drawn=ids.index(done.id),
                    epoch=epoch,
                )
            standing.append((done, draw))
            track.play(done.id)
    return DiceHistory(tuple(found.values()), tuple(takebacks), tuple(epochs), reopened)


def verify(game: Game, published: str | None = None, seal: str | None = None) -> Verdict:
    """Check every die and card of a finished game against its proof.

    ``published`` is the commitment and ``seal`` the seal that somebody noted before the start: whoever makes up a whole
    record makes up both, but not those.
    """
    proof = game.proof
    if proof is None:
        return _verdict("no_proof")
    wrong = _wrong_promise(game, proof, _tidy(published), _tidy(seal))
    if wrong is not None:
        return wrong
    if proof.secret is None:
        return _verdict("running")
    if commitment(bytes.fromhex(proof.secret)) != proof.commitment:
        return _verdict("wrong_secret")
    sealed = isinstance(proof, SealedProof)
    dice = SealedDice.of(proof) if isinstance(proof, SealedProof) else FairDice.of(proof)
    history = dice_history(game)
    for checked, draw in enumerate(history.draws):
        due = dice.choose(draw.number if sealed else draw.event, draw.weights, draw.epoch)
        if due != draw.drawn:
            return _different(draw, draw.tokens[due], checked)
    if game.outcome is None:  # the dice so far are right, and more may be missing than can be read
        return _verdict("running")
    if history.reopened is not None:
        return _verdict("reopened", event=history.reopened)
    told = [_words("sealed" if sealed else "fair", checked=len(history.draws)), *_told_words(proof)]
    told += _told_takebacks(history) if sealed else [_words("scheme_1")]
    doubts = _doubts(game, history)
    found: Finding = "qualified" if doubts else "fair"
    told += [_words("qualified"), *doubts] if doubts else []
    return Verdict(found, len(history.draws), " ".join(told), None, history.takebacks, history.epochs)


def verify_record(record: str, published: str | None = None, seal: str | None = None) -> Verdict:
    """Check the dice of a record; one that was changed is named even if the rest no longer fits.

    A RecordError if the record cannot be read, and no die before that place explains it.
    """
    read, problem = read_as_far_as_it_goes(record)
    verdict = verify(Game.retold(read), published, seal)
    if problem is not None and (verdict.follows or verdict.finding in UNCHECKED):
        raise RecordError(problem.message, line=problem.line)
    return verdict


def skipped(game: Game) -> int:
    """How many numbers a record of scheme 1 passes over: for what was taken back, and for each takeback."""
    return game.history[-1].event - len(game.history) if game.history else 0


def _wrong_promise(game: Game, proof: Proof, published: str | None, seal: str | None) -> Verdict | None:
    """What was settled before the start, and is not so in the record."""
    if published is not None and published != proof.commitment:
        return _verdict("wrong_commitment")
    if not isinstance(proof, SealedProof):
        return None if seal is None else _verdict("wrong_seal", key="unsealed")
    sealed = proof.seal
    if proof.stated not in (None, sealed.digest()):
        return _verdict("wrong_seal", key="wrong_seal", due=sealed.digest())
    for seat, name in enumerate(game.names):
        if sealed.seats[seat].name != name:
            names: text.Values = {"seat": SEATS[seat], "name": name, "sealed": sealed.seats[seat].name}
            return _verdict("wrong_seal", key="wrong_name", **names)
    if sealed.rules != game.rules.sha256():
        return _verdict("wrong_seal", key="wrong_rules")
    if seal is not None and seal != sealed.digest():
        return _verdict("wrong_seal", key="other_seal")
    for seat, opening in enumerate(proof.opened):
        if not sealed.fits(seat, opening):
            return _verdict("wrong_opening", seat=SEATS[seat])
    return None


def _tidy(digest: str | None) -> str | None:
    return None if digest is None else digest.strip().lower()


def _different(draw: Draw, due: str, checked: int) -> Verdict:
    words: text.Values = {
        "event": draw.event,
        "turn": draw.turn,
        "seat": SEATS[draw.seat],
        "said": draw.token,
        "due": due,
    }
    return Verdict("different", checked, _words("different", **words), draw)


def _told_words(proof: Proof) -> list[str]:
    """Whose words are in the dice, and how often their opening was called off."""
    if not isinstance(proof, SealedProof):
        return [_told_seats("words", proof.entropy)]
    void = proof.seal.round - 1
    return [_told_seats("sealed_words", proof.opened), *([_words("rounds", void=void)] if void else [])]


def _told_seats(key: str, given: Sequence[object]) -> str:
    seats = [SEATS[seat] for seat, words in enumerate(given) if words is not None]
    return _words(key, seats=seats) if seats else _words("no_words")


def _told_takebacks(history: DiceHistory) -> list[str]:
    """What was taken back. Takebacks of dice come first, so that others cannot hide them."""
    ordered = sorted(history.takebacks, key=lambda takeback: not takeback.dice)
    if not ordered:
        return []
    with_dice = sum(bool(takeback.dice) for takeback in ordered)
    items = [_told_takeback(takeback) for takeback in ordered[: max(_NAMED, min(with_dice, _NAMED_WITH_DICE))]]
    left = len(ordered) - len(items)
    items += [_words("more_takebacks", left=left)] if left else []
    return [_words("takebacks", count=len(ordered), items="; ".join(items))]


def _doubts(game: Game, history: DiceHistory) -> list[str]:
    """Why not all dice are proved: the secret stands in the record, so anybody can add what chooses dice by it."""
    if not isinstance(game.proof, SealedProof):
        return [_words("skipped", skipped=skipped(game))] if skipped(game) else []
    doubts = []
    taken_back = sum(draw.taken_back for draw in history.draws)
    if taken_back:
        doubts.append(_words("dice_lost", dice=taken_back))
    if history.epochs:
        first = history.epochs[0].event
        after = sum(draw.event > first for draw in history.draws)
        events = [epoch.event for epoch in history.epochs]
        doubts.append(_words("epochs", count=len(events), events=events, dice=after))
    return doubts


def _told_takeback(takeback: TakebackReport) -> str:
    told = _words("takeback", event=takeback.event, seat=SEATS[takeback.seat], moves=takeback.moves)
    if takeback.consent:
        told += _words("consent", seats=[SEATS[seat] for seat in takeback.consent])
    if takeback.dice:
        named = [f"{draw.event}: {draw.token}, {SEATS[draw.seat]}" for draw in takeback.dice[:_NAMED]]
        left = len(takeback.dice) - len(named)
        named += [_words("more_dice", left=left)] if left else []
        told += _words("dice_taken_back", dice=len(takeback.dice), named="; ".join(named))
    return told


def _verdict(finding: Finding, key: str | None = None, **values: text.Value) -> Verdict:
    return Verdict(finding, 0, _words(key or finding, **values))


def _words(key: str, **values: text.Value) -> str:
    return text.fill(text.load("dice")["verdict"][key], values)
