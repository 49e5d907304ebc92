"""The dice of a game: what came up beside what was to be expected, and whether it follows from the secret."""

from __future__ import annotations

from typing import Any

from forvm.game import Game
from forvm.game.dicecheck import Draw, draws, verify
from forvm.game.dicereport import report
from forvm.notation.proof import DiceProof
from forvm.server import chance
from forvm.server.messages import dice as messages
from forvm.server.table import Table

FACES = 6


def proof_of(table: Table) -> DiceProof | None:
    """What may be told of a table's dice: while the game is running, not the secret."""
    if table.setup.dice is None:
        return None
    proof = chance.fair_dice(table.setup.dice).proof()
    return proof if table.over else proof.without_secret()


def of_table(table: Table) -> messages.DiceReport:
    """The dice of a game that is, or was, played here; while it runs, only those that everyone saw."""
    every = draws(table.game)
    shown = [draw for draw in every if table.over or not table.hidden_hands or draw.kind != "child"]
    proof, told = proof_of(table), None
    if proof is not None and table.over:
        told = verify(Game.from_record(table.game.record(table.created[:10], proof)))
    return _report(
        shown,
        seats=len(table.game.names),
        seal=None if table.setup.dice is None else chance.seal(table.setup.dice, table.game.names),
        secret=None if proof is None else proof.secret,
        checked=None if told is None else told.fair,
        verdict=None if told is None else told.text,
    )


def of_record(game: Game) -> messages.DiceReport:
    """The dice of a record that somebody brings."""
    proof, told = game.proof, verify(game)
    seal = None
    if proof is not None:
        added = [
            messages.Entropy(seat, game.names[seat], text)
            for seat, text in enumerate(proof.entropy)
            if text is not None
        ]
        seal = messages.Seal(proof.game, proof.commitment, added)
    return _report(
        draws(game),
        seats=len(game.names),
        seal=seal,
        secret=None if proof is None else proof.secret,
        checked=None if told.finding in ("no_proof", "running") else told.fair,
        verdict=told.text,
    )


def _report(
    shown: list[Draw],
    *,
    seats: int,
    seal: messages.Seal | None,
    secret: str | None,
    checked: bool | None,
    verdict: str | None,
) -> messages.DiceReport:
    return messages.DiceReport(
        seal=seal,
        secret=secret,
        draws=[
            messages.Draw(
                number=draw.event,
                position=draw.position,
                kind=_kind(draw.kind),
                seat=draw.seat,
                outcomes=list(draw.tokens),
                weights=list(draw.weights),
                shows=draw.token,
            )
            for draw in shown
        ],
        luck=[
            messages.DiceLuck(
                _kind(luck.kind),
                luck.drawn,
                [messages.DiceCount(count.token, count.seen, count.expected) for count in luck.counts],
                luck.p,
            )
            for luck in report(shown)
        ],
        seats=[_seat(seat, shown) for seat in range(seats)],
        checked=checked,
        verdict=verdict,
    )


def _seat(seat: int, shown: list[Draw]) -> messages.SeatDice:
    pips = [draw.drawn + 1 for draw in shown if draw.seat == seat and draw.kind == "die"]
    faces = [pips.count(face) for face in range(1, FACES + 1)]
    return messages.SeatDice(seat, faces, sum(pips) / len(pips) if pips else None)


def _kind(kind: str) -> Any:
    return kind
