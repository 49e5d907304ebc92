"""People as the store knows them: browsers with their cookies, the links they opened, and what those let them do."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from forvm import text
from forvm.server.common.server_errors import ServerError, StoreError
from forvm.server.common.server_limits import MOST_SPECTATORS
from forvm.server.common.timestamps import later, now
from forvm.server.people.access import LONGEST_SECRET, Caller, hashed, new_secret
from forvm.server.protocol.session_messages import Role
from forvm.server.store import stored_games, stored_lobbies, stored_people
from forvm.server.store.interface import Store
from forvm.server.store.stored_people import ANY, Kind, StoredLink
from forvm.server.store.transactions import Transaction

PEOPLE_KEPT = 10_000  # in memory, of those heard of last
NOTE_EVERY = 600.0  # seconds between two notes of when somebody was seen
AT_ONCE = 10  # seconds within which two cookies for the same browser belong together
PASSES_WAIT = 600  # seconds that a pass waits for a new cookie to come back


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
    def is_at_table(self) -> bool:
        """May they be there once the game has begun?"""
        return bool(self.seats or self.spectator)

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


class Arrival(NamedTuple):
    """Somebody who comes to a game, and the new cookie that they are given.

    Somebody else may know the cookie with which they came: it may have been planted in their browser. So what they get
    waits until the new one comes back.
    """

    person: int
    cookie: str
    is_new: bool  # nobody knew them before, so nothing has to wait

    def give_pass(self, transaction: Transaction, game: str, kind: Kind, seat: int) -> None:
        """Let them do something at a game, at once or when their new cookie comes back."""
        if self.is_new:
            stored_people.give_pass(transaction, self.person, game, kind, seat)
        else:
            stored_people.let_wait(transaction, hashed(self.cookie), game, kind, seat)


class People:
    """Everyone who ever came."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, int] = OrderedDict()
        self._noted: dict[int, float] = {}  # when to note next that somebody was seen
        self.replaced: Callable[[int], None] = lambda person: None  # called when somebody's new cookie has come back

    # Cookies.

    async def known(self, caller: Caller) -> int | None:
        """The person whose cookie it is, if anyone's."""
        if caller.secret is None:
            return None
        key = hashed(caller.secret)
        if key not in self._known:
            found = await self._store.run(lambda transaction: _find_person(transaction, key))
            if found is None:
                return None
            person, is_new = found
            self._forget_keys(person)  # of before, if this one is new
            self._keep(key, person)
            if is_new:
                self.replaced(person)
        self._known.move_to_end(key)
        person = self._known[key]
        await self._note(person, caller)
        return person

    def is_known(self, caller: Caller) -> bool:
        """Is the cookie of somebody who was just known still theirs?"""
        return caller.secret is not None and hashed(caller.secret) in self._known

    async def newcomer(self, browser: str | None = None) -> Arrival:
        """Somebody new."""
        cookie = new_secret()
        key, at = hashed(cookie), now()
        person = await self._store.run(lambda transaction: stored_people.add_person(transaction, key, browser, at))
        self._keep(key, person)
        return Arrival(person, cookie, is_new=True)

    async def arrive(self, caller: Caller) -> Arrival:
        """Somebody who is about to get a pass, known or new, and their new cookie."""
        person = await self.known(caller)
        if person is not None:
            cookie = await self.renew(person, caller)
            if cookie is not None:
                return Arrival(person, cookie, is_new=False)
        return await self.newcomer(caller.browser)

    async def renew(self, person: int, caller: Caller) -> str | None:
        """A new cookie for somebody; None if the one they came with has become void meanwhile.

        The old one is void when the new one comes back, and not sooner. Otherwise an answer that is lost on the way
        would shut somebody out of their games. A page that joins twice at once gets two, of which either will do; those
        that were made longer ago and never came back are void.
        """
        cookie = new_secret()
        at = now()

        def job(transaction: Transaction) -> bool:
            found = _find_person(transaction, hashed(caller.secret or ""))
            if found is None or found[0] != person:
                return False
            stored_people.drop_renewals(transaction, person, before=later(at, -AT_ONCE))
            stored_people.add_renewal(transaction, hashed(cookie), person, at)
            return True

        return cookie if await self._store.run(job) else None

    async def close(self, person: int) -> None:
        """Know somebody's cookie no more."""

        def job(transaction: Transaction) -> None:
            stored_people.set_key(transaction, person, hashed(new_secret()))
            stored_people.drop_renewals(transaction, person)

        await self._store.run(job)
        self._forget_keys(person)

    def _forget_keys(self, person: int) -> None:
        for key in [key for key, known in self._known.items() if known == person]:
            del self._known[key]

    async def _note(self, person: int, caller: Caller) -> None:
        """Keep when somebody was seen last, now and then, for the list of their devices."""
        at = time.monotonic()
        if at < self._noted.get(person, 0.0):
            return
        self._noted[person] = at + NOTE_EVERY
        if len(self._noted) > PEOPLE_KEPT:
            del self._noted[next(iter(self._noted))]
        seen = now()
        with suppress(StoreError):  # a disk without room does not keep anyone from looking at their game
            await self._store.run(
                lambda transaction: stored_people.note_seen(transaction, person, caller.browser, seen)
            )

    def _keep(self, key: str, person: int) -> None:
        self._known[key] = person
        if len(self._known) > PEOPLE_KEPT:
            self._known.popitem(last=False)

    # What they may do.

    async def guest(self, person: int, game: str) -> Guest:
        """What somebody may do at a game."""
        return _guest(
            person, await self._store.run(lambda transaction: stored_people.passes(transaction, person, game))
        )

    async def guests(self, person: int) -> dict[str, Guest]:
        """What somebody may do at each of their games."""
        rows = await self._store.run(lambda transaction: stored_people.all_passes(transaction, person))
        passes: dict[str, list[tuple[Kind, int]]] = {}
        for at, kind, seat in rows:
            passes.setdefault(at, []).append((kind, seat))
        return {at: _guest(person, own) for at, own in passes.items()}

    async def forget(self, person: int, game: str) -> None:
        """Take a game off somebody's list; one that is on nobody's any more is gone."""

        def job(transaction: Transaction) -> None:
            stored_people.drop_passes(transaction, person, game)
            if not stored_people.is_on_a_list(transaction, game):
                stored_games.delete(transaction, game)
                stored_lobbies.delete_lobby(transaction, game)

        await self._store.run(job)

    # Links.

    async def link(self, game: str, invitations: list[Invitation], seat_of: int | None = None) -> list[str]:
        """The secrets of new links; others for the same purpose are void.

        ``seat_of``: a person who must hold the seats that the links lead to. A device may be logged out meanwhile.
        """
        made = [new_secret() for _ in invitations]

        def job(transaction: Transaction) -> None:
            for secret, new in zip(made, invitations, strict=True):
                if seat_of is not None and ("seat", new.seat) not in stored_people.passes(transaction, seat_of, game):
                    raise not_their_seat()
                link = StoredLink(game, new.kind, new.seat, new.until, new.once)
                stored_people.set_link(transaction, hashed(secret), link)

        await self._store.run(job)
        return made

    async def invitation(self, secret: str) -> tuple[str, Invitation]:
        """The game that a link leads to, and what it is for."""
        row = None
        if len(secret) <= LONGEST_SECRET:
            row = await self._store.run(lambda transaction: _find_link(transaction, secret))
        if row is None:
            raise ServerError(
                "not_invited",
                "This link no longer works: it was already used, it has expired, or a newer one replaces it. Ask for "
                "another.",
            )
        game, kind, seat, until, once = row
        return game, Invitation(kind, seat, until, bool(once))

    async def accept(self, arrival: Arrival, secret: str) -> Guest:
        """Give somebody what a link is for; a guest who comes late is let in to watch, if the table agreed to that.

        Whether the game has begun is asked here, where nothing can begin meanwhile. Returns what they may do then.
        """
        person = arrival.person

        def job(transaction: Transaction) -> Guest:
            row = _find_link(transaction, secret)
            if row is None:  # another was quicker
                raise ServerError("not_invited", "This link has just been used by somebody else. Ask for another.")
            game, kind, seat, _, once = row
            late = kind == "guest" and _has_begun(transaction, game)
            if kind == "spectator" or late:
                given: tuple[Kind, int] = ("spectator", stored_people.next_spectator(transaction, game))
            else:
                given = (kind, ANY if seat is None else seat)
            held = stored_people.passes(transaction, person, game)
            if given[0] != "seat" and not any(kind == given[0] for kind, _ in held):
                _check_room(transaction, game, given[0])
            if given[0] != "spectator" or not any(kind == "spectator" for kind, _ in held):
                arrival.give_pass(transaction, game, *given)
            if once:
                stored_people.drop_link(transaction, hashed(secret))
            return _guest(person, [*held, given])

        return await self._store.run(job)


