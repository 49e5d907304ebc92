"""Cookies and devices: a new secret whenever somebody joins, a list of one's browsers, and logging one of them out."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from forvm.server.common.timestamps import later, now
from forvm.server.people import accounts
from forvm.server.people.access import Caller, caller_of, hashed, new_secret
from forvm.server.store.schema import _STEPS, APPLICATION
from tests.server.friends import AGREEMENT, Friend, OnlineServer, Table
from tests.server.ops.test_serving import serving
from tests.server.serving import PATIENCE, Message, options
from tests.server.test_expiry import a_room_with_a_lobby

AT = "2026-03-15T12:00:00.000Z"
PUBLIC = "https://forvm.example.org"
WANTED = {"seats": [{}, {}, {"bot": "tiro"}], "agreement": AGREEMENT, "name": "Ada"}


def devices(friend: Friend) -> list[Message]:
    listed: list[Message] = friend.ask("GET", "/api/devices").body
    return listed


def another_device(table: Table, seat: int) -> Friend:
    link = table.friends[seat].post(f"/api/games/{table.id}/seats/{seat}/link")
    device = Friend(table.server)
    device.join(link["secret"])
    return device


# Cookies.


def test_who_joins_gets_a_new_cookie_and_keeps_their_games(online: OnlineServer):
    first, second = Table(online), Table(online, begin=False)
    friend = first.friends[1]
    before = friend.cookie
    friend.join(second.links["everyone"])
    assert friend.cookie != before
    # Until the new one has come back, an answer could have been lost: the old one still is theirs.
    assert Friend(online, before).ask("GET", f"/api/games/{first.id}").status == 200
    assert {line["id"] for line in friend.ask("GET", "/api/games").body} == {first.id, second.id}
    assert Friend(online, before).refused(f"/api/games/{first.id}", method="GET") == "not_invited"


def test_a_cookie_that_was_planted_lets_nobody_in(online: OnlineServer):
    """Mallory puts her own cookie into Ben's browser, and waits for him to join."""
    table = Table(online, begin=False)
    mallory = Table(online, begin=False).friends[0]
    ben = Friend(online, mallory.cookie)
    ben.join(table.links["everyone"])
    ben.post(f"/api/gatherings/{table.id}/sit", {"name": "Ben"})
    assert mallory.refused(f"/api/gatherings/{table.id}", method="GET") == "not_invited"
    # Nor with a cookie that she had kept back.
    kept = Table(online, begin=False).friends[0]
    spare = Friend(online, kept.cookie)
    spare.post("/api/gatherings", WANTED)
    ben = Friend(online, kept.cookie)
    ben.join(table.links["everyone"])
    assert ben.ask("GET", f"/api/gatherings/{table.id}").status == 200
    for planted in (kept, spare):
        assert planted.refused(f"/api/gatherings/{table.id}", method="GET") == "not_invited"


@pytest.mark.parametrize("link", ["everyone", "spectators", "device"])
def test_nobody_is_quicker_than_the_new_cookie(online: OnlineServer, link: str):
    """Mallory plants her cookie, keeps fresh ones back, and asks before Ben's own new cookie has come back."""
    table = Table(online)
    waiting = Table(online, begin=False)
    mallory = Table(online, begin=False).friends[0]
    spare = Friend(online, mallory.cookie)
    spare.post("/api/gatherings", WANTED)
    ben = Friend(online, mallory.cookie)
    if link == "device":
        game, where = table.id, f"/api/games/{table.id}"
        ben.join(table.friends[1].post(f"{where}/seats/1/link")["secret"])
    else:
        game, where = waiting.id, f"/api/gatherings/{waiting.id}"
        ben.join(waiting.links[link])
    for planted in (mallory, spare):  # the second spends a new cookie, as if she were Ben
        assert planted.refused(where, method="GET") == "not_invited"
        assert game not in {line["id"] for line in planted.ask("GET", "/api/games").body}
        with planted.page(game, greet=False) as page:
            page.send("hello")
            assert page.wait("problem")["code"] == "not_invited"
    assert ben.refused(where, method="GET") == "not_invited"  # he opens his link again, as somebody new


