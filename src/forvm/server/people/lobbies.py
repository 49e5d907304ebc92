"""Gatherings: online games before they begin. Each change is stored, then told to everyone whose page is open."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

import msgspec
from msgspec.structs import replace

from forvm.game.fairdice import new_secret
from forvm.notation.names import SEATS
from forvm.server.common.live_registry import Registry
from forvm.server.common.server_errors import ServerError, StoreError
from forvm.server.common.server_limits import ServerLimits
from forvm.server.common.shielded_task import shielded
from forvm.server.common.timestamps import now
from forvm.server.games.catalogue import rules_name
from forvm.server.games.new_games import game_of, rules_of
from forvm.server.games.table_dice import commitment_of, new_dice, seal_of
from forvm.server.people import lobby_plan as plans
from forvm.server.people.accounts import Arrival, Guest, Invitation, People, let_watch
from forvm.server.people.lobby_plan import LobbyPlan
from forvm.server.people.table_sessions import OnlineSessions
from forvm.server.play.live_table import LiveTable
from forvm.server.play.live_tables import LiveTables, unknown_game
from forvm.server.protocol.lobby_messages import Gathering, Links, NewGathering, Place
from forvm.server.protocol.socket_messages import Problem, ServerMessage
from forvm.server.store import stored_lobbies, stored_people, stored_sessions
from forvm.server.store.dice_epochs import settle_epoch
from forvm.server.store.interface import Store
from forvm.server.store.stored_lobbies import StoredLobby
from forvm.server.store.stored_people import ANY
from forvm.server.store.timekeeping import Expiry
from forvm.server.store.transactions import Transaction
from forvm.server.workers.uploads.upload_service import Uploads


class Visitor(Protocol):
    """A page that looks at a gathering; when it begins it goes on to the table."""

    @property
    def guest(self) -> Guest:
        """Who it is."""
        ...

    def tell(self, message: ServerMessage) -> None:
        """Send the page a message."""
        ...

    def enter(self, table: LiveTable, guest: Guest) -> None:
        """The game has begun."""
        ...

    def dismiss(self) -> None:
        """There is nothing more to see."""
        ...


class Lobby:
    """One gathering, and those who look at it."""

    def __init__(
        self, id: str, created: str, plan: LobbyPlan, place: str | None = None, expiry: Expiry | None = None
    ) -> None:
        self.id = id
        self.created = created
        self.plan = plan
        self.place = place  # where it was opened
        self.visitors: set[Visitor] = set()
        self.lock = asyncio.Lock()
        self.removed = False
        self._expiry = expiry or Expiry(ServerLimits())
        self._rules = rules_name(rules_of(plan.rules, plan.changes, plan.checked_rules))

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
            commitment=commitment_of(plan.dice),
            round=plan.dice.round,
            opening=plan.opening,
            seal=seal_of(plan.setup()) if plan.opening or plan.started else None,
            closed=list(plan.closed) if plan.opening else [],
            called_off=None if plan.missing is None else list(plan.missing),
            can_start=obstacle is None and not plan.started and not plan.opening,
            why_not=obstacle,
            started=plan.started,
            after=plan.after,
            expires=None if plan.started else self._expiry.told(self.expires),
        )

    @property
    def expires(self) -> str:
        """When it is forgotten, unless it begins."""
        return expires(self.created, self.plan, self._expiry)

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
            words=chair.words,
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

    def dismiss(self, person: int) -> None:
        """Let the pages of somebody go who may no longer look on."""
        for visitor in list(self.visitors):
            if visitor.guest.person == person:
                visitor.dismiss()

    def tell_all(self) -> None:
        """Tell everyone how things stand."""
        for visitor in list(self.visitors):
            visitor.tell(self.seen_by(visitor.guest))


class Lobbies:
    """Every gathering."""

    def __init__(
        self, store: Store, people: People, tables: LiveTables, uploads: Uploads, sessions: OnlineSessions
    ) -> None:
        self._store = store
        self._uploads = uploads
        self._people = people
        self._tables = tables
        self._sessions = sessions
        self._expiry = tables.expiry
        self._registry: Registry[Lobby] = Registry()  # those that somebody looks at

    async def forget_idle(self) -> None:
        """Forget gatherings that came to nothing, unless somebody is there."""
        await self._expiry.look(self._store)

        def job(transaction: Transaction) -> list[str]:
            return [
                id
                for id, stored in stored_lobbies.waiting(transaction)
                if expires(stored.created, msgspec.json.decode(stored.plan, type=LobbyPlan), self._expiry) <= now()
            ]

        for id in await self._store.run(job):
            with suppress(ServerError):  # it began or was called off meanwhile
                await self._forget(await self.find(id))

    async def _forget(self, lobby: Lobby) -> None:
        async def forgetting() -> None:
            if not lobby.visitors and lobby.expires <= now():
                await self._end(lobby, "The game was not started for a long time, so its lobby was closed.")

        await self._registry.alone(lobby.id, forgetting)

    # Opening and finding.

    async def open(self, wanted: NewGathering, host: Arrival, limits: ServerLimits, place: str | None = None) -> Lobby:
        """A new gathering, of a host who has not too many open; their file is read on the account of their place."""
        text = wanted.house_rules
        checked_rules = None if text is None else await self._uploads.rules(text, place or "")
        rules = rules_of(wanted.rules, wanted.changes, checked_rules)
        id = secrets.token_hex(8)
        plan = plans.opened(wanted, rules.digest(), host.person, new_dice(id, rules), checked_rules)
        # Whether so many can play by these rules is better known now than at the start.
        seats = [replace(seat, name=SEATS[number]) for number, seat in enumerate(plan.setup().seats)]
        game_of(replace(plan.setup(), seats=tuple(seats)))
        lobby = Lobby(id, now(), plan, place, self._expiry)

        def job(transaction: Transaction) -> None:
            keep_new(transaction, lobby, limits)
            host.give_pass(transaction, id, "guest", ANY)

        async def opening() -> Lobby:
            await self._store.run(job)
            return lobby

        return await self._registry.begin(id, opening)

    async def find(self, id: str) -> Lobby:
        """A gathering, from memory or from the store."""

        async def reading() -> Lobby:
            stored = await self._store.run(lambda transaction: stored_lobbies.one_lobby(transaction, id))
            if stored is None:
                raise unknown_game()
            return Lobby(id, stored.created, await self._plan(id, stored.plan), stored.place, self._expiry)

        return await self._registry.open(id, reading)

    async def _plan(self, id: str, raw: bytes) -> LobbyPlan:
        """A plan from the store, brought up to date."""
        kept = await self._uploads.with_rules_read(msgspec.json.decode(raw, type=LobbyPlan))
        plan = kept
        if not kept.started and kept.dice.scheme == 1:
            rules = rules_of(kept.rules, kept.changes, kept.checked_rules)
            plan = plans.with_dice(kept, new_dice(id, rules))  # people were ready without having committed to words
        if id in self._store.went_back and not kept.started:
            plan = plans.new_round(plan, new_secret().hex())
        if plan is not kept:

            def job(transaction: Transaction) -> None:
                _update(transaction, id, plan)
                settle_epoch(transaction, id)

            await self._store.run(job)
            self._store.went_back.discard(id)
        return plan

    async def waiting(self, person: int) -> list[Lobby]:
        """Those of somebody's gatherings that have not become games yet, the newest first."""
        found = []
        for id in await self._store.run(lambda transaction: stored_lobbies.waiting_of(transaction, person)):
            with suppress(ServerError):  # it was called off just now
                found.append(await self.find(id))
        return found

    def dismiss(self, person: int) -> None:
        """Let the pages of somebody go, at all gatherings."""
        for lobby in self._registry.items():
            lobby.dismiss(person)

    # What people do.

    async def change(
        self, lobby: Lobby, change: Callable[[LobbyPlan], LobbyPlan], check: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Carry out what somebody does: checked, stored, then told to all. With some of it the game begins.

        ``check`` refuses somebody who may no longer do it. It is called when nobody else can change the gathering.
        """
        await shielded(self._change(lobby, change, check))

    async def _change(
        self, lobby: Lobby, change: Callable[[LobbyPlan], LobbyPlan], check: Callable[[], Awaitable[None]] | None
    ) -> None:
        async with lobby.lock:
            if check is not None:
                await check()
            plan, table = change(_not_started(lobby)), None
            if plan.started:
                table = await self._tables.begin_online(
                    lobby.id,
                    plan.setup(),
                    self._sessions.new(lobby.id, plan, lobby.place),
                    lambda transaction: seat_all(transaction, lobby.id, plan),
                )
            else:
                await self._store.run(lambda transaction: _update(transaction, lobby.id, plan))
            lobby.plan = plan
        if table is None:
            lobby.tell_all()
        else:
            await self._go_to(table, lobby)

    async def _go_to(self, table: LiveTable, lobby: Lobby) -> None:
        """The game has begun: from one moment to the next everyone who looks on sits at a table."""
        table.wake()
        people = {visitor.guest.person for visitor in lobby.visitors}
        try:
            guests = {person: await self._people.guest(person, lobby.id) for person in people}
        except StoreError:
            for visitor in list(lobby.visitors):
                visitor.dismiss()  # its page comes back, and finds the table
            raise
        # Whoever comes from now on goes to the table by themselves, and some may have gone meanwhile.
        for visitor in list(lobby.visitors):
            visitor.tell(lobby.seen_by(visitor.guest))
            visitor.enter(table, guests[visitor.guest.person])
        lobby.visitors.clear()

    async def links(self, lobby: Lobby, person: int) -> Links:
        """New links for everyone, each seat and spectators; the host's to give."""
        plan = lobby.plan
        if person != plan.host:
            raise ServerError("not_your_seat", "Only the host can make links to this lobby.")
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

    async def remove(self, lobby: Lobby, person: int) -> None:
        """Call it off."""
        if person != _not_started(lobby).host:
            raise ServerError("not_your_seat", "Only the host can close this lobby.")
        await self._registry.alone(lobby.id, lambda: self._end(lobby, "The host has closed the lobby."))

    async def _end(self, lobby: Lobby, why: str) -> None:
        """Forget a gathering, alone with it, and let everyone go who looks at it."""
        async with lobby.lock:
            _not_started(lobby)
            await self._store.run(lambda transaction: stored_lobbies.delete_lobby(transaction, lobby.id))
            lobby.removed = True
            self._registry.discard(lobby.id)
        for visitor in list(lobby.visitors):
            visitor.tell(Problem("unknown", why))
            visitor.dismiss()

    async def again(
        self,
        before: Lobby,
        person: int,
        limits: ServerLimits,
        place: str | None = None,
        check_new: Callable[[], None] = lambda: None,
    ) -> tuple[Lobby, bool]:
        """The gathering of a rematch, and whether it is new: whoever asks first is the host, the others find it.

        ``check_new`` refuses to open one more.
        """
        return await shielded(self._again(before, person, limits, place, check_new))

    async def _again(
        self, before: Lobby, person: int, limits: ServerLimits, place: str | None, check_new: Callable[[], None]
    ) -> tuple[Lobby, bool]:
        async with before.lock:
            if before.plan.again is not None:
                try:
                    return await self.find(before.plan.again), False
                except ServerError as error:
                    if error.code != "unknown":  # it was called off
                        raise
            check_new()
            id = secrets.token_hex(8)
            plan = before.plan
            dice = new_dice(id, rules_of(plan.rules, plan.changes, plan.checked_rules))

            def job(transaction: Transaction) -> tuple[Lobby, LobbyPlan]:
                holders: dict[int, list[int]] = {}
                for seat, holder in stored_people.holders(transaction, before.id, "seat"):
                    holders.setdefault(seat, []).append(holder)
                again = plans.once_more(before.plan, before.id, person, holders, dice)
                lobby = Lobby(id, now(), again, place, self._expiry)
                keep_new(transaction, lobby, limits)
                stored_people.give_pass(transaction, person, id, "guest", ANY)
                for seat, those in holders.items():
                    for holder in those:
                        stored_people.give_pass(transaction, holder, id, "guest", seat)
                watching = stored_people.holders(transaction, before.id, "spectator")
                let_watch(transaction, [spectator for _, spectator in watching], id)
                plan = replace(before.plan, again=id)
                _update(transaction, before.id, plan)
                return lobby, plan

            async def opening() -> Lobby:
                lobby, before.plan = await self._store.run(job)
                return lobby

            return await self._registry.begin(id, opening), True


def expires(created: str, plan: LobbyPlan, expiry: Expiry) -> str:
    """When a gathering is forgotten, unless it begins: soon, if nobody comes."""
    others = any(person != plan.host for chair in plan.chairs for person in chair.people)
    return expiry.of_gathering(created, empty=not others)


def _not_started(lobby: Lobby) -> LobbyPlan:
    if lobby.removed:
        raise unknown_game()
    if lobby.plan.started:
        raise ServerError("not_ready", "The game has started. Go to its table.")
    return lobby.plan


def keep_new(transaction: Transaction, lobby: Lobby, limits: ServerLimits) -> None:
    """Store a new gathering; too many open ones are refused."""
    plan = lobby.plan
    _check_open_games(transaction, plan.host, lobby.place, limits)
    stored = StoredLobby(lobby.created, msgspec.json.encode(plan), lobby.place)
    stored_lobbies.add(transaction, lobby.id, stored, plan.host, started=plan.started)


def _check_open_games(transaction: Transaction, host: int, place: str | None, limits: ServerLimits) -> None:
    if stored_lobbies.open_of_host(transaction, host) >= limits.open_games:
        told = f"You already have {limits.open_games} open games. Finish one, or close a lobby, to open another."
        raise ServerError("too_many", told)
    if place is not None and stored_lobbies.open_of_place(transaction, place) >= limits.open_games_of_address:
        told = f"Your address already has {limits.open_games_of_address} open games. Finish one, or close a lobby."
        raise ServerError("too_many", told)
    if limits.open_games_in_all is not None and stored_lobbies.open_in_all(transaction) >= limits.open_games_in_all:
        raise ServerError("too_many", "The server has no room for another open game. Try again another day.")


def _update(transaction: Transaction, id: str, plan: LobbyPlan) -> None:
    stored_lobbies.update(transaction, id, msgspec.json.encode(plan), started=plan.started)


def seat_all(transaction: Transaction, id: str, plan: LobbyPlan) -> None:
    """The moment of the beginning: seats belong to those who sit there, and the others look on or have to go."""
    _update(transaction, id, plan)
    guests = stored_people.drop_guests(transaction, id)
    for seat, chair in enumerate(plan.chairs):
        for person in chair.people:
            stored_people.give_pass(transaction, person, id, "seat", seat)
        if chair.people:
            stored_sessions.add_seat(transaction, id, seat, now())
    if plan.agreement.spectators:
        let_watch(transaction, [person for person in guests if plan.chair_of(person) is None], id)