class _Agreed(msgspec.Struct):
    """What a plan says about spectators, whichever version wrote it."""

    spectators: bool = False


class _Plan(msgspec.Struct):
    agreement: _Agreed = msgspec.field(default_factory=_Agreed)


def _has_begun(transaction: Transaction, game: str) -> bool:
    """Has a game begun? One that has, and wants no spectators, lets nobody in."""
    started = stored_lobbies.has_started(transaction, game)
    if (
        started
        and not msgspec.json.decode(stored_lobbies.plan(transaction, game) or b"{}", type=_Plan).agreement.spectators
    ):
        raise begun_without_them()
    return started


def not_their_seat() -> ServerError:
    """Somebody wants a link to another's seat."""
    return ServerError("not_your_seat", "You can only share a link to your own seat.")


def begun_without_them() -> ServerError:
    """Somebody comes to a game too late."""
    return ServerError("not_ready", "The game has started without you, and the players agreed to have no spectators.")


def _guest(person: int, passes: list[tuple[Kind, int]]) -> Guest:
    return Guest(
        person,
        frozenset(seat for kind, seat in passes if kind == "guest"),
        tuple(sorted(seat for kind, seat in passes if kind == "seat")),
        next((seat for kind, seat in passes if kind == "spectator"), None),
    )


