"""Games as the store keeps them: how each stands, its events, and when it wakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from forvm.server.store.event_chain import Stored, append_events, first_link
from forvm.server.store.transactions import Transaction


class StoredGame(NamedTuple):
    """A game in the store: when it began and something last happened, what it was set up as, how it stands."""

    id: str
    created: str
    changed: str
    setup: bytes
    line: bytes


_COLUMNS = ", ".join(StoredGame._fields)
IDS_AT_ONCE = 500  # in one statement


def begin(
    transaction: Transaction, game: StoredGame, events: Sequence[Stored], wakes: str | None, *, over: bool
) -> None:
    """A new game, with what happened before anyone was asked."""
    row = (*game, wakes, first_link(game.id, game.setup), int(over))
    columns = f"{_COLUMNS}, wakes, head, over"
    transaction.execute(f"INSERT INTO games ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    append_events(transaction, game.id, events, game.changed)


def go_on(
    transaction: Transaction,
    game: str,
    events: Sequence[Stored],
    line: bytes,
    at: str,
    wakes: str | None,
    *,
    over: bool,
) -> None:
    """Add events to a game. A request to take back is about the position before them, so it ends."""
    row = (at, line, wakes, int(over), game)
    transaction.execute("UPDATE games SET changed = ?, line = ?, wakes = ?, over = ? WHERE id = ?", row)
    transaction.execute("DELETE FROM requests WHERE game = ?", (game,))
    append_events(transaction, game, events, at)


def every(transaction: Transaction) -> list[StoredGame]:
    """Every game, the one last changed first."""
    return [StoredGame(*row) for row in transaction.execute(f"SELECT {_COLUMNS} FROM games ORDER BY changed DESC, id")]


def which_are_over(transaction: Transaction) -> dict[str, bool]:
    """Every game, and whether it is over."""
    return {id: bool(over) for id, over in transaction.execute("SELECT id, over FROM games ORDER BY id")}


def of_person(transaction: Transaction, person: int) -> list[StoredGame]:
    """The games that somebody may see, the one last changed first."""
    mine = "id IN (SELECT game FROM passes WHERE person = ?)"
    query = f"SELECT {_COLUMNS} FROM games WHERE {mine} ORDER BY changed DESC, id"
    return [StoredGame(*row) for row in transaction.execute(query, (person,))]


def one(transaction: Transaction, game: str) -> StoredGame | None:
    """One game, if it is there."""
    found = transaction.execute(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (game,)).fetchone()
    return None if found is None else StoredGame(*found)


def delete(transaction: Transaction, game: str) -> bool:
    """Forget a game; says whether it was there."""
    return transaction.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount > 0


def waking(transaction: Transaction) -> list[tuple[str, str]]:
    """The games at which something happens by itself, and when."""
    return transaction.execute("SELECT id, wakes FROM games WHERE wakes IS NOT NULL").fetchall()


def idle_since(transaction: Transaction, games: Sequence[str] | None = None) -> dict[str, str]:
    """Since when nothing has happened in online games that run, all or these: no move, and no player at the table."""
    if games is None:
        return _idle_since(transaction, "", ())
    found: dict[str, str] = {}
    for first in range(0, len(games), IDS_AT_ONCE):
        part = games[first : first + IDS_AT_ONCE]
        found |= _idle_since(transaction, f"AND games.id IN ({', '.join('?' * len(part))})", part)
    return found


def _idle_since(transaction: Transaction, these: str, values: Sequence[str]) -> dict[str, str]:
    # CROSS JOIN: SQLite goes through the tables in this order, and looks at no game that has ended.
    query = f"""
        SELECT games.id, max(CASE WHEN away > changed THEN away ELSE changed END) FROM games CROSS JOIN presence
        WHERE game = games.id AND over = 0 {these} GROUP BY games.id HAVING count(*) = count(away)
    """
    return dict(transaction.execute(query, values).fetchall())
