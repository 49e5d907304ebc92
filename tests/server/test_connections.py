"""Connections: those that bring no request in time, those that are too many, and those for which nothing is left."""

from __future__ import annotations

import base64
import json
import logging
import socket
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from forvm.server.common.server_limits import ServerLimits
from forvm.server.http.connections import Connections
from forvm.server.http.middleware import cost_of
from forvm.server.ops.server_logs import Repeats
from tests.server.friends import Friend, OnlineServer, Table
from tests.server.serving import PATIENCE, Message

HURRY = "import forvm.server.http.connections as c; c.HEAD_ARRIVES = c.BODY_ARRIVES = {}"
IN_TIME = 4.0  # seconds: enough for a busy machine to send a request in, and short enough to wait for
FEW_FILES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (80, 80))"
AT_MOST_SIX = """
from forvm.server.http.connections import Connections
begin = Connections.__init__
Connections.__init__ = lambda self, most, frames, proxies=(): begin(self, 6, frames, proxies)
"""
MOST = 200  # connections of one address


@contextmanager
def online(folder: Path, narrow: bool = False, first: str = "") -> Iterator[OnlineServer]:
    running = OnlineServer(folder / "games.sqlite3", narrow=narrow, first=first)
    try:
        yield running
    finally:
        running.kill()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    with online(tmp_path_factory.mktemp("store"), first=HURRY.format(1.0)) as running:
        yield running


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    with online(tmp_path_factory.mktemp("store"), narrow=True) as running:
        yield running


@contextmanager
def connection(server: OnlineServer, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0)) as line:
        yield line


def is_closed(line: socket.socket, within: float = PATIENCE) -> bool:
    """Does the server close the connection, whatever it says before?"""
    line.settimeout(within)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


WHOLE = b"GET /api/server HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
        b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
        WHOLE + b"GET / HTTP/1.1\r\nHost: loc",
    ],
    ids=["nothing", "half a line", "a head that does not end", "half a body", "chunks that do not end", "a second one"],
)
def test_a_request_that_does_not_arrive_is_not_waited_for(hasty: OnlineServer, sent: bytes):
    with connection(hasty) as line:
        line.sendall(sent)
        assert is_closed(line)


def test_a_head_that_comes_drop_by_drop_is_not_waited_for(hasty: OnlineServer):
    with connection(hasty) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")

        def is_refused_a_drop() -> bool:
            try:
                line.sendall(b"x")
            except ConnectionError:
                return True
            return is_closed(line, 0.05)

        until(is_refused_a_drop)


def test_who_asks_slowly_but_in_time_is_answered_and_a_socket_may_be_silent(tmp_path: Path):
    with online(tmp_path, first=HURRY.format(IN_TIME)) as server:
        with connection(server) as line:
            for part in (WHOLE[:20], WHOLE[20:40], WHOLE[40:]):
                time.sleep(0.1)
                line.sendall(part)
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        table = Table(server)
        with table.friends[0].page(table.id) as page:
            time.sleep(1.2 * IN_TIME)
            page.send("ping")
            page.wait("pong")


def test_one_address_has_so_many_connections_and_others_are_served(narrow: OnlineServer):
    with ExitStack() as stack:
        lines = [stack.enter_context(connection(narrow, "127.0.0.9")) for _ in range(MOST + 5)]
        assert all(is_closed(line) for line in lines[MOST:])
        assert narrow.ask("GET", "/api/server").status == 200
        with connection(narrow, "127.0.0.9") as one_more:
            assert is_closed(one_more)

    def is_heard_again() -> bool:
        with connection(narrow, "127.0.0.9") as line:
            try:
                line.sendall(WHOLE)
                return line.recv(100).startswith(b"HTTP/1.1 200")
            except ConnectionError:
                return False

    until(is_heard_again)


def test_a_socket_that_has_gone_is_not_counted(tmp_path: Path):
    with online(tmp_path, first=AT_MOST_SIX) as server:
        table = Table(server)
        for _ in range(20):
            with table.friends[0].page(table.id):
                pass