def test_what_somebody_opens_belongs_to_their_new_cookie_alone(online: OnlineServer):
    mallory = Table(online, begin=False).friends[0]
    ben = Friend(online, mallory.cookie)
    opened = ben.post("/api/gatherings", WANTED)["gathering"]["id"]
    assert mallory.refused(f"/api/gatherings/{opened}", method="GET") == "not_invited"
    assert ben.ask("GET", f"/api/gatherings/{opened}").body["host"]
    assert mallory.refused(f"/api/gatherings/{opened}", method="GET") == "not_invited"


@pytest.mark.parametrize("spectators", [True, False])
def test_a_game_may_begin_before_the_new_cookie_comes_back(online: OnlineServer, spectators: bool):
    table, friend = Table(online, begin=False, spectators=spectators), Table(online, begin=False).friends[0]
    friend.join(table.links["everyone"])
    table.begin()
    if spectators:
        with friend.page(table.id) as page:
            assert page.snapshot["view"]["seat"] is None
    else:
        assert friend.refused(f"/api/games/{table.id}", method="GET") == "not_invited"


def test_a_device_that_has_not_come_back_yet_is_logged_out_with_the_others(online: OnlineServer):
    table = Table(online)
    ben, phone, thief = table.friends[1], another_device(table, 1), Table(online, begin=False).friends[0]
    thief.join(ben.post(f"/api/games/{table.id}/seats/1/link")["secret"])
    other = next(device for device in devices(ben) if not device["this"])
    assert ben.ask("DELETE", f"/api/devices/{other['id']}").status == 204
    for out in (phone, thief):
        assert out.refused(f"/api/games/{table.id}", method="GET") == "not_invited"


@pytest.mark.parametrize(("share", "invited"), [(0.9, True), (1.1, False)])
def test_a_pass_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: float, invited: bool):
    async def coming_back() -> bool:
        async with a_room_with_a_lobby(tmp_path) as (room, lobby, host):
            links = await room.lobbies.links(lobby, host)
            before = await room.people.newcomer()
            arrival = await room.people.arrive(Caller(before.cookie, None))
            await room.people.accept(arrival, links.everyone)
            monkeypatch.setattr(accounts, "now", lambda: later(now(), share * accounts.PASSES_WAIT))
            assert await room.people.known(Caller(arrival.cookie, None)) == arrival.person
            return (await room.people.guest(arrival.person, lobby.id)).invited

    assert asyncio.run(coming_back()) is invited


def test_a_cookie_that_was_replaced_meanwhile_makes_no_other(tmp_path: Path):
    """A request that came with an old cookie goes on after the new one has come back."""

    async def racing() -> tuple[int, int]:
        async with a_room_with_a_lobby(tmp_path) as (room, _, _):
            person, cookie, _ = await room.people.newcomer()
            old, known = Caller(cookie, None), room.people.known

            async def overtaken(caller: Caller) -> int | None:
                found = await known(caller)
                new = await room.people.renew(person, old)
                assert new is not None
                assert await known(Caller(new, None)) == person
                return found

            room.people.known = overtaken  # type: ignore[method-assign]
            return person, (await room.people.arrive(old)).person

    person, arrived = asyncio.run(racing())
    assert arrived != person


def test_a_page_that_joins_twice_at_once_is_not_shut_out(online: OnlineServer):
    table, other = Table(online, begin=False), Table(online, begin=False)
    friend = Friend(online)
    friend.join(table.links["everyone"])
    friend.ask("GET", "/api/games")
    tabs = [Friend(online, friend.cookie), Friend(online, friend.cookie)]
    for tab, secret in zip(tabs, (other.links["everyone"], other.links["spectators"]), strict=True):
        tab.join(secret)
    assert len({tab.cookie for tab in (friend, *tabs)}) == 3
    assert len(tabs[0].ask("GET", "/api/games").body) == 2


