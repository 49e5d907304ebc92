"""What the server asks of a store, asked of every kind of store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import product

import pytest

from forvm.server.common import timestamps
from forvm.server.common.server_errors import BrokenGame, ServerError, StoreError
from forvm.server.common.timestamps import later
from forvm.server.store import stored_games, stored_lobbies, stored_people, stored_sessions, timekeeping
from forvm.server.store.dice_epochs import settle_epoch
from forvm.server.store.event_chain import Stored
from forvm.server.store.interface import Store
from forvm.server.store.stored_lobbies import StoredLobby
from forvm.server.store.stored_people import ANY, StoredLink
from forvm.server.store.transactions import Transaction
from tests.server.every_store import OpenStore
from tests.server.every_store import address as address
from tests.server.every_store import open_store as open_store

pytestmark = pytest.mark.damaged_store  # these games are made up: nobody could play them

AT = "2026-03-15T12:00:00.000Z"
LATER = "2026-03-16T12:00:00.000Z"


def move(seq: int) -> Stored:
    return Stored(seq, "move", b"{}")


def doing(open_store: OpenStore, what: Callable[[Store], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await what(open_store())

    asyncio.run(all_of_it())


def test_what_is_written_is_read_again(open_store: OpenStore):
    async def write_and_read() -> None:
        store = open_store()
        await store.create("g", b"setup", [move(1)], b"line", AT)
        await store.append("g", [move(2), move(3)], b"later", LATER, over=True)
        store.close()
        again = open_store()
        assert await again.events("g") == [move(1), move(2), move(3)]
        assert await again.games() == [("g", AT, LATER, b"setup", b"later")]
        assert await again.game("none") is None
        assert await again.delete("g")
        assert await again.events("g") == []
        assert not await again.delete("g")

    asyncio.run(write_and_read())


def test_events_are_written_all_or_none_and_one_failure_fails_nobody_else(open_store: OpenStore):
    async def write(store: Store) -> None:
        await store.create("a", b"", [move(1)], b"", AT)
        await store.create("b", b"", [move(1)], b"", AT)
        results = await asyncio.gather(
            store.append("a", [move(2), move(1)], b"", AT),
            store.append("b", [move(2)], b"", AT),
            store.append("nobody", [move(1)], b"", AT),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [StoreError, type(None), StoreError]
        assert await store.events("a") == [move(1)]
        assert await store.events("b") == [move(1), move(2)]
        store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.games()

    doing(open_store, write)


def test_a_job_that_raises_leaves_no_trace(open_store: OpenStore):
    async def write(store: Store) -> None:
        def job(transaction: Transaction) -> None:
            stored_people.add_person(transaction, "key", None, AT)
            raise ServerError("taken", "no")

        with pytest.raises(ServerError, match="no"):
            await store.run(job)
        assert await store.run(lambda transaction: stored_people.person_of(transaction, "key")) is None

    doing(open_store, write)


def test_what_was_stored_is_told(open_store: OpenStore):
    async def write(store: Store) -> None:
        told: list[Stored] = []
        store.on_stored = lambda events, seconds: told.extend(events)
        await store.create("g", b"", [move(1)], b"", AT)
        await store.append("g", [move(2)], b"", AT)
        with pytest.raises(StoreError):
            await store.append("g", [move(2)], b"", AT)
        assert told == [move(1), move(2)]
        await store.probe()
        await store.probe()

    doing(open_store, write)


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE events SET kind = 'chance' WHERE seq = 2",
        "UPDATE games SET setup = (SELECT payload FROM events WHERE seq = 1)",
        "DELETE FROM events WHERE seq = 2",
        "DELETE FROM events WHERE seq = 3",
    ],
)
def test_a_changed_game_is_noticed(open_store: OpenStore, harm: str):
    async def change(store: Store) -> None:
        await store.create("g", b"setup", [move(1), move(2), move(3)], b"", AT)
        await store.run(lambda transaction: transaction.execute(harm))
        with pytest.raises(BrokenGame):
            await store.events("g")

    doing(open_store, change)


def lobby(transaction: Transaction, id: str = "g", *, started: bool = False) -> int:
    """A gathering with its host, who is a guest of it."""
    host = stored_people.add_person(transaction, f"host of {id}", "Firefox", AT)
    stored_lobbies.add(transaction, id, StoredLobby(AT, b"{}", "place"), host, started=started)
    stored_people.give_pass(transaction, host, id, "guest", ANY)
    return host


def test_gatherings(open_store: OpenStore):
    async def gather(store: Store) -> None:
        host = await store.run(lobby)
        assert await store.run(stored_lobbies.waiting) == [("g", StoredLobby(AT, b"{}", "place"))]
        assert await store.run(lambda transaction: stored_lobbies.waiting_of(transaction, host)) == ["g"]

        def counts(transaction: Transaction) -> tuple[int, int, int]:
            of_host = stored_lobbies.open_of_host(transaction, host)
            return of_host, stored_lobbies.open_of_place(transaction, "place"), stored_lobbies.open_in_all(transaction)

        assert await store.run(counts) == (1, 1, 1)
        await store.run(lambda transaction: stored_lobbies.update(transaction, "g", b"later", started=True))
        assert await store.run(lambda transaction: stored_lobbies.one_lobby(transaction, "g")) == (
            AT,
            b"later",
            "place",
        )
        assert await store.run(lambda transaction: stored_lobbies.has_started(transaction, "g"))
        await store.create("g", b"", [], b"", AT)
        assert await store.run(counts) == (1, 1, 1)
        await store.append("g", [], b"", AT, over=True)
        assert await store.run(counts) == (0, 0, 0)
        await store.run(lambda transaction: stored_lobbies.delete_lobby(transaction, "g"))
        assert await store.run(lambda transaction: stored_people.all_passes(transaction, host)) == []

    doing(open_store, gather)


def test_cookies_and_passes_that_wait(open_store: OpenStore):
    def job(transaction: Transaction) -> None:
        host = lobby(transaction)
        stored_people.add_renewal(transaction, "new", host, AT)
        for _ in range(2):  # once is enough
            stored_people.let_wait(transaction, "new", "g", "seat", 1)
            stored_people.give_pass(transaction, host, "g", "seat", 0)
        assert stored_people.person_renewed_by(transaction, "new") == host
        assert stored_people.waiting_passes(transaction, "new", later(AT, -1)) == [("g", "seat", 1)]
        assert stored_people.waiting_passes(transaction, "new", AT) == []
        stored_people.set_key(transaction, host, "new")
        assert stored_people.person_of(transaction, "new") == host
        stored_people.drop_renewals(transaction, host, before=AT)
        assert stored_people.person_renewed_by(transaction, "new") == host
        stored_people.drop_passes(transaction, host, "g")
        assert stored_people.is_on_a_list(transaction, "g")
        stored_people.drop_renewals(transaction, host)
        assert not stored_people.is_on_a_list(transaction, "g")
        stored_people.note_seen(transaction, host, None, LATER)
        ((_, _, browser, seen, _),) = stored_people.devices(transaction, host)
        assert (browser, seen) == ("Firefox", LATER)

    doing(open_store, lambda store: store.run(job))


def test_links(open_store: OpenStore):
    def job(transaction: Transaction) -> None:
        lobby(transaction)
        links = {
            "everyone": StoredLink("g", "guest", None, None, False),
            "seat": StoredLink("g", "seat", 1, LATER, True),
            "other": StoredLink("g", "seat", 2, None, False),
        }
        for key, link in links.items():
            stored_people.set_link(transaction, key, link)
        assert {key: stored_people.find_link(transaction, key, AT) for key in links} == links
        assert stored_people.find_link(transaction, "seat", LATER) is None
        stored_people.set_link(transaction, "newer", links["everyone"])
        stored_people.set_link(transaction, "newer seat", links["seat"])
        found = {key for key in ("newer", "newer seat", *links) if stored_people.find_link(transaction, key, AT)}
        assert found == {"newer", "newer seat", "other"}
        stored_people.drop_link(transaction, "other")
        assert stored_people.find_link(transaction, "other", AT) is None

    doing(open_store, lambda store: store.run(job))


def test_spectators_are_numbered_as_long_as_there_is_room(open_store: OpenStore):
    def job(transaction: Transaction) -> None:
        host = lobby(transaction)
        others = [stored_people.add_person(transaction, f"{number}", None, AT) for number in range(3)]
        stored_people.let_watch(transaction, [*others[:2], others[0], others[2]], "g", 2)
        assert stored_people.holders(transaction, "g", "spectator") == [(1, others[0]), (2, others[1])]
        assert stored_people.next_spectator(transaction, "g") == 3
        assert stored_people.drop_guests(transaction, "g") == [host]
        assert stored_people.count_passes(transaction, "g", "guest") == 0

    doing(open_store, lambda store: store.run(job))


def test_devices_that_share_a_seat(open_store: OpenStore):
    async def share(store: Store) -> None:
        await store.create("g", b"", [], b"", AT)

        def job(transaction: Transaction) -> None:
            mine = lobby(transaction)
            phone, stranger = (stored_people.add_person(transaction, name, None, LATER) for name in ("phone", "other"))
            stored_people.give_pass(transaction, mine, "g", "seat", 0)
            assert stored_people.holds_alone(transaction, mine)
            stored_people.give_pass(transaction, phone, "g", "seat", 0)
            stored_people.give_pass(transaction, stranger, "g", "seat", 1)
            assert not stored_people.holds_alone(transaction, mine)
            assert [(one.person, one.games) for one in stored_people.devices(transaction, mine)] == [
                (mine, 1),
                (phone, 1),
            ]
            assert stored_people.games_of(transaction, phone) == ["g"]
            stored_people.set_link(transaction, "key", StoredLink("g", "seat", 0, None, True))
            assert stored_people.take_seats(transaction, mine, phone) == ["g"]
            assert stored_people.games_of(transaction, phone) == []
            assert stored_people.find_link(transaction, "key", AT) is None

        await store.run(job)

    doing(open_store, share)


def test_presence_and_idle_games(open_store: OpenStore):
    async def come_and_go(store: Store) -> None:
        for id in ("a", "b", "one screen"):
            await store.create(id, b"", [], b"", AT)

        def sit_down(transaction: Transaction) -> None:
            for id, seat in product("ab", (0, 1)):
                stored_sessions.add_seat(transaction, id, seat, AT)

        await store.run(sit_down)
        await store.run(lambda transaction: stored_sessions.set_away(transaction, "a", {0: LATER, 1: AT}))
        await store.run(lambda transaction: stored_sessions.set_away(transaction, "b", {0: None}))
        assert await store.run(lambda transaction: stored_sessions.away(transaction, "b")) == {0: None, 1: AT}
        assert await store.run(stored_games.idle_since) == {"a": LATER}
        assert await store.run(lambda transaction: stored_games.idle_since(transaction, ["b"])) == {}
        await store.run(lambda transaction: stored_sessions.all_left(transaction, LATER))
        assert await store.run(lambda transaction: stored_games.idle_since(transaction, ["b", "none"])) == {"b": LATER}
        await store.append("a", [], b"", LATER, over=True)
        assert await store.run(stored_games.idle_since) == {"b": LATER}

    doing(open_store, come_and_go)


def test_talk_and_requests(open_store: OpenStore):
    async def talk(store: Store) -> None:
        await store.create("g", b"", [], b"", AT)

        def job(transaction: Transaction) -> None:
            for number in (1, 2, 3):
                stored_sessions.add_talk(transaction, "g", number, b"%d" % number)
            assert stored_sessions.talk(transaction, "g", 2) == [b"2", b"3"]
            for _ in range(2):
                stored_sessions.set_mute(transaction, "g", "seat 1", "seat 2", muted=True)
            assert stored_sessions.mutes(transaction, "g") == {"seat 1": {"seat 2"}}
            stored_sessions.set_mute(transaction, "g", "seat 1", "seat 2", muted=False)
            assert stored_sessions.mutes(transaction, "g") == {}
            assert stored_sessions.undo_request(transaction, "g") is None
            for request in (b"one", b"two"):
                stored_sessions.set_undo_request(transaction, "g", request)
            assert stored_sessions.undo_request(transaction, "g") == b"two"
            stored_sessions.drop_undo_request(transaction, "g")
            assert stored_sessions.undo_request(transaction, "g") is None
            stored_sessions.set_undo_request(transaction, "g", b"three")

        await store.run(job)
        await store.append("g", [move(1)], b"", AT)
        assert await store.run(lambda transaction: stored_sessions.undo_request(transaction, "g")) is None

    doing(open_store, talk)


def test_a_clock_that_was_set_moves_what_is_still_to_come(open_store: OpenStore, monkeypatch: pytest.MonkeyPatch):
    async def set_clock(store: Store) -> None:
        await store.create("sleeps", b"", [], b"", AT)
        await store.create("waits", b"", [], b"", AT, wakes=later(AT, 60))
        await store.create("wakes", b"", [], b"", later(AT, 60), wakes=later(AT, 120))
        monkeypatch.setattr(timestamps.clock, "skew", lambda: 60.0)
        await timekeeping.Timekeeper().look(store)
        await store.run(timekeeping.catch_up)
        await store.run(timekeeping.catch_up)  # nothing is left to move
        assert dict(await store.run(stored_games.waking)) == {"waits": later(AT, 120), "wakes": later(AT, 180)}
        changed = {game.id: game.changed for game in await store.games()}
        assert changed == {"sleeps": AT, "waits": later(AT, 60), "wakes": later(AT, 120)}

    doing(open_store, set_clock)


def test_a_game_that_went_back_is_noted_until_it_is_settled(open_store: OpenStore):
    async def settle() -> None:
        store = open_store()
        await store.create("g", b"", [], b"", AT)
        await store.run(lambda transaction: transaction.execute("INSERT INTO went_back VALUES ('g')"))
        assert store.went_back == set()
        store.close()
        again = open_store()
        assert again.went_back == {"g"}
        await again.run(lambda transaction: settle_epoch(transaction, "g"))
        again.close()
        assert open_store().went_back == set()

    asyncio.run(settle())