def test_a_trusted_proxy_has_as_many_as_it_needs():
    connections = Connections(2, ServerLimits().frames, ["10.0.0.0/8"])
    assert [connections.come("192.0.2.7") for _ in range(3)] == [True, True, False]
    assert [connections.come("10.1.2.3") for _ in range(3)] == [True, True, True]
    assert [connections.come(f"2001:db8::{number}") for _ in range(1) for number in range(3)] == [True, True, False]
    connections.go("192.0.2.7")
    assert connections.come("192.0.2.7")


def test_without_file_descriptors_the_log_stays_short_and_the_server_comes_back(tmp_path: Path):
    with online(tmp_path, first=FEW_FILES) as server:
        with ExitStack() as stack:
            for _ in range(150):
                stack.enter_context(connection(server))
            until(lambda: server.log.read_text().count("no more connections can be accepted") >= 3)
            assert len(server.log.read_bytes()) < 20_000
        until(lambda: answers(server))


def answers(server: OnlineServer) -> bool:
    try:
        return server.ask("GET", "/healthz").status == 200
    except OSError:
        return False


def test_the_same_complaint_is_told_once_a_second_and_then_how_often(monkeypatch: pytest.MonkeyPatch):
    clock = [100.0]
    monkeypatch.setattr("forvm.server.ops.server_logs.time.monotonic", lambda: clock[0])
    repeats = Repeats()

    def told(message: str, **more: object) -> bool:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, message, None, None)
        record.__dict__.update(more)
        told_now = repeats.filter(record)
        left_out.append(getattr(record, "fields", {}).get("left_out"))
        return told_now

    left_out: list[object] = []
    assert [told("full"), told("full"), told("else"), told("full")] == [True, False, True, False]
    assert [told("request", fields={}) for _ in range(3)] == [True, True, True]
    clock[0] += 1
    assert told("full")
    assert left_out[-1] == 2


# What is dearer than other requests.


def test_what_makes_the_server_work_costs_more():
    game = "/api/games/0123456789abcdef"
    for path in ("/frames", "/replay", "/record", "/dice"):
        assert cost_of("GET", game + path) == cost_of("HEAD", game + path) > cost_of("GET", game)
    assert cost_of("GET", "/api/replays/0123/frames") == cost_of("GET", "/api/replays/0123") > 1
    for path in ("/api/replays", "/api/house-rules/check", "/api/lab/runs", "/api/lab/study"):
        assert cost_of("POST", path) == 10
    assert cost_of("GET", "/api/lab/runs/abc/report") == 10


def test_positions_that_are_asked_for_all_the_time_are_refused(narrow: OnlineServer):
    table = Table(narrow)
    # Many at once: one after the other they might come as slowly as the bucket fills again.
    with ThreadPoolExecutor(16) as askers:
        path = f"/api/games/{table.id}/frames"
        asked = [askers.submit(table.friends[0].ask, "GET", path) for _ in range(200)]
    assert {answer.result().status for answer in asked} == {200, 429}


def test_sockets_that_are_opened_all_the_time_are_refused(narrow: OnlineServer):
    address = f"ws://127.0.0.1:{narrow.port}/api/games/0123456789abcdef/socket"

    def is_refused() -> bool:
        try:
            with connect(address, source_address=("127.0.0.8", 0), open_timeout=PATIENCE):
                pass
        except InvalidStatus as refused:
            return refused.response.status_code == 403
        return False

    assert any(is_refused() for _ in range(300))


def test_one_address_watches_experiments_through_so_many_sockets(tmp_path: Path):
    wanted = {"baseline": {"bots": ["random"] * 4, "rules": "forvm"}, "games": 10}
    with online(tmp_path, narrow=True) as server, ExitStack() as stack:
        run = Friend(server).post("/api/lab/runs", wanted)["id"]
        address = f"ws://127.0.0.1:{server.port}/api/lab/runs/{run}/socket"
        sockets = [stack.enter_context(connect(address, open_timeout=PATIENCE)) for _ in range(9)]
        first = [json.loads(one.recv(timeout=PATIENCE)) for one in sockets]
        assert [message.get("code") for message in first] == [None] * 8 + ["too_many"]


