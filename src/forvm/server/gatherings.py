"""Gatherings: online games before they begin. Each change is stored, then told to everyone whose page is open."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Callable
from typing import Protocol
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from forvm.notation.names import SEATS
from forvm.server import plan as plans
from forvm.server.catalogue import rules_name
from forvm.server.chance import new_dice, seal
from forvm.server.errors import ServerError
from forvm.server.limits import Limits
from forvm.server.messages.gathering import Gathering, Links, NewGathering, Place
from forvm.server.messages.socket import Problem, ServerMessage
from forvm.server.moments import later, now
from forvm.server.people import Guest, Invitation, People, give_pass, let_watch
from forvm.server.plan import Plan
from forvm.server.setups import game_of, rules_from
from forvm.server.store import Store
from forvm.server.table import Table
from forvm.server.tables import Tables

KEPT = 30 * 24 * 3600  # seconds; who has not begun by then will not


class Visitor(Protocol):
    """A page that looks at a gathering; when it begins it goes on to the table."""

    @property
    def guest(self) -> Guest:
        """Who it is."""
        ...

    def tell(self, message: ServerMessage) -> None:
        """Send the page a message."""
        ...

    def enter(self, table: Table, guest: Guest) -> None:
        """The game has begun."""
        ...

    def dismiss(self) -> None:
        """There is nothing more to see."""
        ...


class Lobby:
    """One gathering, and those who look at it."""

    def __init__(self, id: str, created: str, plan: Plan) -> None:
        self.id = id
        self.created = created
        self.plan = plan
        self.visitors: set[Visitor] = set()
        self.lock = asyncio.Lock()
        self._rules = rules_name(rules_from(plan.rules, plan.changes, plan.house_rules))

    def seen_by(self, guest: Guest) -> Gathering:
        """The gathering as somebody may see it."""
        plan = self.plan
        here = {visitor.guest.person for visitor in self.visitors}
        seated = {person for chair in plan.chairs for person in chair.people}
        obstacle = plan.why_not()
        you = plan.chair_of(guest.person)
        return Gathering(
            id=self.id,
            rules=self._rules,
            created=self.created,
            agreement=plan.agreement,
            seats=[self._place(number, here) for number in range(len(plan.chairs))],
            spectators=len(here - seated),
            role="player" if you is not None or guest.chooses or guest.seats else "spectator",
            you=you,
            free=plan.free_for(guest),
            host=guest.person == plan.host,
            seal=seal(plan.sealed(), [chair.name for chair in plan.chairs]),
            can_start=obstacle is None and not plan.started,
            why_not=obstacle,
            started=plan.started,
            after=plan.after,
        )

    def _place(self, number: int, here: set[int]) -> Place:
        chair = self.plan.chairs[number]
        return Place(
            seat=number,
            letter=SEATS[number],
            kind="bot" if chair.bot is not None else "person" if chair.people else "open",
            name=chair.name,
            colour=chair.colour,
            bot=chair.bot,
            ready=chair.ready,
            here=chair.bot is not None or not here.isdisjoint(chair.people),
            host=self.plan.host in chair.people,
            entropy=chair.entropy,
        )

    def come(self, visitor: Visitor) -> None:
        """A page opens; the others see who is here."""
        self.visitors.add(visitor)
        self.tell_all()

    def go(self, visitor: Visitor) -> None:
        """And closes again."""
        if visitor in self.visitors:
            self.visitors.discard(visitor)
            self.tell_all()

    def tell_all(self) -> None:
        """Tell everyone how things stand."""
        for visitor in list(self.visitors):
            visitor.tell(self.seen_by(visitor.guest))


class Gatherings:
    """Every gathering."""

    def __init__(self, store: Store, people: People, tables: Tables) -> None:
        self._store = store
        self._people = people
        self._tables = tables
        self._lobbies: WeakValueDictionary[str, Lobby] = WeakValueDictionary()  # those that somebody looks at
        self._opening = asyncio.Lock()

    async def forget_old(self) -> None:
        """Forget gatherings that came to nothing long ago."""
        query = "DELETE FROM gatherings WHERE NOT started AND created < ?"
        await self._store.run(lambda connection: connection.execute(query, (later(now(), -KEPT),)))

    # Opening and finding.

    async def open(self, wanted: NewGathering, person: int, limits: Limits) -> Lobby:
        """A new gathering, of a host who has not too many open."""
        rules = rules_from(wanted.rules, wanted.changes, wanted.house_rules)
        id = secrets.token_hex(8)
        plan = plans.opened(wanted, rules.digest(), person, new_dice(id))
        # Whether so many can play by these rules is better known now than at the start.
        seats = [replace(seat, name=SEATS[number]) for number, seat in enumerate(plan.setup().seats)]
        game_of(replace(plan.setup(), seats=tuple(seats)))
        lobby = Lobby(id, now(), plan)
        await self._store.run(lambda connection: keep_new(connection, lobby, limits))
        self._lobbies[id] = lobby
        return lobby

    async def find(self, id: str) -> Lobby:
        """A gathering, from memory or from the store."""
        async with self._opening:
            lobby = self._lobbies.get(id)
            if lobby is None:
                row = await self._store.run(
                    lambda connection: connection.execute(
                        "SELECT created, plan FROM gatherings WHERE id = ?", (id,)
                    ).fetchone()
                )
                if row is None:
                    raise ServerError("unknown", "There is no such game: it was removed, or the address is wrong.")
                lobby = self._lobbies[id] = Lobby(id, row[0], msgspec.json.decode(row[1], type=Plan))
            return lobby

    async def waiting(self, person: int) -> list[Lobby]:
        """Those of somebody's gatherings that have not become games yet, the newest first."""
        mine = "id IN (SELECT game FROM passes WHERE person = ?)"
        query = f"SELECT id FROM gatherings WHERE NOT started AND {mine} ORDER BY created DESC"
        rows = await self._store.run(lambda connection: connection.execute(query, (person,)).fetchall())
        return [await self.find(id) for (id,) in rows]

    # What people do.

    async def change(self, lobby: Lobby, change: Callable[[Plan], Plan]) -> None:
        """Carry out what somebody does: checked, stored, then told to all."""
        async with lobby.lock:
            plan = change(_not_started(lobby.plan))
            await self._store.run(lambda connection: _update(connection, lobby.id, plan))
            lobby.plan = plan
        lobby.tell_all()

    async def links(self, lobby: Lobby, person: int) -> Links:
        """New links for everyone, each seat and spectators; the host's to give."""
        plan = lobby.plan
        if person != plan.host:
            raise ServerError("not_your_seat", "Only who opened the gathering makes its links.")
        seats = [number for number, chair in enumerate(plan.chairs) if chair.bot is None]
        invitations = [Invitation("guest"), *(Invitation("guest", seat) for seat in seats)]
        if plan.agreement.spectators:
            invitations.append(Invitation("spectator"))
        made = await self._people.link(lobby.id, invitations)
        by_seat = dict(zip(seats, made[1:], strict=False))
        return Links(
            everyone=made[0],
            seats=[by_seat.get(number) for number in range(len(plan.chairs))],
            spectators=made[-1] if plan.agreement.spectators else None,
        )

    async def start(self, lobby: Lobby, person: int) -> None:
        """Begin: from one moment to the next everyone who looks on sits at a table."""
        async with lobby.lock:
            plan = plans.start(_not_started(lobby.plan), person)
            table = await self._tables.begin_online(
                lobby.id, plan, lambda connection: seat_all(connection, lobby.id, plan)
            )
            lobby.plan = plan
        for visitor in list(lobby.visitors):
            visitor.tell(lobby.seen_by(visitor.guest))
            visitor.enter(table, await self._people.guest(visitor.guest.person, lobby.id))
        lobby.visitors.clear()
        table.wake()

    async def remove(self, lobby: Lobby, person: int) -> None:
        """Call it off."""
        async with lobby.lock:
            if person != _not_started(lobby.plan).host:
                raise ServerError("not_your_seat", "Only who opened the gathering can call it off.")
            await self._store.run(
                lambda connection: connection.execute("DELETE FROM gatherings WHERE id = ?", (lobby.id,))
            )
            self._lobbies.pop(lobby.id, None)
        for visitor in list(lobby.visitors):
            visitor.tell(Problem("unknown", "The host has called the game off."))
            visitor.dismiss()

    async def again(self, before: Lobby, person: int, limits: Limits) -> tuple[Lobby, bool]:
        """The gathering of a rematch, and whether it is new: whoever asks first is the host, the others find it."""
        async with before.lock:
            if before.plan.again is not None:
                return await self.find(before.plan.again), False
            id = secrets.token_hex(8)
            dice = new_dice(id)

            def job(connection: sqlite3.Connection) -> tuple[Lobby, Plan]:
                held = connection.execute(
                    "SELECT seat, person FROM passes WHERE game = ? AND kind = 'seat' ORDER BY person", (before.id,)
                )
                holders: dict[int, list[int]] = {}
                for seat, holder in held:
                    holders.setdefault(seat, []).append(holder)
                lobby = Lobby(id, now(), plans.once_more(before.plan, before.id, person, holders, dice))
                keep_new(connection, lobby, limits)
                for seat, those in holders.items():
                    for holder in those:
                        give_pass(connection, holder, id, "guest", seat)
                watching = "SELECT person FROM passes WHERE game = ? AND kind = 'spectator' ORDER BY seat"
                for (spectator,) in connection.execute(watching, (before.id,)).fetchall():
                    let_watch(connection, spectator, id)
                plan = replace(before.plan, again=id)
                _update(connection, before.id, plan)
                return lobby, plan

            lobby, before.plan = await self._store.run(job)
            self._lobbies[id] = lobby
            return lobby, True


