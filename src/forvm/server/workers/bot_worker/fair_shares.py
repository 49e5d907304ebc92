"""Whose turn it is to have a bot think: everyone gets the same share of the time, however many tables they have.

An owner is whoever a table counts for. Of all who wait, the owner who has used least thinking time goes first, and of
that owner's tables the one that has used least. An owner who comes back after a pause begins where the others stand:
nobody saves up time. When nobody waits any more, all is forgotten. So a table of one owner waits for about one request
of each other owner, not for all of their tables.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Job = TypeVar("Job")

LATER = 2.0  # seconds of thinking: what is not a move comes after the moves of those who used no more than so much more
DEAR = 0.1  # seconds; what takes longer may not occupy the last free worker
OWNERS_KEPT = 1_000  # before those are forgotten who do not wait
QUICK = 0.005  # seconds; what a request is taken for of which nothing is known
LONGER, SHORTER = 1.5, 0.9  # by which an estimate grows and shrinks; so it is right about four requests in five


@dataclass(slots=True, eq=False)
class Ticket(Generic[Job]):
    """Something to be thought about: whose it is, at which table, and how long such things take."""

    job: Job
    owner: Hashable
    table: str
    kind: str  # requests of one kind take about the same time
    is_move: bool = True
    tries: int = 0
    number: int = 0  # in the order in which they came
    charged: float = 0.0  # seconds that its owner has been charged for it


@dataclass(slots=True)
class _Share:
    """What one owner has used, in all and at each table."""

    used: float
    tables: dict[str, float] = field(default_factory=dict)
    tickets: int = 0  # waiting or being worked on


class Shares(Generic[Job]):
    """Those who wait, and what everyone has used."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._waiting: list[Ticket[Job]] = []
        self._working: set[Ticket[Job]] = set()
        self._shares: dict[Hashable, _Share] = {}  # of owners who wait or are being worked for
        self._standing = 0.0  # what the owner who went last had used
        self._takes: dict[str, float] = {}  # seconds, by kind
        self._count = 0

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def add(self, ticket: Ticket[Job]) -> None:
        """Somebody begins to wait."""
        self._count += 1
        ticket.number = self._count
        share = self._shares.setdefault(ticket.owner, _Share(self._standing))
        if not share.tickets:
            share.used = max(share.used, self._standing)
        share.tables.setdefault(ticket.table, min(share.tables.values(), default=0.0))
        share.tickets += 1
        self._waiting.append(ticket)

    def next_up(self) -> Ticket[Job] | None:
        """Who goes next if a worker is free: one that takes long leaves the last worker to those that do not."""
        dear = sum(self._is_dear(ticket) for ticket in self._working)
        full = dear >= max(1, self._workers - 1)
        may_go = [ticket for ticket in self._waiting if not (full and self._is_dear(ticket))]
        return min(may_go, key=self._rank, default=None)

    def take(self) -> Ticket[Job] | None:
        """Send the next one to a worker."""
        ticket = self.next_up()
        if ticket is not None:
            self._standing = max(self._standing, self._shares[ticket.owner].used)
            self._charge(ticket, self.takes(ticket.kind))
            self._waiting.remove(ticket)
            self._working.add(ticket)
        return ticket

    def done(self, ticket: Ticket[Job], seconds: float | None) -> None:
        """A worker has finished, and took so long; None: it failed, which says nothing about how long it takes."""
        if seconds is not None:
            self._learn(ticket.kind, seconds)
            self._charge(ticket, seconds - ticket.charged)
        self._working.discard(ticket)
        self._leave(ticket)

    def again(self, ticket: Ticket[Job]) -> None:
        """The worker has failed, which is not the owner's fault: the ticket waits once more, where it was."""
        self._charge(ticket, -ticket.charged)
        self._working.discard(ticket)
        self._waiting.append(ticket)

    def withdraw(self, ticket: Ticket[Job]) -> None:
        """Somebody does not want to wait any more; what is being worked on is finished all the same."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
            self._leave(ticket)

    def everyone(self) -> list[Job]:
        """All that waits or is being worked on."""
        return [ticket.job for ticket in (*self._waiting, *self._working)]

    def takes(self, kind: str) -> float:
        """How many seconds a request of a kind is expected to take."""
        return self._takes.get(kind, QUICK)

    def _learn(self, kind: str, seconds: float) -> None:
        """Adjust the estimate of how long requests of a kind take.

        Most moves of any bot are forced and take no time, and the first one of a process takes seconds, because it
        loads what was compiled: a mean would be misled by either.
        """
        before = self.takes(kind)
        self._takes[kind] = before * (LONGER if seconds > before else SHORTER)

    def _is_dear(self, ticket: Ticket[Job]) -> bool:
        return self.takes(ticket.kind) > DEAR

    def _rank(self, ticket: Ticket[Job]) -> tuple[float, float, int]:
        share = self._shares[ticket.owner]
        return (share.used + (0.0 if ticket.is_move else LATER), share.tables[ticket.table], ticket.number)

    def _charge(self, ticket: Ticket[Job], seconds: float) -> None:
        share = self._shares[ticket.owner]
        share.used += seconds
        share.tables[ticket.table] += seconds
        ticket.charged += seconds

    def _leave(self, ticket: Ticket[Job]) -> None:
        self._shares[ticket.owner].tickets -= 1
        if not self._waiting and not self._working:
            self._shares.clear()  # nobody had to wait for anybody
        elif len(self._shares) > OWNERS_KEPT:
            self._shares = {owner: share for owner, share in self._shares.items() if share.tickets}
