"""Steps: what was done at a table, and how each seat may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from forvm import text
from forvm.engine.actions import ChanceKind, MoveKind
from forvm.errors import ForvmError
from forvm.game import CHANCE, Game, Move, Played
from forvm.game.game_events import has_trade, trade_lines
from forvm.notation.names import Child
from forvm.notation.phases import Phase
from forvm.server.protocol.log_messages import Event, Step, StepKind, TradeLine
from forvm.server.protocol.view_messages import View
from forvm.server.store.event_chain import Stored


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """What a move was about. A `Move` would keep a whole state alive, and a long game has hundreds."""

    kind: MoveKind | ChanceKind
    clause: str
    market: str | None
    origin: str | None
    other: int | None
    child: Child | None
    price: int | None
    pips: int | None
    needs: int | None
    card: str | None

    @classmethod
    def of(cls, move: Move) -> MoveFacts:
        """The facts of a move."""
        return cls(
            kind=move.kind,
            clause=move.clause,
            market=move.market,
            origin=move.origin,
            other=move.target,
            child=move.child,
            price=move.price,
            pips=move.pips,
            needs=move.needs,
            card=move.card,
        )


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One thing done at a table: a move, a die or a card as it was played, or a move taken back."""

    seq: int
    position: int  # moves that stand after it
    kind: StepKind
    facts: MoveFacts  # of an undo: about the first move that was taken back
    played: Played
    stand_in: str | None = None  # the bot that chose in a person's place
    consent: tuple[int, ...] | None = None  # of an undo that others had to agree to: who did
    used: int = 0  # milliseconds, with a clock: what a move took, or what has gone already into one that is made anew

    def seen_by(self, seat: int | None) -> Step:
        """The step as far as a seat (None: a spectator) may know it."""
        seen = self.played.seen_by(seat)
        if self.kind == "undo":
            return self._undone(seen)
        facts = self.facts
        hidden = seen["notation"] != self.played.notation
        return Step(
            seq=self.seq,
            position=self.position,
            kind=self.kind,
            turn=seen["turn"],
            phase=seen["phase"],
            seat=seen["seat"],
            actor=seen["actor"],
            move=facts.kind,
            notation=seen["notation"],
            text=seen["text"],
            clause=facts.clause,
            market=facts.market,
            origin=facts.origin,
            other=facts.other,
            child=None if hidden else facts.child,
            price=facts.price,
            pips=facts.pips,
            needs=facts.needs,
            card=facts.card,
            events=msgspec.convert(seen["events"], list[Event]),
            trade=_trade(self.played),
            stand_in=self.stand_in,
        )

    def seen_by_all(self) -> Step:
        """The step with all hands open: only the one it happens to can have a card dealt in it."""
        return self.seen_by(self.played.actor)

    def _undone(self, seen: dict[str, Any]) -> Step:
        values = {"player": self.played.table.seat(self.played.actor), "move": seen["text"]}
        return Step(
            seq=self.seq,
            position=self.position,
            kind="undo",
            turn=seen["turn"],
            phase=seen["phase"],
            seat=seen["seat"],
            actor=seen["actor"],
            move="undo",
            notation=seen["notation"],
            text=text.fill(text.load("table")["undo"]["done" if self.consent is None else "done_by_consent"], values),
            clause=self.facts.clause,
        )


@dataclass(frozen=True, slots=True)
class NewEpoch:
    """The store went back to a copy: from here on the dice depend on a fresh number as well."""

    seq: int
    position: int
    nonce: str
    before: Played  # the last move or die that stands; the first dice of a game fall when it is made

    kind: StepKind = "epoch"

    def seen_by(self, seat: int | None) -> Step:
        """The step, which tells nothing of anybody's hand."""
        before = self.before
        return Step(
            seq=self.seq,
            position=self.position,
            kind="epoch",
            turn=before.turn,
            phase=msgspec.convert(before.phase, Phase),
            seat=None,
            actor=before.actor,
            move="epoch",
            notation="epoch",
            text=text.load("table")["epoch"]["done"],
            clause="",
        )


