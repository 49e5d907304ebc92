"""The dice of a game: what came up beside what was to be expected, and whether it follows from the secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from forvm.game import Game
from forvm.game.dicecheck import UNCHECKED, DiceHistory, Draw, Verdict, dice_history, verify
from forvm.game.dicereport import report
from forvm.notation.proof import Proof
from forvm.server.games import table_dice
from forvm.server.games.replays import PlayedGame
from forvm.server.protocol import dice_messages as messages

FACES = 6


def proof_of(table: PlayedGame) -> Proof | None:
    """What may be told of a table's dice: while the game is running, not the secret."""
    proof = table_dice.proof_of(table.setup)
    return proof if proof is None or table.over else proof.without_secret()


def record_of(table: PlayedGame) -> str:
    """The record of a game that is, or was, played here; once it is over, with the proof of its dice."""
    return table.game.record(table.created[:10], proof_of(table))


def of_table(table: PlayedGame) -> messages.DiceReport:
    """The dice of a game that is, or was, played here; while it runs, only those that everyone saw."""
    history = dice_history(table.game)
    if table.setup.dice is None or table.setup.dice.scheme == 1:
        # Its record shows nothing of what was taken back, and so it proves nothing of it.
        history = replace(history, draws=tuple(draw for draw in history.draws if not draw.taken_back), takebacks=())
    if table.hidden_hands and not table.over:
        history = replace(history, draws=tuple(draw for draw in history.draws if draw.kind != "child"))
    proof, told = proof_of(table), None
    if proof is not None and table.over:
        told = verify(Game.from_record(record_of(table)))
    return _report(
        history,
        names=table.game.names,
        proof=proof,
        checked=None if told is None else _checked(told),
        verdict=None if told is None else told.text,
    )


def of_record(game: Game) -> messages.DiceReport:
    """The dice of a record that somebody brings."""
    told = verify(game)
    return _report(
        dice_history(game),
        names=game.names,
        proof=game.proof,
        checked=_checked(told),
        verdict=told.text,
    )


def _checked(verdict: Verdict) -> bool | None:
    """Is every die proved? None if that cannot be said, or depends on what somebody believes."""
    return None if verdict.finding in UNCHECKED or verdict.finding == "qualified" else verdict.fair


def _report(
    history: DiceHistory,
    *,
    names: Sequence[str],
    proof: Proof | None,
    checked: bool | None,
    verdict: str | None,
) -> messages.DiceReport:
    stand = [draw for draw in history.draws if not draw.taken_back]
    shown = {draw.event for draw in history.draws}
    return messages.DiceReport(
        seal=None if proof is None else table_dice.seal_in(proof, names),
        secret=None if proof is None else proof.secret,
        draws=[
            messages.Draw(
                number=draw.event,
                position=draw.position,
                kind=_kind(draw.kind),
                seat=draw.seat,
                outcomes=list(draw.tokens),
                weights=list(draw.weights),
                shows=draw.token,
                taken_back=draw.taken_back,
            )
            for draw in history.draws
        ],
        takebacks=[
            messages.TakenBack(
                number=takeback.event,
                position=takeback.position,
                seat=takeback.seat,
                consent=list(takeback.consent),
                draws=[draw.event for draw in takeback.dice if draw.event in shown],
            )
            for takeback in history.takebacks
        ],
        epochs=[messages.EpochBegun(epoch.event, epoch.nonce) for epoch in history.epochs],
        luck=[
            messages.DiceLuck(
                _kind(luck.kind),
                luck.drawn,
                [messages.DiceCount(count.token, count.seen, count.expected) for count in luck.counts],
                luck.p,
            )
            for luck in report(stand)
        ],
        seats=[_seat(seat, stand) for seat in range(len(names))],
        checked=checked,
        verdict=verdict,
    )


def _seat(seat: int, shown: list[Draw]) -> messages.SeatDice:
    pips = [draw.drawn + 1 for draw in shown if draw.seat == seat and draw.kind == "die"]
    faces = [pips.count(face) for face in range(1, FACES + 1)]
    return messages.SeatDice(seat, faces, sum(pips) / len(pips) if pips else None)


def _kind(kind: str) -> Any:
    return kind
