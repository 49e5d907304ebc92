"""The clock: how long the player to act has for one move. When it has run out, a bot makes that move."""

from __future__ import annotations

from datetime import datetime, timedelta

from forvm.server.common.timestamps import later, now, seconds_until
from forvm.server.protocol import session_messages

AFTER_RESTART = 30  # seconds, or a whole move's time if that is less: nobody loses a move because the server was down


class MoveClock:
    """The clock of a table, if it has one."""

    def __init__(self, seconds: int | None, server_began: str) -> None:
        self._seconds = seconds
        self._server_began = server_began
        self._handed_back: str | None = None
        self._handed_back_at: int | None = None  # how many moves stood then
        # Milliseconds that had gone into the move which is to be made before the last thing was done: somebody alone
        # took a move back, and what they had used for it stays used.
        self.used = 0

    def hand_back(self, position: int) -> None:
        """Somebody came back to a seat that a bot had covered: their time begins now, once for each position.

        Otherwise they could come and go for as long as they like.
        """
        if position != self._handed_back_at:
            self._handed_back, self._handed_back_at = now(), position

    def used_until(self, at: str, since: str) -> int:
        """Milliseconds that have gone into the move which is to be made, if the last thing was done ``since``."""
        if self._seconds is None:
            return 0
        return self.used + (datetime.fromisoformat(at) - datetime.fromisoformat(since)) // timedelta(milliseconds=1)

    def runs_out(self, since: str, used: int | None = None) -> str | None:
        """When the time for a move is over that somebody may make since then, of which so much had been used before."""
        if self._seconds is None:
            return None
        began = later(since, -(self.used if used is None else used) / 1000)
        began = max(began, self._handed_back or began)
        after_restart = later(self._server_began, min(self._seconds, AFTER_RESTART))
        return max(later(began, self._seconds), after_restart)

    def shown(self, seat: int, since: str) -> session_messages.Clock | None:
        """The clock as a page shows it."""
        end = self.runs_out(since)
        if end is None or self._seconds is None:
            return None
        return session_messages.Clock(seat, self._seconds, max(0.0, round(seconds_until(end), 1)))
