"""Everything at an online table that is not the game itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from forvm.game import Game
from forvm.server.company import talk
from forvm.server.company.attendance import Attendance
from forvm.server.company.clock import Clock
from forvm.server.company.consent import Consent, Request
from forvm.server.company.talk import Talk
from forvm.server.limits import Limits, Meter
from forvm.server.messages.company import Agreement, TalkLine
from forvm.server.moments import now
from forvm.server.plan import Plan
from forvm.server.store import Store


@dataclass(slots=True)
class Manners:
    """What all tables of a server share: how much is too much, and since when it is there."""

    talk: Meter
    questions: Meter
    server_began: str

    @classmethod
    def of(cls, limits: Limits) -> Manners:
        """The manners of a server that begins now."""
        return cls(Meter(limits.talk), Meter(limits.questions), now())


@dataclass(slots=True)
class Company:
    """The company at one table."""

    agreement: Agreement
    attendance: Attendance
    clock: Clock
    talk: Talk
    consent: Consent
    manners: Manners
    owner: str  # for whom the thinking of bots counts
    again: str | None  # where its people gather next

    @classmethod
    async def of(cls, game: str, plan: Plan, store: Store, manners: Manners) -> Company:
        """The company of a game, as the store knows it."""
        stored = await store.run(lambda connection: _read(connection, game))
        (lines, mutes), away = stored.talk, stored.away
        return cls._of(game, plan, store, manners, away, Talk(game, lines, mutes, store), stored.request, stored.place)

    @classmethod
    def new(cls, game: str, plan: Plan, store: Store, manners: Manners, place: str | None) -> Company:
        """The company of a game that begins: nobody has come to the table yet, and nothing was said."""
        away: dict[int, str | None] = {seat: now() for seat, chair in enumerate(plan.chairs) if chair.people}
        return cls._of(game, plan, store, manners, away, Talk(game, [], {}, store), None, place)

    @classmethod
    def _of(
        cls,
        game: str,
        plan: Plan,
        store: Store,
        manners: Manners,
        away: dict[int, str | None],
        talk: Talk,
        request: Request | None,
        place: str | None,
    ) -> Company:
        return cls(
            agreement=plan.agreement,
            attendance=Attendance(game, away, plan.agreement.cover_after, store),
            clock=Clock(plan.agreement.clock, manners.server_began),
            talk=talk,
            consent=Consent(game, tuple(sorted(away)), request, store),
            manners=manners,
            owner=place or f"person {plan.host}",
            again=plan.again,
        )

    def stand_in(self, seat: int, since: str) -> str | None:
        """The bot that moves for somebody who is to act since then: they are covered, or their clock has run out."""
        return self.agreement.cover_bot if self.is_late(since) or self.attendance.covered(seat) else None

    def is_late(self, since: str) -> bool:
        """Has the clock run out of somebody who is to act since then?"""
        runs_out = self.clock.runs_out(since)
        return runs_out is not None and runs_out <= now()

    def next_alarm(self, game: Game, people: Collection[int], since: str) -> str | None:
        """When something happens by itself, if nobody does anything before."""
        if game.outcome is not None:
            return None
        runs_out = self.clock.runs_out(since) if game.to_act in people else None
        due = [at for at in (runs_out, self.attendance.next_change()) if at is not None and at > now()]
        return min(due, default=None)


class _Stored(NamedTuple):
    """What the store knows of a company."""

    away: dict[int, str | None]
    talk: tuple[list[TalkLine], dict[str, set[str]]]
    request: Request | None
    place: str | None


def _read(connection: sqlite3.Connection, game: str) -> _Stored:
    away = dict(connection.execute("SELECT seat, away FROM presence WHERE game = ?", (game,)).fetchall())
    asked = connection.execute("SELECT payload FROM requests WHERE game = ?", (game,)).fetchone()
    request = None if asked is None else msgspec.json.decode(asked[0], type=Request)
    (place,) = connection.execute("SELECT place FROM gatherings WHERE id = ?", (game,)).fetchone()
    return _Stored(away, talk.read(connection, game), request, place)
