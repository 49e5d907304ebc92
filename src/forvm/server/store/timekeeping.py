"""What the store has to know of time: that the system's clock was set, and since when servers have run.

If the clock is set, a running server does not follow (`forvm.server.common.timestamps`): nobody's time to move gets
longer or shorter. The next one begins with the new time, so the store keeps by how much the two differ, and the next
server moves all moments that are still to come, or from which time is counted.
"""

from __future__ import annotations

import logging

from forvm.server.common import timestamps
from forvm.server.common.server_limits import A_DAY, ServerLimits
from forvm.server.common.timestamps import later, now, soon
from forvm.server.store.interface import Store
from forvm.server.store.transactions import Transaction

log = logging.getLogger("forvm.server")

LONGEST_BREAK = A_DAY  # seconds without a server that count as if one had run: a restart, or a night
TOLERANCE = 2.0  # seconds: less is what keeping a clock right takes

# Moments that are still to come, or from which time is counted: table, key, column, in which rows.
_MOMENTS = (
    ("games", ("id",), "changed", "wakes IS NOT NULL"),
    ("games", ("id",), "wakes", "wakes IS NOT NULL"),
    ("presence", ("game", "seat"), "away", "away IS NOT NULL"),
    ("gatherings", ("id",), "created", "NOT started"),
    ("links", ("key",), "until", "until IS NOT NULL"),
    ("renewals", ("key",), "made", "made IS NOT NULL"),
    ("running", ("id",), "since", "since IS NOT NULL"),
    ("running", ("id",), "seen", "seen IS NOT NULL"),
)


class Timekeeper:
    """Notices that the system's clock was set."""

    def __init__(self) -> None:
        self._noted = 0.0

    async def look(self, store: Store) -> None:
        """Let the store know by how much the system's clock was set, if it was."""
        skew = timestamps.clock.skew()
        if abs(skew - self._noted) > TOLERANCE:
            query = "INSERT INTO clock VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET skew = excluded.skew"
            await store.run(lambda transaction: transaction.execute(query, (skew,)))
            self._noted = skew
            log.warning(
                "the system's clock was set: it differs by %.0f seconds from this server's. Games go on as if it had "
                "not been; the times that are shown are right again after a restart.",
                skew,
            )


def catch_up(transaction: Transaction) -> None:
    """Move the moments that a server wrote by a clock which has been set since. Only when no table is open."""
    found = transaction.execute("SELECT skew FROM clock").fetchone()
    if found is None:
        return
    skew: float = found[0]
    for table, keys, column, condition in _MOMENTS:
        query = f"UPDATE {table} SET {column} = ? WHERE {' AND '.join(f'{key} = ?' for key in keys)}"
        rows = transaction.execute(f"SELECT {column}, {', '.join(keys)} FROM {table} WHERE {condition}").fetchall()
        for moment, *row in rows:
            transaction.execute(query, (later(moment, skew), *row))
    transaction.execute("DELETE FROM clock")


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


def _note_running(transaction: Transaction) -> str:
    """Note that a server runs now; returns since when servers have run without a long break."""
    at = now()
    found = transaction.execute("SELECT since, seen FROM running").fetchone()
    # A look that is still to come was noted by a clock that was ahead, and has been set since.
    shielded = found is not None and later(at, -LONGEST_BREAK) <= found[1] <= later(at, LONGEST_BREAK)
    since: str = found[0] if shielded else at
    again = "ON CONFLICT (id) DO UPDATE SET since = excluded.since, seen = excluded.seen"
    transaction.execute(f"INSERT INTO running VALUES (1, ?, ?) {again}", (since, at))
    return since
