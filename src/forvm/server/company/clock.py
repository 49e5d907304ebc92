"""The clock: how long whoever is to act has got for one move. When it has run out a bot makes that move."""

from __future__ import annotations

from forvm.server.messages import company
from forvm.server.moments import later, now, seconds_until

AFTER_RESTART = 30  # seconds, or a whole move's time if that is less: nobody loses a move because the server was down


class Clock:
    """The clock of a table, if it has one."""

    def __init__(self, seconds: int | None, server_began: str) -> None:
        self._seconds = seconds
        self._server_began = server_began
        self._handed_back: str | None = None

    def hand_back(self) -> None:
        """Somebody came back to a seat that a bot had covered: their time begins now."""
        self._handed_back = now()

    def runs_out(self, since: str) -> str | None:
        """When the time for a move is over that somebody may make since then."""
        if self._seconds is None:
            return None
        began = max(since, self._handed_back or since)
        after_restart = later(self._server_began, min(self._seconds, AFTER_RESTART))
        return max(later(began, self._seconds), after_restart)

    def shown(self, seat: int, since: str) -> company.Clock | None:
        """The clock as a page shows it."""
        end = self.runs_out(since)
        if end is None or self._seconds is None:
            return None
        return company.Clock(seat, self._seconds, max(0.0, round(seconds_until(end), 1)))
