"""What the store has to know of time: that the system's clock was set, and since when servers have run.

If the clock is set, a running server does not follow (`forvm.server.common.timestamps`): nobody's time to move gets
longer or shorter. The next one begins with the new time, so the store keeps by how much the two differ, and the next
server moves all moments that are still to come, or from which time is counted.
"""

from __future__ import annotations

import logging
import sqlite3

from forvm.server.common import timestamps
from forvm.server.common.server_limits import A_DAY, ServerLimits
from forvm.server.common.timestamps import later, now, soon
from forvm.server.store.sqlite_store import Store

log = logging.getLogger("forvm.server")

LONGEST_BREAK = A_DAY  # seconds without a server that count as if one had run: a restart, or a night
TOLERANCE = 2.0  # seconds: less is what keeping a clock right takes


class Timekeeper:
    """Notices that the system's clock was set."""

    def __init__(self) -> None:
        self._noted = 0.0

    async def look(self, store: Store) -> None:
        """Let the store know by how much the system's clock was set, if it was."""
        skew = timestamps.clock.skew()
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
    connection.execute("UPDATE gatherings SET created = moved(created) WHERE NOT started")
    connection.execute("UPDATE links SET until = moved(until) WHERE until IS NOT NULL")
    connection.execute("UPDATE renewals SET made = moved(made)")
    connection.execute("UPDATE running SET since = moved(since), seen = moved(seen)")
    connection.execute("DELETE FROM clock")


class Expiry:
    """When games and gatherings that nobody plays are forgotten: never unless pages could tell so, a week before.

    Pages tell nothing while no server runs. So the store keeps since when servers have run. If there was a long break,
    or the clock was set meanwhile, that time begins anew, and whatever was there before is kept for a week from then
    on. Whoever forgets anything looks at the store before.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._since = now()  # until the first look

    async def look(self, store: Store) -> None:
        """Let the store know that a server runs; now and then, much more often than `LONGEST_BREAK`."""
        self._since = await store.run(_note_running)

    def of_game(self, idle_since: str) -> str:
        """When a game is forgotten, unless somebody plays or looks at it."""
        return self._end(idle_since, self._limits.idle_game_kept)

    def of_gathering(self, created: str, *, empty: bool) -> str:
        """When a gathering is forgotten, unless it begins: soon, if nobody comes."""
        return self._end(created, self._limits.empty_lobby_kept if empty else self._limits.lobby_kept)

    def told(self, end: str) -> str | None:
        """When something is forgotten, if pages tell that already."""
        return soon(end, self._limits.told_before)

    def _end(self, began: str, kept: float) -> str:
        end = later(began, kept)
        return end if began >= self._since else max(end, later(self._since, self._limits.told_before))


def _note_running(connection: sqlite3.Connection) -> str:
    """Note that a server runs now; returns since when servers have run without a long break."""
    at = now()
    found = connection.execute("SELECT since, seen FROM running").fetchone()
    # A look that is still to come was noted by a clock that was ahead, and has been set since.
    shielded = found is not None and later(at, -LONGEST_BREAK) <= found[1] <= later(at, LONGEST_BREAK)
    since: str = found[0] if shielded else at
    connection.execute("INSERT OR REPLACE INTO running VALUES (1, ?, ?)", (since, at))
    return since
