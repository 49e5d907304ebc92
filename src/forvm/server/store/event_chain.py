"""The events of a game are a chain: each is stored with a hash over itself and the hash of the one before.

The chain begins with the game's id and setup, and the game keeps the hash of its last event. So it shows if an event,
the setup or the end of a game was changed or lost, by a fault of the disk or by hand. It is no signature: somebody who
may write to the store can make a new chain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from forvm.server.common.server_errors import BrokenGame
from forvm.server.store.transactions import Transaction


class Stored(NamedTuple):
    """One event of a game, as it lies in the store."""

    seq: int
    kind: str
    payload: bytes


def first_link(game: str, setup: bytes) -> bytes:
    """The hash from which the chain of a game begins."""
    return _hash(b"FORVM chain 1", game.encode(), setup)


def next_link(previous: bytes, game: str, event: Stored) -> bytes:
    """The hash of an event that follows another, or begins the game."""
    return _hash(previous, game.encode(), str(event.seq).encode(), event.kind.encode(), event.payload)


def append_events(transaction: Transaction, game: str, events: Sequence[Stored], at: str) -> None:
    """Add events to the end of a game. Whatever writes events does it by this."""
    found = transaction.execute("SELECT head FROM games WHERE id = ?", (game,)).fetchone()
    link = b"" if found is None else found[0]  # a game that is not there is refused below
    for event in events:
        link = next_link(link, game, event)
        row = (game, *event, at, link)
        transaction.execute("INSERT INTO events (game, seq, kind, payload, at, hash) VALUES (?, ?, ?, ?, ?, ?)", row)
    transaction.execute("UPDATE games SET head = ? WHERE id = ?", (link, game))


def read_events(transaction: Transaction, game: str) -> list[Stored]:
    """All that happened in a game, in order. Raises `BrokenGame` if it is not what was written."""
    found = transaction.execute("SELECT setup, head FROM games WHERE id = ?", (game,)).fetchone()
    if found is None:
        return []
    link, events = first_link(game, found[0]), []
    rows = transaction.execute("SELECT seq, kind, payload, hash FROM events WHERE game = ? ORDER BY seq", (game,))
    for number, (*row, hash) in enumerate(rows, 1):
        event = Stored(*row)
        link = next_link(link, game, event)
        if event.seq != number:
            raise _broken(game, f"event {number} is missing; the next one is {event.seq}.")
        if link != hash:
            what = "its setup or its first event was" if number == 1 else f"event {number} was"
            raise _broken(game, f"{what} changed after it had been written.")
        events.append(event)
    if link != found[1]:
        raise _broken(game, f"events are missing after event {len(events)}.")
    return events


def chain_anew(transaction: Transaction, game: str, setup: bytes) -> None:
    """Make the chain of a game that was written without one."""
    link = first_link(game, setup)
    rows = transaction.execute("SELECT seq, kind, payload FROM events WHERE game = ? ORDER BY seq", (game,)).fetchall()
    for row in rows:
        link = next_link(link, game, Stored(*row))
        transaction.execute("UPDATE events SET hash = ? WHERE game = ? AND seq = ?", (link, game, row[0]))
    transaction.execute("UPDATE games SET head = ? WHERE id = ?", (link, game))


def _hash(*parts: bytes) -> bytes:
    """A hash over several things, none of which can be taken for a part of another."""
    hash = hashlib.sha256()
    for part in parts:
        hash.update(len(part).to_bytes(8))
        hash.update(part)
    return hash.digest()


def _broken(game: str, why: str) -> BrokenGame:
    return BrokenGame(f"The game {game} cannot be read from the store, and is left as it is: {why}")
