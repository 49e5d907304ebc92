"""What clients of a game sent and were told, and what is wrong with it.

Whatever happens to a server, the acknowledged events of a game form one list. The checker gets the log of every client
and the list as it is at the end, and finds what was lost, doubled, forked, stuck or leaked. It knows nothing of stores
and processes: only what crossed the wire.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Message = dict[str, Any]
Fault = Literal["lost", "doubled", "forked", "stuck", "leaked"]


class Event(NamedTuple):
    """One step of a game, as far as everybody may know it."""

    seq: int
    kind: str  # move, chance, undo
    position: int
    seat: int | None
    actor: int
    said: str  # its notation; empty for a card that only one person sees
    stand_in: str | None = None  # the bot that chose in a person's place


class Sent(NamedTuple):
    """A move that a client sent, in the position after step ``seq``."""

    seq: int
    seat: int
    kind: str  # move, undo
    said: str  # the move's notation; empty for an undo


class Told(NamedTuple):
    """A step that a client was told."""

    connection: int
    event: Event
    secret: str | None  # the card dealt in it, if the client saw that


class Seen(NamedTuple):
    """A position that a client was shown, by the digest of its view."""

    seq: int
    digest: str
    hands: tuple[int, ...]  # the seats whose hidden cards it showed


@dataclass
class History:
    """The log of one client at one game."""

    game: str
    client: str
    seat: int | None = None  # None: a spectator
    hidden_hands: bool = False
    connections: int = 0
    sent: list[Sent] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    begins: dict[int, int] = field(default_factory=dict)  # the step after which each connection goes on
    over: bool = False  # did the client see the end?

    def note(self, message: Message) -> None:
        """Write down what the server said."""
        if message["type"] == "welcome":
            self.hidden_hands = message["hidden_hands"]
            if message["afresh"]:
                self.begins[self.connections] = 0
            self._note_steps(message["steps"])
        elif message["type"] == "missed":
            self._note_steps(message["steps"])
        elif message["type"] == "happened":
            step = message["step"]
            self.told.append(Told(self.connections, event_of(step), _secret(step)))
            self._note_view(step["seq"], message["view"])
        elif message["type"] == "snapshot":
            self.seat = message["seat"]
            self._note_view(message["seq"], message["view"])
            self.over = self.over or message["view"]["outcome"] is not None

    def _note_steps(self, steps: list[Message]) -> None:
        for step in steps:
            self.told.append(Told(self.connections, event_of(step), _secret(step)))

    def connected(self, last_seq: int) -> None:
        """Write down that the client came (again), and knows all up to a step."""
        self.connections += 1
        self.begins[self.connections] = last_seq

    def _note_view(self, seq: int, view: Message) -> None:
        hands = tuple(player["seat"] for player in view["players"] if player["children"] is not None)
        self.seen.append(Seen(seq, digest(view), hands))

    @property
    def acknowledged(self) -> int:
        """How many of its own moves the client knows to have happened."""
        own = {(told.event.seq, told.event.said) for told in self.told if told.event.seat == self.seat}
        return sum((sent.seq + 1, sent.said) in own for sent in set(self.sent) if sent.kind == "move")


class Problem(NamedTuple):
    """Something that must not be."""

    fault: Fault
    game: str
    text: str

    def __str__(self) -> str:
        return f"{self.fault}: game {self.game}: {self.text}"


def event_of(step: Message) -> Event:
    """The public part of a step."""
    hidden = step["kind"] == "chance" and step["pips"] is None and step["card"] is None
    return Event(
        step["seq"],
        step["kind"],
        step["position"],
        step["seat"],
        step["actor"],
        "" if hidden else step["notation"],
        step["stand_in"],
    )


def _secret(step: Message) -> str | None:
    """A card that was dealt: the one thing in a step that only its owner may see."""
    return step["child"] if step["kind"] == "chance" else None


def digest(view: Message) -> str:
    """A short name for a position as somebody sees it."""
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:16]


def check(game: str, histories: Sequence[History], final: Sequence[Event], over: bool) -> list[Problem]:
    """All that is wrong with a game: the logs of its clients beside the list of its events at the end."""
    found = [Problem(fault, game, text) for fault, text in _problems(histories, final, over)]
    return list(dict.fromkeys(found))


def _problems(histories: Sequence[History], final: Sequence[Event], over: bool) -> Iterator[tuple[Fault, str]]:
    events = {event.seq: event for event in final}
    yield from _list_problems(final)
    for history in histories:
        yield from _order_problems(history)
        yield from _told_problems(history, events)
        yield from _leaks(history)
        if not history.over and over:
            yield "stuck", f"{history.client} never saw the end"
    yield from _forked_views(histories)
    yield from _unsent(histories, final)
    if not over:
        yield "stuck", f"it stands still after step {max(events, default=0)}"


def _list_problems(final: Sequence[Event]) -> Iterator[tuple[Fault, str]]:
    for seq, times in Counter(event.seq for event in final).items():
        if times > 1:
            yield "doubled", f"step {seq} is {times} times in the list"
    numbers = {event.seq for event in final}
    for seq in range(1, max(numbers, default=0)):
        if seq not in numbers:
            yield "lost", f"step {seq} is missing in the list"


def _order_problems(history: History) -> Iterator[tuple[Fault, str]]:
    """Over one connection steps come one after another, from where the client was."""
    last = dict(history.begins)
    for told in history.told:
        expected, seq = last.get(told.connection, 0) + 1, told.event.seq
        if seq < expected:
            yield "doubled", f"{history.client} is told step {seq} again"
        elif seq > expected:
            yield "lost", f"{history.client} is told step {seq} and not step {expected}"
        last[told.connection] = max(seq, expected - 1)


def _told_problems(history: History, events: dict[int, Event]) -> Iterator[tuple[Fault, str]]:
    """Whatever a client was told is in the list, as it was told."""
    for told in history.told:
        kept = events.get(told.event.seq)
        if kept is None:
            yield "lost", f"step {told.event.seq} ({told.event.said}) was told to {history.client} and is gone"
        elif kept != told.event:
            yield "forked", f"step {told.event.seq} was told to {history.client} as {told.event}, and is {kept}"


def _leaks(history: History) -> Iterator[tuple[Fault, str]]:
    if not history.hidden_hands:
        return
    for told in history.told:
        if told.secret is not None and told.event.actor != history.seat:
            yield "leaked", f"{history.client} saw the card dealt to seat {told.event.actor} in step {told.event.seq}"
    for seen in history.seen:
        for seat in seen.hands:
            if seat != history.seat:
                yield "leaked", f"{history.client} saw the hand of seat {seat} after step {seen.seq}"


def _forked_views(histories: Sequence[History]) -> Iterator[tuple[Fault, str]]:
    """The same eyes see the same position whenever and from wherever they look."""
    positions: dict[tuple[int | None, int], tuple[str, str]] = {}
    for history in histories:
        for seen in history.seen:
            known, client = positions.setdefault((history.seat, seen.seq), (seen.digest, history.client))
            if known != seen.digest:
                yield "forked", f"after step {seen.seq} {client} and {history.client} saw different positions"


def _unsent(histories: Sequence[History], final: Sequence[Event]) -> Iterator[tuple[Fault, str]]:
    """A person's move happened once for each time it was sent, and never without that."""
    people = {history.seat for history in histories if history.seat is not None}
    sent = {(one.seq, one.seat, one.kind, one.said) for history in histories for one in history.sent}
    for event in final:
        if event.kind == "chance" or event.seat not in people or event.stand_in is not None:
            continue
        said = event.said if event.kind == "move" else ""
        if (event.seq - 1, event.seat, event.kind, said) not in sent:
            yield "doubled", f"step {event.seq} ({event.said}) happened though seat {event.seat} did not send it there"