def _not_started(plan: Plan) -> Plan:
    if plan.started:
        raise ServerError("not_ready", "The game has begun: now it is played at the table.")
    return plan


def keep_new(connection: sqlite3.Connection, lobby: Lobby, limits: Limits) -> None:
    """Store a new gathering, of which the host may choose any seat; too many open ones are refused."""
    plan = lobby.plan
    _check_open_games(connection, plan.host, limits)
    row = (lobby.id, lobby.created, plan.host, plan.started, msgspec.json.encode(plan))
    connection.execute("INSERT INTO gatherings (id, created, host, started, plan) VALUES (?, ?, ?, ?, ?)", row)
    give_pass(connection, plan.host, lobby.id, "guest", -1)


def _check_open_games(connection: sqlite3.Connection, host: int, limits: Limits) -> None:
    still_open = """
        SELECT count(*) FROM gatherings LEFT JOIN games USING (id)
        WHERE (?1 IS NULL OR host = ?1) AND coalesce(json_extract(CAST(line AS TEXT), '$.over'), 0) = 0
    """
    if connection.execute(still_open, (host,)).fetchone()[0] >= limits.open_games:
        told = f"You have {limits.open_games} games open: finish one of them, or call one off, before another."
        raise ServerError("too_many", told)
    in_all = limits.open_games_in_all
    if in_all is not None and connection.execute(still_open, (None,)).fetchone()[0] >= in_all:
        raise ServerError("too_many", "As many games are open as this server takes. Try again another day.")


def _update(connection: sqlite3.Connection, id: str, plan: Plan) -> None:
    row = (plan.started, msgspec.json.encode(plan), id)
    connection.execute("UPDATE gatherings SET started = ?, plan = ? WHERE id = ?", row)


def seat_all(connection: sqlite3.Connection, id: str, plan: Plan) -> None:
    """The moment of the beginning: seats belong to those who sit there, and the others look on or have to go."""
    _update(connection, id, plan)
    guests = connection.execute(
        "SELECT DISTINCT person FROM passes WHERE game = ? AND kind = 'guest'", (id,)
    ).fetchall()
    connection.execute("DELETE FROM passes WHERE game = ? AND kind = 'guest'", (id,))
    for seat, chair in enumerate(plan.chairs):
        for person in chair.people:
            give_pass(connection, person, id, "seat", seat)
        if chair.people:
            connection.execute("INSERT INTO presence VALUES (?, ?, ?)", (id, seat, now()))
    if plan.agreement.spectators:
        for (person,) in guests:
            if plan.chair_of(person) is None:
                let_watch(connection, person, id)
