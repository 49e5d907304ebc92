"""Online games as the store keeps them, from the invitation on; a game of the same id is there once it has begun."""

from __future__ import annotations

from typing import NamedTuple

from forvm.server.store.transactions import Transaction


class StoredLobby(NamedTuple):
    """A gathering: when it was opened, what it plans, and from where it was opened."""

    created: str
    plan: bytes
    place: str | None


def add(transaction: Transaction, game: str, lobby: StoredLobby, host: int, *, started: bool) -> None:
    """A new gathering."""
    columns = "id, created, host, started, plan, place"
    row = (game, lobby.created, host, started, lobby.plan, lobby.place)
    transaction.execute(f"INSERT INTO gatherings ({columns}) VALUES (?, ?, ?, ?, ?, ?)", row)


def update(transaction: Transaction, game: str, plan: bytes, *, started: bool) -> None:
    """What a gathering plans now."""
    transaction.execute("UPDATE gatherings SET started = ?, plan = ? WHERE id = ?", (started, plan, game))


def one_lobby(transaction: Transaction, game: str) -> StoredLobby | None:
    """One gathering, if it is there."""
    found = transaction.execute("SELECT created, plan, place FROM gatherings WHERE id = ?", (game,)).fetchone()
    return None if found is None else StoredLobby(*found)


def plan(transaction: Transaction, game: str) -> bytes | None:
    """The plan of an online game."""
    found = transaction.execute("SELECT plan FROM gatherings WHERE id = ?", (game,)).fetchone()
    return None if found is None else found[0]


def place(transaction: Transaction, game: str) -> str | None:
    """From where an online game was opened."""
    found = transaction.execute("SELECT place FROM gatherings WHERE id = ?", (game,)).fetchone()
    return None if found is None else found[0]


def has_started(transaction: Transaction, game: str) -> bool:
    """Has a gathering become a game?"""
    return bool(transaction.execute("SELECT started FROM gatherings WHERE id = ?", (game,)).fetchone()[0])


def waiting(transaction: Transaction) -> list[tuple[str, StoredLobby]]:
    """The gatherings that have not begun."""
    rows = transaction.execute("SELECT id, created, plan, place FROM gatherings WHERE NOT started")
    return [(id, StoredLobby(*row)) for id, *row in rows]


def waiting_of(transaction: Transaction, person: int) -> list[str]:
    """Those of somebody, the newest first."""
    mine = "id IN (SELECT game FROM passes WHERE person = ?)"
    query = f"SELECT id FROM gatherings WHERE NOT started AND {mine} ORDER BY created DESC, id"
    return [id for (id,) in transaction.execute(query, (person,))]


def delete_lobby(transaction: Transaction, game: str) -> None:
    """Forget a gathering."""
    transaction.execute("DELETE FROM gatherings WHERE id = ?", (game,))


def open_of_host(transaction: Transaction, host: int) -> int:
    """How many gatherings and running games somebody has opened."""
    return _still_open(transaction, "host = ?", host)


def open_of_place(transaction: Transaction, place: str) -> int:
    """How many were opened from a place."""
    return _still_open(transaction, "place = ?", place)


def _still_open(transaction: Transaction, condition: str, value: object) -> int:
    query = "SELECT count(*) FROM gatherings LEFT JOIN games USING (id) WHERE coalesce(over, 0) = 0"
    count: int = transaction.execute(f"{query} AND {condition}", (value,)).fetchone()[0]
    return count


def open_in_all(transaction: Transaction) -> int:
    """How many there are on the whole server."""
    waiting = "SELECT count(*) FROM gatherings WHERE NOT started"
    # CROSS JOIN: SQLite goes through the tables in this order, and looks at no game that has ended.
    running = "SELECT count(*) FROM games CROSS JOIN gatherings WHERE gatherings.id = games.id AND over = 0"
    count: int = transaction.execute(f"SELECT ({waiting}) + ({running})").fetchone()[0]
    return count
