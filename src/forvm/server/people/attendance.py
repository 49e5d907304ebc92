"""Who is there: people whose page is open, those who are away and since when, and when a bot covers them.

A bot covers somebody so that the others need not wait. So it plays only while another person is there: a table that all
have left sleeps, and nobody finds their game played to its end by bots in the morning.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from forvm.server.common.server_errors import StoreError
from forvm.server.common.timestamps import later, now
from forvm.server.protocol.session_messages import Presence
from forvm.server.store import stored_sessions
from forvm.server.store.interface import Store


class Absences:
    """Since when each person is away; None while they are there."""

    def __init__(self, game: str, away: dict[int, str | None], cover_after: int | None, store: Store) -> None:
        self._game = game
        self._away = away
        self._cover_after = cover_after
        self._store = store

    def covered(self, seat: int) -> bool:
        """Does a bot play for somebody now?"""
        at = self.covers_at(seat)
        return at is not None and at <= now() and self._others_here(seat)

    def covered_among(self, seats: Collection[int]) -> list[int]:
        """Those of these seats for which a bot plays now."""
        return [seat for seat in seats if self.covered(seat)]

    def covers_at(self, seat: int) -> str | None:
        """From when on a bot may play for somebody; None: they are there, or the table agreed on never."""
        since = self._away.get(seat)
        return None if since is None or self._cover_after is None else later(since, self._cover_after)

    def next_change(self) -> str | None:
        """When the next of the absent will be covered, if nobody comes or goes."""
        due = [at for seat in self._away if (at := self.covers_at(seat)) and at > now() and self._others_here(seat)]
        return min(due, default=None)

    def seats(self) -> list[Presence]:
        """Everyone, as the pages are told."""
        return [self._told(seat) for seat in sorted(self._away)]

    def update(self, here: Collection[int]) -> dict[int, str | None]:
        """Somebody came or went: these are there now. Returns what has changed, for `keep`."""
        at = now()
        changed = {seat: None if seat in here else at for seat in self._away if (seat in here) != self._is_here(seat)}
        self._away |= changed
        return changed

    async def keep(self, changed: dict[int, str | None]) -> None:
        """Write down since when somebody is away."""
        with suppress(StoreError):  # it is noted again with the next who comes or goes, and told all the same
            await self._store.run(lambda transaction: stored_sessions.set_away(transaction, self._game, changed))

    def _told(self, seat: int) -> Presence:
        if self._is_here(seat):
            return Presence(seat, "here", None, None)
        if self.covered(seat):
            return Presence(seat, "covered", self._away[seat], None)
        return Presence(seat, "away", self._away[seat], self.covers_at(seat))

    def _is_here(self, seat: int) -> bool:
        return self._away[seat] is None

    def _others_here(self, seat: int) -> bool:
        return any(self._is_here(other) for other in self._away if other != seat)
