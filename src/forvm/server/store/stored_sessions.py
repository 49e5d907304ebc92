"""What the store keeps of the people at a table: who is there, what they said, and what they asked to take back."""

from __future__ import annotations

from collections.abc import Mapping

from forvm.server.store.transactions import Transaction


def away(transaction: Transaction, game: str) -> dict[int, str | None]:
    """Since when each person is away; None while they are there."""
    return dict(transaction.execute("SELECT seat, away FROM presence WHERE game = ?", (game,)).fetchall())


def set_away(transaction: Transaction, game: str, away: Mapping[int, str | None]) -> None:
    """Somebody came or went."""
    for seat, since in away.items():
        transaction.execute("UPDATE presence SET away = ? WHERE game = ? AND seat = ?", (since, game, seat))


def add_seat(transaction: Transaction, game: str, seat: int, away: str) -> None:
    """A person's seat at a game that begins. They have yet to come to the table."""
    transaction.execute("INSERT INTO presence VALUES (?, ?, ?)", (game, seat, away))


def all_left(transaction: Transaction, at: str) -> None:
    """The server ended: nobody is at any table."""
    transaction.execute("UPDATE presence SET away = ? WHERE away IS NULL", (at,))


def talk(transaction: Transaction, game: str, most: int) -> list[bytes]:
    """The last lines of what was said, the oldest first."""
    query = "SELECT line FROM talk WHERE game = ? ORDER BY number DESC LIMIT ?"
    return [line for (line,) in transaction.execute(query, (game, most))][::-1]


def add_talk(transaction: Transaction, game: str, number: int, line: bytes) -> None:
    """Somebody said something."""
    transaction.execute("INSERT INTO talk VALUES (?, ?, ?)", (game, number, line))


def mutes(transaction: Transaction, game: str) -> dict[str, set[str]]:
    """Whom each listener has muted."""
    found: dict[str, set[str]] = {}
    for listener, speaker in transaction.execute("SELECT listener, speaker FROM mutes WHERE game = ?", (game,)):
        found.setdefault(listener, set()).add(speaker)
    return found


def set_mute(transaction: Transaction, game: str, listener: str, speaker: str, *, muted: bool) -> None:
    """Somebody mutes another, or does so no more."""
    query = "DELETE FROM mutes WHERE game = ? AND listener = ? AND speaker = ?"
    if muted:
        query = "INSERT INTO mutes VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    transaction.execute(query, (game, listener, speaker))


def undo_request(transaction: Transaction, game: str) -> bytes | None:
    """The request to take moves back that waits for answers."""
    found = transaction.execute("SELECT payload FROM requests WHERE game = ?", (game,)).fetchone()
    return None if found is None else found[0]


def set_undo_request(transaction: Transaction, game: str, request: bytes) -> None:
    """Somebody asks to take moves back, or agrees."""
    query = "INSERT INTO requests VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET payload = excluded.payload"
    transaction.execute(query, (game, request))


def drop_undo_request(transaction: Transaction, game: str) -> None:
    """It is settled."""
    transaction.execute("DELETE FROM requests WHERE game = ?", (game,))
