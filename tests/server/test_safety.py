"""What nobody can do online: act for another, read a secret, flood the server, or come from another site."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import forvm
from forvm.errors import ForvmError
from forvm.game.dicecheck import verify_record
from forvm.server.common.server_limits import Meter
from forvm.server.http.middleware import RequestGuard
from forvm.server.ops.serving import Service, serve
from forvm.server.people.access import LOOPBACK, Access
from tests.server.friends import AGREEMENT, Friend, OnlineServer, Table
from tests.server.serving import PATIENCE, options

QUICK = {"win.turn_limit": 1}


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    running = OnlineServer(tmp_path_factory.mktemp("store") / "narrow.sqlite3", narrow=True)
    yield running
    running.kill()


# Acting for another.


def test_a_socket_is_for_the_seats_of_its_cookie_whatever_it_says(online: OnlineServer):
    table = Table(online, people=3, bots=0)
    with ExitStack() as stack:
        pages = [stack.enter_context(friend.page(table.id)) for friend in table.friends]
        watching = stack.enter_context(table.spectator().page(table.id))
        acting = next(page for page in pages if page.snapshot["to_play"])
        seq, seat = acting.snapshot["seq"], acting.snapshot["seat"]
        for forger in [page for page in pages if page is not acting] + [watching]:
            assert forger.snapshot["choices"] == []
            for type, more in (
                ("play", {"move": "end"}),
                ("undo", {}),
                ("ask_undo", {"position": 0}),
                ("ask_hint", {}),
                ("lift", {}),
            ):
                forger.send(type, seq=seq, seat=seat, **more)
                assert forger.wait("problem")["code"] == "not_your_seat"
        acting.moved(options(acting.snapshot)[0])
    for friend in (*table.friends, table.spectator()):
        with friend.page(table.id, greet=False) as page:
            page.send("hello", seats=[0, 1, 2])
            assert page.wait("problem")["code"] == "not_your_seat"


@pytest.mark.parametrize(
    "seat",
    ["1", "01", "0000000001", "000000000000", "0000000012", "-1", "+0", " 0", "0 ", "٠", "1e0", "9" * 39, "0" * 5000],
)
def test_a_link_is_made_to_ones_own_seat_only_however_its_number_is_written(online: OnlineServer, seat: str):
    table = Table(online)
    path = f"/api/games/{table.id}/seats/{quote(seat)}/link"
    answer = table.friends[0].ask("POST", path)
    assert 400 <= answer.status < 500, answer.body
    assert "secret" not in answer.body


def test_a_cookie_that_was_not_given_is_nobodys(online: OnlineServer):
    table = Table(online)
    cookie = table.friends[0].cookie or ""
    for forged in ("", "x", cookie[:-1], cookie + "x", cookie.swapcase(), "a" * 5000):
        assert Friend(online, forged).refused(f"/api/games/{table.id}", method="GET") == "not_invited"


def test_other_sites_cannot_ask_or_open_a_socket(online: OnlineServer):
    table = Table(online)
    cookie = f"forvm={table.friends[0].cookie}"
    for origin in ("http://example.org", "null", "http://127.0.0.1:1", "file://"):
        answer = online.ask("GET", f"/api/games/{table.id}", headers={"Cookie": cookie, "Origin": origin})
        assert (answer.status, answer.body["code"]) == (403, "forbidden")
        with pytest.raises(InvalidStatus, match="403"):
            connect(
                f"ws://127.0.0.1:{online.port}/api/games/{table.id}/socket",
                additional_headers={"Cookie": cookie, "Origin": origin},
                open_timeout=PATIENCE,
            )
    own = {"Cookie": cookie, "Origin": f"http://127.0.0.1:{online.port}"}
    assert online.ask("GET", f"/api/games/{table.id}", headers=own).status == 200


@pytest.mark.parametrize(
    "address", ["forvm.example", "ftp://x.org", "https://", "https://x.org/forvm", "https://x.org#a"]
)
def test_a_public_address_has_to_be_one(address: str):
    with pytest.raises(ForvmError, match="address"):
        Access(online=True, public_url=address)


def test_a_public_address_decides_who_may_ask_and_how_the_cookie_is_kept():
    access = Access(online=True, public_url="https://forvm.example.org:8443/")
    assert access.public_url == "https://forvm.example.org:8443"
    assert access.hosts == LOOPBACK | {"forvm.example.org"}
    assert access.origin == "https://forvm.example.org:8443"
    assert Access(online=True).hosts == LOOPBACK
    assert Access().hosts == LOOPBACK


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("forvm.example.org", "https://forvm.example.org", 200),
        ("forvm.example.org", None, 200),
        ("forvm.example.org", "http://forvm.example.org", 403),  # a page that came without TLS may be anybody's
        ("forvm.example.org", "ftp://forvm.example.org", 403),
        ("forvm.example.org", "//forvm.example.org", 403),
        ("forvm.example.org", "https://forvm.example.org:8443", 403),
        ("forvm.example.org", "https://forvm.example.org.evil.org", 403),
        ("forvm.example.org", "null", 403),
        ("127.0.0.1:8765", "http://127.0.0.1:8765", 200),
        ("127.0.0.1:8765", "http://127.0.0.1:8766", 403),
        ("[::1]:8765", "http://[::1]:8765", 200),
    ],
)
def test_a_page_comes_from_the_public_address_or_this_machine(host: str, origin: str | None, status: int):
    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        await Response()(scope, receive, send)

    async def asked() -> int:
        said: list[Message] = []

        async def send(message: Message) -> None:
            said.append(message)

        async def receive() -> Message:
            return {"type": "http.request"}

        access = Access(online=True, public_url="https://forvm.example.org")
        guard = RequestGuard(served, access, Meter(access.limits.requests))
        given = {"host": host, **({} if origin is None else {"origin": origin})}
        headers = [(name.encode(), value.encode()) for name, value in given.items()]
        await guard({"type": "http", "method": "POST", "path": "/api/join", "headers": headers}, receive, send)
        code: int = said[0]["status"]
        return code

    assert asyncio.run(asked()) == status


@pytest.mark.parametrize(
    "host", ["forvm.example.org", "192.168.1.7:8765", "127.0.0.1.example.org", "", "127.0.0.1:x", "a b"]
)
def test_without_a_public_address_only_this_machine_is_asked(online: OnlineServer, host: str):
    answer = online.ask("GET", "/api/server", headers={"Host": host})
    assert answer.status in (400, 403)
    for own in ("127.0.0.1", f"localhost:{online.port}", "[::1]:80", "LOCALHOST", "127.0.0.2"):
        assert online.ask("GET", "/api/server", headers={"Host": own}).status == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])
def test_a_server_for_others_has_to_know_its_address(tmp_path: Path, host: str):
    with pytest.raises(ForvmError, match="--public-url http://"):
        serve(Service(host=host, store=tmp_path / "games.sqlite3"))
    assert list(tmp_path.iterdir()) == []


# Secrets.


def test_the_store_keeps_no_secret_of_a_link_or_cookie(tmp_path: Path):
    server = OnlineServer(tmp_path / "games.sqlite3")
    table = Table(server)
    link = table.friends[1].post(f"/api/games/{table.id}/seats/1/link")["secret"]
    secrets = [friend.cookie or "" for friend in table.friends]
    secrets += [link, table.links["everyone"], table.links["spectators"], *filter(None, table.links["seats"])]
    with table.friends[0].page(table.id) as page:
        page.send("say", text="Salve", ref="1")
        page.wait("talk", lambda message: bool(message["lines"]))
    server.stop()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in secrets:
        assert len(secret) == 43
        assert secret.encode() not in kept


def dice_secret(store: Path, game: str) -> str:
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as connection:
        (setup,) = connection.execute("SELECT setup FROM games WHERE id = ?", (game,)).fetchone()
    connection.close()
    secret: str = json.loads(setup)["dice"]["secret"]
    return secret


def test_nobody_reads_the_secret_of_the_dice_before_the_end_and_everyone_after_it(tmp_path: Path):
    server = OnlineServer(tmp_path / "games.sqlite3")
    table = Table(server, people=2, bots=1, begin=False, changes=QUICK, cover_after=0, hints=True, chances=True)
    host = table.friends[0]
    table.begin()
    secret = dice_secret(tmp_path / "games.sqlite3", table.id)
    watching = table.spectator()

    def everything() -> str:
        paths = ("", "/board", "/replay", "/record", "/dice", "/frames?count=9")
        return str(
            [friend.ask("GET", f"/api/games/{table.id}{path}").body for path in paths for friend in (host, watching)]
        )

    with host.page(table.id) as page, watching.page(table.id) as other:
        seal = page.welcome["seal"]
        assert seal["commitment"] == table.gathering["commitment"]
        assert [words and words["words"] for words in seal["opened"]] == ["words of Ada", "words of Ben", None]
        page.wait_for_turn()
        page.send("ask_hint", seat=0)
        page.wait("hint")
        assert secret not in everything()
        while not page.wait_for_turn()["view"]["outcome"]:
            page.moved(options(page.snapshot)[0])
        other.wait("snapshot", lambda seen: bool(seen["view"]["outcome"]))
        assert secret not in str(page.seen) + str(other.seen)
    assert secret not in server.log.read_text()
    report = watching.ask("GET", f"/api/games/{table.id}/dice").body
    assert (report["secret"], report["seal"], report["checked"]) == (secret, seal, True)
    assert sum(count["seen"] for luck in report["luck"] for count in luck["counts"]) == len(report["draws"])
    record = host.ask("GET", f"/api/games/{table.id}/record").body
    assert verify_record(record, seal["commitment"]).fair
    assert forvm.Game.from_record(record).outcome is not None
    # One die is changed: the page that is shown the record is told which.
    replay = host.post("/api/replays", {"text": record})
    assert host.ask("GET", f"/api/replays/{replay['id']}/dice").body["checked"] is True
    first = report["draws"][0]
    other_pips = next(token for token in first["outcomes"] if token != first["shows"])
    changed = record.replace(f": {first['shows']}", f": {other_pips}", 1)
    refused = host.ask("POST", "/api/replays", {"text": changed})
    assert refused.body["code"] == "record"
    assert f"{other_pips}" in refused.body["message"]
    assert f"{first['shows']}" in refused.body["message"]
    server.kill()


# Limits.


def test_messages_that_come_too_fast_are_refused_and_then_the_page_has_to_go(narrow: OnlineServer):
    table = Table(narrow)
    with table.friends[0].page(table.id) as page:
        # Once it is told so it goes on; on a busy machine the socket may be closed before all is sent.
        for _ in range(100):
            page.send("ping")
        assert page.wait("problem")["code"] == "too_many"
        with suppress(ConnectionClosed):
            for _ in range(300):
                page.send("ping")
        with pytest.raises(ConnectionClosed):
            page.wait("the end")
    with table.friends[0].page(table.id) as page:
        assert page.snapshot["seq"] > 0


def test_one_address_opens_so_many_sockets_and_no_more(narrow: OnlineServer):
    table = Table(narrow)
    with ExitStack() as stack:
        for _ in range(60):  # greeted: else the first might be let go before the last has come
            stack.enter_context(table.friends[0].page(table.id))
        with table.friends[0].page(table.id, greet=False) as page:
            assert page.wait("problem")["code"] == "too_many"
            with pytest.raises(ConnectionClosed):
                page.receive()
    with table.friends[0].page(table.id) as page:
        assert page.snapshot["seq"] > 0


def test_one_address_opens_so_many_games_and_no_more(narrow: OnlineServer):
    wanted = {"seats": [{}, {}, {}], "agreement": AGREEMENT, "name": "Ada"}
    answers = [narrow.ask("POST", "/api/gatherings", wanted) for _ in range(25)]
    assert answers[0].status == 201
    assert (answers[-1].status, answers[-1].body["code"]) == (429, "too_many")


def test_requests_that_come_too_often_are_refused_and_nothing_else_is(narrow: OnlineServer):
    # Many at once: one after the other they might come as slowly as the bucket fills again.
    with ThreadPoolExecutor(16) as askers:
        asked = [askers.submit(narrow.ask, "POST", "/api/house-rules/check", {"text": "x"}) for _ in range(120)]
    assert {answer.result().status for answer in asked} == {422, 429}
    assert narrow.ask("GET", "/healthz").status == 200