def asked(port: int, method: str, path: str, cookie: str = "", body: object = None) -> tuple[Any, list[str]]:
    """What a server answers, and all the cookies that it sets."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        headers = {"Host": "forvm.example.org"} | ({"Cookie": cookie} if cookie else {})
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        return json.loads(answer.read()), answer.headers.get_all("Set-Cookie", [])


def test_where_there_is_tls_the_cookie_is_the_hosts_alone(tmp_path: Path):
    with serving(tmp_path, "--public-url", PUBLIC) as running:
        opened, given = asked(running.port, "POST", "/api/gatherings", body=WANTED)
        cookie = next(one for one in given if one.startswith("__Host-forvm="))
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
        assert "domain" not in cookie.lower()
        secret = cookie.removeprefix("__Host-forvm=").partition(";")[0]
        game = opened["gathering"]["id"]
        assert asked(running.port, "GET", f"/api/gatherings/{game}", f"__Host-forvm={secret}")[0]["id"] == game
        # A browser that came before has the cookie under its old name. It is replaced.
        listed, given = asked(running.port, "GET", "/api/games", f"forvm={secret}")
        assert [line["id"] for line in listed] == [game]
        assert any(one.startswith('forvm="";') and "Max-Age=0" in one for one in given)
        new = next(one for one in given if one.startswith("__Host-forvm=")).partition(";")[0]
        assert secret not in new
        listed, given = asked(running.port, "GET", "/api/games", f"forvm={secret}; {new}")
        assert ([line["id"] for line in listed], given) == ([game], [])
        # The old secret is void then, under either name.
        for name in ("forvm", "__Host-forvm"):
            assert asked(running.port, "GET", "/api/games", f"{name}={secret}") == ([], [])


def test_a_store_of_before_is_brought_up_to_date_and_knows_its_people(tmp_path: Path):
    path, cookie = tmp_path / "games.sqlite3", new_secret()
    before = next(number for number, step in enumerate(_STEPS) if isinstance(step, str) and "renewals" in step)
    with closing(sqlite3.connect(path)) as connection:
        for step in _STEPS[:before]:
            step(connection) if callable(step) else connection.executescript(step)
        connection.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {before};")
        connection.execute("INSERT INTO people (key, created) VALUES (?, ?)", (hashed(cookie), AT))
        connection.commit()
    server = OnlineServer(path)
    (device,) = devices(Friend(server, cookie))
    assert (device["this"], device["games"]) == (True, 0)
    assert device["seen"] > AT
    server.kill()


# Devices.


def test_ones_devices_are_the_browsers_that_hold_ones_seats(online: OnlineServer):
    table = Table(online)
    ben, phone = table.friends[1], another_device(table, 1)
    assert [(device["this"], device["games"]) for device in devices(ben)] == [(True, 1), (False, 1)]
    assert {device["id"] for device in devices(ben)} == {device["id"] for device in devices(phone)}
    # Nobody else's are told, and a stranger has none.
    assert len(devices(table.friends[0])) == 1
    assert devices(table.spectator())[0]["games"] == 0
    assert devices(Friend(online)) == []


@pytest.mark.parametrize(
    ("agent", "browser"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("<script>alert(1)</script>", "A browser"),
        ("x" * 5000, "A browser"),
    ],
)
def test_a_browser_is_told_in_a_few_words(online: OnlineServer, agent: str, browser: str):
    opened = online.ask("POST", "/api/gatherings", WANTED, {"User-Agent": agent})
    cookie = opened.headers["set-cookie"].partition(";")[0]
    listed = online.ask("GET", "/api/devices", headers={"Cookie": cookie}).body
    assert [(device["browser"], device["this"]) for device in listed] == [(browser, True)]


def test_a_device_that_is_logged_out_sees_and_plays_no_more(online: OnlineServer):
    table = Table(online, people=3, bots=0, rules="short")
    ben, phone = table.friends[1], another_device(table, 1)
    own = phone.post("/api/gatherings", WANTED)["gathering"]["id"]
    spare = phone.post(f"/api/games/{table.id}/seats/1/link")["secret"]
    stolen = next(device for device in devices(ben) if not device["this"])
    with phone.page(table.id) as page, ben.page(table.id) as kept:
        seq = page.snapshot["seq"]
        assert ben.ask("DELETE", f"/api/devices/{stolen['id']}").status == 204
        with pytest.raises(ConnectionClosed):
            page.wait("the end")
        kept.send("ping")
        assert kept.wait("pong")["seq"] == seq
    assert phone.refused(f"/api/games/{table.id}", method="GET") == "not_invited"
    with phone.page(table.id, greet=False) as page:
        page.send("hello")
        assert page.wait("problem")["code"] == "not_invited"
    # A link that it made in time leads nowhere either; what is its own it keeps.
    assert phone.refused("/api/join", {"secret": spare}) == "not_invited"
    assert [line["id"] for line in phone.ask("GET", "/api/games").body] == [own]
    assert len(devices(ben)) == 1
    assert ben.refused(f"/api/devices/{stolen['id']}", method="DELETE") == "unknown"


def test_nobody_logs_out_the_devices_of_others(online: OnlineServer):
    table = Table(online)
    ben, host = table.friends[1], table.friends[0]
    another_device(table, 1)
    for other in (host, table.spectator(), Table(online).friends[0]):
        for device in devices(ben):
            assert other.refused(f"/api/devices/{device['id']}", method="DELETE") == "unknown"
    assert Friend(online).refused(f"/api/devices/{devices(ben)[0]['id']}", method="DELETE") == "not_invited"
    assert len(devices(ben)) == 2


def test_a_device_that_was_logged_out_does_not_come_back_with_the_rematch(online: OnlineServer):
    table = Table(online, people=2, bots=1, changes={"win.turn_limit": 1}, clock=5, cover_after=0)
    host, ben = table.friends
    phone = another_device(table, 1)
    with host.page(table.id) as page:
        while not page.wait_for_turn()["view"]["outcome"]:
            page.moved(options(page.snapshot)[-1])
    again = phone.post(f"/api/games/{table.id}/again")
    assert again["host"]
    here = f"/api/gatherings/{again['id']}"
    with phone.page(again["id"], greet=False) as page:
        page.send("hello")
        page.wait("gathering")
        out = next(device for device in devices(ben) if not device["this"])
        assert ben.ask("DELETE", f"/api/devices/{out['id']}").status == 204
        with pytest.raises(ConnectionClosed):
            page.wait("the end")
    assert phone.refused(here, method="GET") == "not_invited"
    assert ben.ask("GET", here).body["host"]
    host.post(f"{here}/ready", {"ready": True})
    ben.post(f"{here}/start")
    assert phone.refused(f"/api/games/{again['id']}", method="GET") == "not_invited"


def test_who_logs_out_no_longer_looks_at_a_gathering(online: OnlineServer):
    table = Table(online, begin=False)
    guest = Friend(online)
    guest.join(table.links["everyone"])
    with guest.page(table.id, greet=False) as page:
        page.send("hello")
        page.wait("gathering")
        assert guest.ask("DELETE", f"/api/devices/{devices(guest)[0]['id']}").status == 204
        with pytest.raises(ConnectionClosed):
            page.wait("the end")


def test_the_last_device_of_a_seat_is_not_logged_out_while_others_wait_for_it(online: OnlineServer):
    table = Table(online, people=2, bots=1)
    ben = table.friends[1]
    (this,) = devices(ben)
    assert ben.refused(f"/api/devices/{this['id']}", method="DELETE") == "not_ready"
    waiting = Table(online, begin=False).friends[0]
    assert waiting.refused(f"/api/devices/{devices(waiting)[0]['id']}", method="DELETE") == "not_ready"
    phone = another_device(table, 1)
    cookie = ben.cookie
    answer = ben.ask("DELETE", f"/api/devices/{this['id']}")
    assert answer.status == 204
    assert answer.headers["set-cookie"].startswith('forvm="";')
    assert Friend(online, cookie).refused(f"/api/games/{table.id}", method="GET") == "not_invited"
    with phone.page(table.id) as page:
        assert page.snapshot["view"]["seat"] == 1
    assert len(devices(phone)) == 1


def test_who_asks_is_read_from_the_headers_in_one_place():
    package = Path(accounts.__file__).parent
    readers = {path.name for path in package.rglob("*.py") if ".cookies" in path.read_text()}
    assert readers == {Path(caller_of.__code__.co_filename).name}
