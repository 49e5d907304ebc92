"""People as the store knows them: browsers with their cookies, the links they opened, and what those let them do."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from forvm.server.access import LONGEST_SECRET, hashed, new_secret
from forvm.server.errors import ServerError
from forvm.server.messages.company import Role
from forvm.server.moments import now
from forvm.server.store import Store

Kind = Literal["guest", "seat", "spectator"]
ANY = -1  # the seat of a guest who may choose
PEOPLE_KEPT = 10_000  # in memory, of those heard of last


@dataclass(frozen=True, slots=True)
class Guest:
    """What somebody may do at one game."""

    person: int
    chooses: frozenset[int] = frozenset()  # seats that may be taken before it begins; ANY among them: all
    seats: tuple[int, ...] = ()  # held, once it has begun
    spectator: int | None = None  # which, from 1

    @property
    def role(self) -> Role:
        """In a few words."""
        return "player" if self.seats or self.chooses else "spectator"

    @property
    def invited(self) -> bool:
        """Has any link been opened?"""
        return bool(self.chooses or self.seats or self.spectator)

    @property
    def speaker(self) -> str:
        """Under which name talk is kept and muted."""
        return f"seat {self.seats[0]}" if self.seats else f"spectator {self.spectator}"


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link is for."""

    kind: Kind
    seat: int | None = None  # None: any
    until: str | None = None
    once: bool = False


class People:
    """Everyone who ever came."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, int] = OrderedDict()

    # Cookies.

    async def known(self, cookie: str | None) -> int | None:
        """The person whose cookie it is, if anyone's."""
        if not cookie or len(cookie) > LONGEST_SECRET:
            return None
        key = hashed(cookie)
        if key not in self._known:
            found = await self._store.run(
                lambda connection: connection.execute("SELECT id FROM people WHERE key = ?", (key,)).fetchone()
            )
            if found is None:
                return None
            self._keep(key, found[0])
        self._known.move_to_end(key)
        return self._known[key]

    async def newcomer(self) -> tuple[int, str]:
        """Somebody new, and the cookie that they will be known by."""
        cookie = new_secret()
        key = hashed(cookie)

        def job(connection: sqlite3.Connection) -> int:
            cursor = connection.execute("INSERT INTO people (key, created) VALUES (?, ?)", (key, now()))
            return cursor.lastrowid or 0

        person = await self._store.run(job)
        self._keep(key, person)
        return person, cookie

    def _keep(self, key: str, person: int) -> None:
        self._known[key] = person
        if len(self._known) > PEOPLE_KEPT:
            self._known.popitem(last=False)

    # What they may do.

    async def guest(self, person: int, game: str) -> Guest:
        """What somebody may do at a game."""
        return (await self.guests(person, game)).get(game, Guest(person))

    async def guests(self, person: int, game: str | None = None) -> dict[str, Guest]:
        """What somebody may do, by game; at one, or at each of theirs."""
        query = "SELECT game, kind, seat FROM passes WHERE person = ?1 AND (?2 IS NULL OR game = ?2)"
        rows = await self._store.run(lambda connection: connection.execute(query, (person, game)).fetchall())
        passes: dict[str, list[tuple[Kind, int]]] = {}
        for at, kind, seat in rows:
            passes.setdefault(at, []).append((kind, seat))
        return {at: _guest(person, own) for at, own in passes.items()}

    async def forget(self, person: int, game: str) -> None:
        """Take a game off somebody's list; one that is on nobody's any more is gone."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM passes WHERE person = ? AND game = ?", (person, game))
            if connection.execute("SELECT 1 FROM passes WHERE game = ?", (game,)).fetchone() is None:
                connection.execute("DELETE FROM games WHERE id = ?", (game,))
                connection.execute("DELETE FROM gatherings WHERE id = ?", (game,))

        await self._store.run(job)

    # Links.

    async def link(self, game: str, invitations: list[Invitation]) -> list[str]:
        """The secrets of new links; others for the same purpose are void."""
        made = [new_secret() for _ in invitations]

        def job(connection: sqlite3.Connection) -> None:
            for secret, new in zip(made, invitations, strict=True):
                purpose = (game, new.kind, new.seat)
                connection.execute("DELETE FROM links WHERE game = ? AND kind = ? AND seat IS ?", purpose)
                connection.execute(
                    "INSERT INTO links (key, game, kind, seat, until, once) VALUES (?, ?, ?, ?, ?, ?)",
                    (hashed(secret), *purpose, new.until, new.once),
                )

        await self._store.run(job)
        return made

    async def invitation(self, secret: str) -> tuple[str, Invitation]:
        """The game that a link leads to, and what it is for."""
        row = None
        if len(secret) <= LONGEST_SECRET:
            row = await self._store.run(lambda connection: _find_link(connection, secret))
        if row is None:
            raise ServerError(
                "not_invited",
                "This link leads nowhere: it was used up, it is too old, or a newer one has taken its place. Ask for "
                "another.",
            )
        game, kind, seat, until, once = row
        return game, Invitation(kind, seat, until, bool(once))

    async def accept(self, person: int, secret: str, also_spectate: bool) -> None:
        """Give somebody what a link is for; a guest who comes late may be let in to watch (``also_spectate``)."""

        def job(connection: sqlite3.Connection) -> None:
            row = _find_link(connection, secret)
            if row is None:  # another was quicker
                raise ServerError("not_invited", "This link has just been used up. Ask for another.")
            game, kind, seat, _, once = row
            if kind == "spectator" or (kind == "guest" and also_spectate):
                let_watch(connection, person, game)
            else:
                give_pass(connection, person, game, kind, ANY if seat is None else seat)
            if once:
                connection.execute("DELETE FROM links WHERE key = ?", (hashed(secret),))

        await self._store.run(job)


def _guest(person: int, passes: list[tuple[Kind, int]]) -> Guest:
    return Guest(
        person,
        frozenset(seat for kind, seat in passes if kind == "guest"),
        tuple(sorted(seat for kind, seat in passes if kind == "seat")),
        next((seat for kind, seat in passes if kind == "spectator"), None),
    )


def give_pass(connection: sqlite3.Connection, person: int, game: str, kind: Kind, seat: int) -> None:
    """Let somebody do something at a game."""
    connection.execute("INSERT OR IGNORE INTO passes VALUES (?, ?, ?, ?)", (person, game, kind, seat))


def let_watch(connection: sqlite3.Connection, person: int, game: str) -> None:
    """Let somebody watch a game, as the next of its spectators, unless they are one already."""
    mine = "SELECT 1 FROM passes WHERE person = ? AND game = ? AND kind = 'spectator'"
    if connection.execute(mine, (person, game)).fetchone() is None:
        last = "SELECT coalesce(max(seat), 0) FROM passes WHERE game = ? AND kind = 'spectator'"
        give_pass(connection, person, game, "spectator", connection.execute(last, (game,)).fetchone()[0] + 1)


def _find_link(connection: sqlite3.Connection, secret: str) -> tuple[str, Kind, int | None, str | None, int] | None:
    query = "SELECT game, kind, seat, until, once FROM links WHERE key = ? AND (until IS NULL OR until > ?)"
    found: tuple[str, Kind, int | None, str | None, int] | None = connection.execute(
        query, (hashed(secret), now())
    ).fetchone()
    return found