def let_watch(transaction: Transaction, people: Iterable[int], game: str) -> None:
    """Let people watch a game, as many as there is room for."""
    stored_people.let_watch(transaction, people, game, MOST_SPECTATORS)


def _check_room(transaction: Transaction, game: str, kind: Kind) -> None:
    """Refuse one more guest or spectator where there are very many."""
    if stored_people.count_passes(transaction, game, kind) >= MOST_SPECTATORS:
        raise ServerError("too_many", text.load("table")["refused"]["crowded"])


def _find_person(transaction: Transaction, key: str) -> tuple[int, bool] | None:
    """The person whose cookie it is, and whether it is new: one that comes back is theirs from now on, alone."""
    person = stored_people.person_of(transaction, key)
    if person is not None:
        return person, False
    person = stored_people.person_renewed_by(transaction, key)
    if person is None:
        return None
    stored_people.set_key(transaction, person, key)
    _give_waiting(transaction, person, key)
    stored_people.drop_renewals(transaction, person)
    return person, True


def _give_waiting(transaction: Transaction, person: int, key: str) -> None:
    """Give somebody the passes that waited for this cookie. Their games may have begun meanwhile."""
    for game, kind, seat in stored_people.waiting_passes(transaction, key, later(now(), -PASSES_WAIT)):
        with suppress(ServerError):  # it has begun without them
            late = kind == "guest" and _has_begun(transaction, game)
            if kind == "spectator" or late:
                let_watch(transaction, [person], game)
            else:
                stored_people.give_pass(transaction, person, game, kind, seat)


def _find_link(transaction: Transaction, secret: str) -> StoredLink | None:
    return stored_people.find_link(transaction, hashed(secret), now())