def begin_epoch(game: Game, seq: int, nonce: str) -> NewEpoch:
    """Begin an epoch of the dice, and say that it was done."""
    if not game.history:
        raise ForvmError(f"event {seq} begins an epoch before anything was done.")
    game.begin_epoch(nonce)
    return NewEpoch(seq, len(game.history), nonce, game.history[-1])


def play(
    game: Game, move: Move | int | str, seq: int, seat: int | None = None, stand_in: str | None = None, used: int = 0
) -> LogEntry:
    """Play a move, or what chance brought, and say what was done."""
    meant = game.move(move)
    game.play(meant, seat)
    kind: StepKind = "chance" if meant.seat == CHANCE else "move"
    return LogEntry(seq, len(game.history), kind, MoveFacts.of(meant), game.history[-1], stand_in, used=used)


def stored(done: LogEntry | NewEpoch) -> Stored:
    """What the store keeps of something done: enough to do it again."""
    if isinstance(done, NewEpoch):
        return Stored(done.seq, done.kind, msgspec.json.encode({"nonce": done.nonce}))
    payload: dict[str, Any] = {"to": done.position} if done.kind == "undo" else {"id": done.played.id}
    if done.kind == "move":
        payload["seat"] = done.played.seat
    if done.stand_in is not None:
        payload["bot"] = done.stand_in
    if done.consent is not None:
        payload["consent"] = done.consent
    if done.used:
        payload["used"] = done.used
    return Stored(done.seq, done.kind, msgspec.json.encode(payload))


class _Kept(Struct):
    """What `stored` wrote."""

    id: int = -1
    to: int = -1
    seat: int | None = None
    nonce: str = ""
    bot: str | None = None
    consent: tuple[int, ...] | None = None
    used: int = 0  # older versions did not keep it


def done_again(game: Game, event: Stored) -> LogEntry | NewEpoch:
    """Do once more what the store has kept."""
    kept = msgspec.json.decode(event.payload, type=_Kept)
    if event.kind == "epoch":
        return begin_epoch(game, event.seq, kept.nonce)
    if event.kind != "undo":
        done = play(game, kept.id, event.seq, kept.seat, kept.bot, kept.used)
        if done.kind != event.kind:
            raise ForvmError(f"event {event.seq} is a {done.kind}, and not a {event.kind}.")
        return done
    position = len(game.history)
    if not 0 <= kept.to < position:
        raise ForvmError(f"event {event.seq} goes back to {kept.to}, and only {position} moves stand.")
    taken = game.history[kept.to]
    game.undo(position - kept.to, kept.consent)
    return LogEntry(
        event.seq, kept.to, "undo", MoveFacts.of(game.move(taken.id)), taken, consent=kept.consent, used=kept.used
    )


def play_all(game: Game, moves: list[int]) -> list[LogEntry]:
    """Play the moves of a record, and say what was done."""
    return [play(game, move, number) for number, move in enumerate(moves, 1)]


def standing(done: Sequence[LogEntry | NewEpoch]) -> list[LogEntry]:
    """The moves, dice and cards that were not taken back."""
    left: list[LogEntry] = []
    for step in done:
        if step.kind == "undo":
            del left[step.position :]
        elif isinstance(step, LogEntry):
            left.append(step)
    return left


def view(game: Game, seat: int | None) -> View:
    """What a seat may know of the present position."""
    return msgspec.convert(game.view(seat), View)


def open_view(game: Game) -> View:
    """The present position with all hands open: for games that are over."""
    seen = game.view(None)
    for player in game.players:
        seen["players"][player.seat]["children"] = player.children
    return msgspec.convert(seen, View)


def _trade(played: Played) -> list[list[TradeLine]] | None:
    if not has_trade(played.notes):
        return None
    lines = trade_lines(played.table, played.notes)
    return [[TradeLine(line.seat, line.market, line.amount, line.clause, line.why) for line in own] for own in lines]