def test_one_person_asks_the_bot_so_often_and_no_more(tmp_path: Path):
    with online(tmp_path, narrow=True) as server, ExitStack() as stack:
        table = Table(server, people=1, bots=2, chances=True)
        page = stack.enter_context(table.friends[0].page(table.id))
        told: list[Message] = []
        # Where a bot thinks slowly the bucket fills again meanwhile, and it takes more questions to empty it.
        while len(told) < 300 and (not told or told[-1]["type"] == "chances"):
            page.send("ask_chances")
            while (message := page.receive())["type"] not in ("chances", "problem"):
                pass
            told.append(message)
    assert len(told) > 20
    assert told[-1].get("code") == "too_many"


# Pieces that cost much to read.

SOON = 10.0  # seconds: no socket is closed so soon because it does not say hello
TEXT, CONTINUED, PING, LAST = 0x1, 0x0, 0x9, 0x80  # as a frame begins


def send(line: socket.socket, data: bytes) -> None:
    with suppress(ConnectionError):  # the server has closed it already
        line.sendall(data)


@contextmanager
def web_socket(narrow: OnlineServer, more: bytes = b"") -> Iterator[socket.socket]:
    """A web socket of somebody whom nobody has invited, and who does not even say hello."""
    key = base64.b64encode(bytes(16))
    asked = (
        b"GET /api/games/0123456789abcdef/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + b"\r\n" + more + b"\r\n"
    )
    with connection(narrow) as line:
        line.sendall(asked)
        assert line.recv(4096).startswith(b"HTTP/1.1 101")
        yield line


def frame(kind: int) -> bytes:
    """An empty frame of a browser's."""
    return bytes([kind, 0x80]) + bytes(4)


@pytest.mark.parametrize(
    "sent",
    [
        frame(PING | LAST) * 2_000,
        frame(TEXT) + frame(CONTINUED) * 2_000,
    ],
    ids=["pings", "parts of one message"],
)
def test_a_socket_that_brings_very_many_frames_is_closed(narrow: OnlineServer, sent: bytes):
    with web_socket(narrow) as line:
        send(line, sent)
        assert is_closed(line, SOON)


def test_a_socket_that_brings_much_in_little_is_closed(narrow: OnlineServer):
    packer = zlib.compressobj(9, zlib.DEFLATED, -12)
    packed = (packer.compress(b" " * 60_000) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
    assert len(packed) < 126
    compressed = 0x40
    with web_socket(narrow, b"Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n") as line:
        send(line, (bytes([TEXT | LAST | compressed, 0x80 | len(packed)]) + bytes(4) + packed) * 20)
        assert is_closed(line, SOON)


def test_a_socket_with_a_few_pings_stays_open(narrow: OnlineServer):
    with web_socket(narrow) as line:
        line.sendall(frame(PING | LAST) * 20)
        told = b""
        line.settimeout(PATIENCE)
        while len(told) < 40:
            told += line.recv(4096)
        assert told == bytes([0x8A, 0]) * 20


def test_a_body_in_very_many_chunks_is_not_read(narrow: OnlineServer):
    with connection(narrow) as line:
        head = b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        send(line, head + b"1\r\n \r\n" * 5_000)
        assert is_closed(line, SOON)


def test_a_small_body_in_chunks_is_read(narrow: OnlineServer):
    with connection(narrow) as line:
        head = b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        line.sendall(head + b"10\r\n" + b'{"secret":"abc"}' + b"\r\n0\r\n\r\n")
        told = b""
        while part := line.recv(4096):
            told += part
        assert b"not_invited" in told


def test_a_head_of_very_many_lines_is_refused(narrow: OnlineServer):
    with connection(narrow) as line:
        send(line, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a:b\r\n" * 10_000 + b"\r\n")
        with suppress(ConnectionError):
            assert b" 200 " not in line.recv(4096)
        assert is_closed(line, SOON)
