"""Everything at an online table that is not the game itself."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from forvm.game import Game
from forvm.server.common.server_limits import Meter, ServerLimits
from forvm.server.common.timestamps import now
from forvm.server.people import chat
from forvm.server.people.attendance import Absences
from forvm.server.people.chat import Chat
from forvm.server.people.lobby_plan import LobbyPlan
from forvm.server.people.move_clock import MoveClock
from forvm.server.people.undo_consent import StoredUndoRequest, UndoConsent
from forvm.server.play.live_table import LiveTable
from forvm.server.protocol.session_messages import Agreement, TalkLine
from forvm.server.protocol.socket_messages import Earlier
from forvm.server.store import stored_lobbies, stored_sessions
from forvm.server.store.interface import Store
from forvm.server.store.transactions import Transaction


@dataclass(slots=True)
class SharedLimits:
    """What all tables of a server share: how much is too much, and since when it is there."""

    chat: Meter
    questions: Meter
    server_began: str

    @classmethod
    def of(cls, limits: ServerLimits) -> SharedLimits:
        """The manners of a server that begins now."""
        return cls(Meter(limits.chat), Meter(limits.questions), now())


@dataclass(slots=True)
class OnlineSession:
    """The people at one online table: everything there that is not the game itself."""

    agreement: Agreement
    attendance: Absences
    clock: MoveClock
    chat: Chat
    consent: UndoConsent
    shared_limits: SharedLimits
    owner: str  # for whom the thinking of bots counts
    again: str | None  # where its people gather next

    @classmethod
    async def of(cls, game: str, plan: LobbyPlan, store: Store, shared_limits: SharedLimits) -> OnlineSession:
        """The session of a game, as the store knows it."""
        stored = await store.run(lambda transaction: _read(transaction, game))
        (lines, mutes), away = stored.chat, stored.away
        return cls._of(
            game, plan, store, shared_limits, away, Chat(game, lines, mutes, store), stored.request, stored.place
        )

    @classmethod
    def new(
        cls, game: str, plan: LobbyPlan, store: Store, shared_limits: SharedLimits, place: str | None
    ) -> OnlineSession:
        """The session of a game that begins: nobody has come to the table yet, and nothing was said."""
        away: dict[int, str | None] = {seat: now() for seat, chair in enumerate(plan.chairs) if chair.people}
        return cls._of(game, plan, store, shared_limits, away, Chat(game, [], {}, store), None, place)

    @classmethod
    def _of(
        cls,
        game: str,
        plan: LobbyPlan,
        store: Store,
        shared_limits: SharedLimits,
        away: dict[int, str | None],
        chat: Chat,
        request: StoredUndoRequest | None,
        place: str | None,
    ) -> OnlineSession:
        return cls(
            agreement=plan.agreement,
            attendance=Absences(game, away, plan.agreement.cover_after, store),
            clock=MoveClock(plan.agreement.clock, shared_limits.server_began),
            chat=chat,
            consent=UndoConsent(game, tuple(sorted(away)), request, store),
            shared_limits=shared_limits,
            owner=place or f"person {plan.host}",
            again=plan.again,
        )

    @property
    def time_used(self) -> int:
        """Milliseconds that had gone into the move which is to be made before the last thing was done."""
        return self.clock.used

    @time_used.setter
    def time_used(self, used: int) -> None:
        self.clock.used = used

    def time_used_until(self, at: str, since: str) -> int:
        """Milliseconds that have gone into the move which is to be made, if the last thing was done ``since``."""
        return self.clock.used_until(at, since)

    def runs_out(self, since: str, used: int | None = None) -> str | None:
        """The time at which the clock runs out for a turn that began at ``since``."""
        return self.clock.runs_out(since, used)

    def earlier(self, game: Game, seat: int) -> list[Earlier]:
        """Where somebody may ask to go back to, if the players agreed on that."""
        return self.consent.earlier(game, seat) if self.agreement.undo else []

    async def wait_settled(self) -> None:
        """Wait until no request to take back waits for answers."""
        await self.consent.wait_settled()

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


def online_session_of(table: LiveTable) -> OnlineSession | None:
    """The session of a table; None where everyone sits at one screen."""
    assert table.session is None or isinstance(table.session, OnlineSession)
    return table.session


class _Stored(NamedTuple):
    """What the store knows of a company."""

    away: dict[int, str | None]
    chat: tuple[list[TalkLine], dict[str, set[str]]]
    request: StoredUndoRequest | None
    place: str | None


def _read(transaction: Transaction, game: str) -> _Stored:
    asked = stored_sessions.undo_request(transaction, game)
    request = None if asked is None else msgspec.json.decode(asked, type=StoredUndoRequest)
    away, place = stored_sessions.away(transaction, game), stored_lobbies.place(transaction, game)
    return _Stored(away, chat.read(transaction, game), request, place)
