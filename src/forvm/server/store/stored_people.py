"""People as the store keeps them: browsers with their cookies, the links they opened, and what those let them do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from forvm.server.store.transactions import Transaction

Kind = Literal["guest", "seat", "spectator"]
ANY = -1  # the seat of a guest who may choose


class StoredDevice(NamedTuple):
    """A browser that holds seats, and at how many games those are also somebody else's."""

    person: int
    key: str
    browser: str | None
    seen: str
    games: int


class StoredLink(NamedTuple):
    """What a link is for."""

    game: str
    kind: Kind
    seat: int | None  # None: any
    until: str | None
    once: bool


# Cookies.


def add_person(transaction: Transaction, key: str, browser: str | None, at: str) -> int:
    """Somebody new."""
    query = "INSERT INTO people (key, created, browser, seen) VALUES (?, ?, ?, ?) RETURNING id"
    person: int = transaction.execute(query, (key, at, browser, at)).fetchone()[0]
    return person


def person_of(transaction: Transaction, key: str) -> int | None:
    """The person whose cookie it is."""
    found = transaction.execute("SELECT id FROM people WHERE key = ?", (key,)).fetchone()
    return None if found is None else found[0]


def person_renewed_by(transaction: Transaction, key: str) -> int | None:
    """The person to whom a new cookie was sent."""
    found = transaction.execute("SELECT person FROM renewals WHERE key = ?", (key,)).fetchone()
    return None if found is None else found[0]


def set_key(transaction: Transaction, person: int, key: str) -> None:
    """Know somebody by another cookie from now on."""
    transaction.execute("UPDATE people SET key = ? WHERE id = ?", (key, person))


def note_seen(transaction: Transaction, person: int, browser: str | None, at: str) -> None:
    """Keep when somebody was seen last, and with which browser."""
    query = "UPDATE people SET seen = ?, browser = coalesce(?, browser) WHERE id = ?"
    transaction.execute(query, (at, browser, person))


def add_renewal(transaction: Transaction, key: str, person: int, at: str) -> None:
    """A new cookie was sent to somebody."""
    transaction.execute("INSERT INTO renewals VALUES (?, ?, ?)", (key, person, at))


def drop_renewals(transaction: Transaction, person: int, before: str | None = None) -> None:
    """Void the new cookies that were sent to somebody, all or those that were made before a moment."""
    if before is None:
        transaction.execute("DELETE FROM renewals WHERE person = ?", (person,))
    else:
        transaction.execute("DELETE FROM renewals WHERE person = ? AND made < ?", (person, before))


# Passes.


def passes(transaction: Transaction, person: int, game: str) -> list[tuple[Kind, int]]:
    """What somebody holds at a game."""
    query = "SELECT kind, seat FROM passes WHERE person = ? AND game = ?"
    return transaction.execute(query, (person, game)).fetchall()


def all_passes(transaction: Transaction, person: int) -> list[tuple[str, Kind, int]]:
    """What somebody holds, at which games."""
    return transaction.execute("SELECT game, kind, seat FROM passes WHERE person = ?", (person,)).fetchall()


def holders(transaction: Transaction, game: str, kind: Kind) -> list[tuple[int, int]]:
    """Seats, or numbers of spectators, and who holds them."""
    query = "SELECT seat, person FROM passes WHERE game = ? AND kind = ? ORDER BY seat, person"
    return transaction.execute(query, (game, kind)).fetchall()


def give_pass(transaction: Transaction, person: int, game: str, kind: Kind, seat: int) -> None:
    """Let somebody do something at a game."""
    transaction.execute("INSERT INTO passes VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", (person, game, kind, seat))


def drop_passes(transaction: Transaction, person: int, game: str) -> None:
    """Let somebody do nothing more at a game."""
    transaction.execute("DELETE FROM passes WHERE person = ? AND game = ?", (person, game))


def drop_guests(transaction: Transaction, game: str) -> list[int]:
    """Nobody is a guest of a game any more; returns who was."""
    query = "SELECT DISTINCT person FROM passes WHERE game = ? AND kind = 'guest' ORDER BY person"
    found = [person for (person,) in transaction.execute(query, (game,))]
    transaction.execute("DELETE FROM passes WHERE game = ? AND kind = 'guest'", (game,))
    return found


def count_passes(transaction: Transaction, game: str, kind: Kind) -> int:
    """How many guests or spectators a game has."""
    query = "SELECT count(*) FROM passes WHERE game = ? AND kind = ?"
    count: int = transaction.execute(query, (game, kind)).fetchone()[0]
    return count


def next_spectator(transaction: Transaction, game: str) -> int:
    """The number of the next spectator of a game."""
    last = "SELECT coalesce(max(seat), 0) FROM passes WHERE game = ? AND kind = 'spectator'"
    number: int = transaction.execute(last, (game,)).fetchone()[0]
    return number + 1


