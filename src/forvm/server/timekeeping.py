"""The system's clock is set while a server runs: what becomes of the moments in its store.

A running server does not follow (`forvm.server.moments`): nobody's time to move gets longer or shorter. The next one
begins with the new time, so the store keeps by how much the two differ, and the next server moves all moments that are
still to come, or from which time is counted.
"""

from __future__ import annotations

import logging
import sqlite3

from forvm.server import moments
from forvm.server.moments import later
from forvm.server.store import Store

log = logging.getLogger("forvm.server")

TOLERANCE = 2.0  # seconds: less is what keeping a clock right takes


class Timekeeper:
    """Notices that the system's clock was set."""

    def __init__(self) -> None:
        self._noted = 0.0

    async def look(self, store: Store) -> None:
        """Let the store know by how much the system's clock was set, if it was."""
        skew = moments.clock.skew()
        if abs(skew - self._noted) > TOLERANCE:
            query = "INSERT INTO clock VALUES (1, ?) ON CONFLICT DO UPDATE SET skew = excluded.skew"
            await store.run(lambda connection: connection.execute(query, (skew,)))
            self._noted = skew
            log.warning(
                "the system's clock was set: it differs by %.0f seconds from this server's. Games go on as if it had "
                "not been; the times that are shown are right again after a restart.",
                skew,
            )


def catch_up(connection: sqlite3.Connection) -> None:
    """Move the moments that a server wrote by a clock which has been set since. Only when no table is open."""
    found = connection.execute("SELECT skew FROM clock").fetchone()
    if found is None:
        return
    connection.create_function("moved", 1, lambda moment: later(moment, found[0]), deterministic=True)
    connection.execute("UPDATE games SET changed = moved(changed), wakes = moved(wakes) WHERE wakes IS NOT NULL")
    connection.execute("UPDATE presence SET away = moved(away) WHERE away IS NOT NULL")
    connection.execute("DELETE FROM clock")
