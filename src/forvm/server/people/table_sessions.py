"""The sessions of online games: made, read from the store, and put to work at their tables."""

from __future__ import annotations

import msgspec

from forvm.server.common.server_limits import ServerLimits
from forvm.server.people.lobby_plan import LobbyPlan
from forvm.server.people.online_session import OnlineSession, SharedLimits, online_session_of
from forvm.server.people.presence import Presence
from forvm.server.people.undo_requests import VoidedByMoves
from forvm.server.play.live_table import LiveTable
from forvm.server.store import stored_lobbies
from forvm.server.store.interface import Store


class OnlineSessions:
    """The sessions of one server."""

    def __init__(self, store: Store, limits: ServerLimits) -> None:
        self._store = store
        self._limits = SharedLimits.of(limits)

    async def of(self, game: str) -> OnlineSession | None:
        """The session of a game as the store knows it; None of a game at one screen."""
        plan = await self._store.run(lambda transaction: stored_lobbies.plan(transaction, game))
        if plan is None:
            return None
        return await OnlineSession.of(game, msgspec.json.decode(plan, type=LobbyPlan), self._store, self._limits)

    def new(self, game: str, plan: LobbyPlan, place: str | None) -> OnlineSession:
        """The session of a game that begins."""
        return OnlineSession.new(game, plan, self._store, self._limits, place)

    def attach(self, table: LiveTable) -> None:
        """Let all who belong to the session of a table listen to it."""
        session = online_session_of(table)
        if session is not None:
            table.listen(Presence(table, session))
            table.listen(VoidedByMoves(table, session))