def let_watch(transaction: Transaction, people: Iterable[int], game: str, most: int) -> None:
    """Let people watch a game, each as the next of its spectators, unless they are one already or there is no room.

    Thousands may come, so they are counted once for all.
    """
    number = next_spectator(transaction, game)
    room = most - count_passes(transaction, game, "spectator")
    mine = "SELECT 1 FROM passes WHERE person = ? AND game = ? AND kind = 'spectator'"
    for person in people:
        if room > 0 and transaction.execute(mine, (person, game)).fetchone() is None:
            give_pass(transaction, person, game, "spectator", number)
            number, room = number + 1, room - 1


def let_wait(transaction: Transaction, key: str, game: str, kind: Kind, seat: int) -> None:
    """Keep a pass for somebody until their new cookie comes back."""
    query = "INSERT INTO waiting_passes VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    transaction.execute(query, (key, game, kind, seat))


def waiting_passes(transaction: Transaction, key: str, since: str) -> list[tuple[str, Kind, int]]:
    """The passes that wait for a cookie which was made after a moment."""
    query = "SELECT game, kind, seat FROM waiting_passes JOIN renewals USING (key) WHERE key = ? AND made > ?"
    return transaction.execute(query, (key, since)).fetchall()


def is_on_a_list(transaction: Transaction, game: str) -> bool:
    """Has anybody a pass to a game, or will they have one?"""
    query = "SELECT 1 FROM passes WHERE game = ? UNION ALL SELECT 1 FROM waiting_passes WHERE game = ?"
    return transaction.execute(query, (game, game)).fetchone() is not None


# Links.


def set_link(transaction: Transaction, key: str, link: StoredLink) -> None:
    """A new link. One for the same purpose is void."""
    seat = "seat IS NULL" if link.seat is None else "seat = ?"
    purpose = (link.game, link.kind) if link.seat is None else (link.game, link.kind, link.seat)
    transaction.execute(f"DELETE FROM links WHERE game = ? AND kind = ? AND {seat}", purpose)
    query = "INSERT INTO links (key, game, kind, seat, until, once) VALUES (?, ?, ?, ?, ?, ?)"
    transaction.execute(query, (key, *link))


def find_link(transaction: Transaction, key: str, at: str) -> StoredLink | None:
    """What a link is for, if it still works."""
    query = "SELECT game, kind, seat, until, once FROM links WHERE key = ? AND (until IS NULL OR until > ?)"
    found = transaction.execute(query, (key, at)).fetchone()
    return None if found is None else StoredLink(*found)


def drop_link(transaction: Transaction, key: str) -> None:
    """Void a link."""
    transaction.execute("DELETE FROM links WHERE key = ?", (key,))


# Devices.


def devices(transaction: Transaction, person: int) -> list[StoredDevice]:
    """The browser of whoever asks first, then the others that hold their seats, by when they were seen last."""
    rows = transaction.execute(
        """
        SELECT people.id, people.key, browser, coalesce(seen, created), count(DISTINCT theirs.game)
        FROM people LEFT JOIN passes AS theirs ON theirs.person = people.id AND theirs.kind = 'seat'
            AND EXISTS (SELECT 1 FROM passes AS mine WHERE mine.person = ? AND mine.kind = 'seat'
                AND mine.game = theirs.game AND mine.seat = theirs.seat)
        WHERE people.id = ? OR people.id IN (
            SELECT other.person FROM passes AS mine JOIN passes AS other USING (game, kind, seat)
            WHERE mine.person = ? AND kind = 'seat')
        GROUP BY people.id
        ORDER BY people.id <> ?, coalesce(seen, created) DESC
        """,
        (person,) * 4,
    )
    return [StoredDevice(*row) for row in rows]


def take_seats(transaction: Transaction, person: int, device: int) -> list[str]:
    """Take the seats of somebody from another device, and void the links that it may have made to them."""
    shared = transaction.execute(
        "SELECT game, seat FROM passes AS mine JOIN passes AS other USING (game, kind, seat) "
        "WHERE mine.person = ? AND other.person = ? AND kind = 'seat'",
        (person, device),
    ).fetchall()
    for game, seat in shared:
        taken = (device, game, seat)
        transaction.execute("DELETE FROM passes WHERE person = ? AND game = ? AND kind = 'seat' AND seat = ?", taken)
        for table in ("links", "waiting_passes"):
            transaction.execute(f"DELETE FROM {table} WHERE game = ? AND kind = 'seat' AND seat = ?", (game, seat))
    return [game for game, _ in shared]


def holds_alone(transaction: Transaction, person: int) -> bool:
    """Does somebody alone hold a seat of a game that runs?"""
    query = """
        SELECT 1 FROM passes AS mine JOIN games ON games.id = mine.game
        WHERE mine.person = ? AND kind = 'seat' AND over = 0
            AND NOT EXISTS (SELECT 1 FROM passes AS other WHERE other.game = mine.game AND other.kind = 'seat'
                AND other.seat = mine.seat AND other.person <> ?)
    """
    return transaction.execute(query, (person, person)).fetchone() is not None


def games_of(transaction: Transaction, person: int) -> list[str]:
    """The games and gatherings of somebody."""
    query = "SELECT DISTINCT game FROM passes WHERE person = ? ORDER BY game"
    return [game for (game,) in transaction.execute(query, (person,))]
