"""What a store has to know when it goes on from a copy of itself.

What was done after the copy was made is lost, but people have seen it: the dice that fell, or the words that were
opened. Dice follow from a secret in the store, so the same dice would fall again, and people would know them. So every
copy is marked as one. Whoever opens a marked store takes the mark away and notes all its games in ``went_back``. Each
of them begins a new epoch of its dice before anything else happens in it; a lobby gets a new secret.
"""

from __future__ import annotations

import sqlite3

from forvm.server.common.timestamps import now
from forvm.server.store.transactions import Transaction

# A copy of an older store has no such table yet.
MARK = "CREATE TABLE IF NOT EXISTS copy_mark (made TEXT NOT NULL) STRICT;"
NONCE_BYTES = 16


def mark_as_copy(connection: sqlite3.Connection) -> None:
    """Mark a store as a copy; one transaction, or part of one."""
    connection.execute(MARK)
    connection.execute("DELETE FROM copy_mark")
    connection.execute("INSERT INTO copy_mark VALUES (?)", (now(),))


def notice_copy(connection: sqlite3.Connection) -> set[str]:
    """Take the mark away, if there is one; returns the games that went back, and have not begun an epoch since."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if connection.execute("DELETE FROM copy_mark").rowcount:
            games = "SELECT id FROM games UNION SELECT id FROM gatherings WHERE NOT started"
            connection.execute(f"INSERT OR IGNORE INTO went_back {games}")
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:  # SQLite itself has ended it if, say, the disk is full
            connection.execute("ROLLBACK")
        raise
    return {game for (game,) in connection.execute("SELECT game FROM went_back")}


def settle_epoch(transaction: Transaction, game: str) -> None:
    """Forget that a game went back; in one transaction with what was done about it."""
    transaction.execute("DELETE FROM went_back WHERE game = ?", (game,))
