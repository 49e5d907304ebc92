"""Each request and each web socket has a number, by which what a player saw is found in the log."""

from __future__ import annotations

import http.client
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.server.ops.test_serving import PATIENCE, Serving, play_a_while, serving

NUMBER = re.compile(r"[0-9a-f]{16}")
GIVEN = "7f000001-4b1d.proxy_9"


def asked(running: Serving, path: str, *given: str, cookie: str = "") -> tuple[int, str, str]:
    """The status of an answer, its number and its body."""
    with closing(http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)) as connection:
        connection.putrequest("GET", path)
        for number in given:
            connection.putheader("X-Request-ID", number)
        connection.putheader("X-Forwarded-For", "192.0.2.7")
        connection.putheader("Cookie", cookie)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.getheader("X-Request-ID", ""), answer.read().decode()


def test_every_answer_has_a_number_of_its_own_and_so_has_its_line_of_the_log(tmp_path: Path):
    with serving(tmp_path) as running:
        # Nobody is a proxy here, so nobody gives a number.
        paths = ("/api/server", "/api/server", "/api/nothing", "/healthz", "/")
        numbers = [asked(running, path, GIVEN)[1] for path in paths]
        running.end()
        logged = [line for line in running.logged() if line["event"] == "request"]
    assert all(NUMBER.fullmatch(number) for number in numbers)
    assert len(set(numbers)) == len(numbers)
    assert [line["id"] for line in logged] == numbers[:3]


def test_only_a_trusted_proxy_gives_a_number_and_only_one_that_is_well_formed(tmp_path: Path):
    with serving(tmp_path, "--proxy", "127.0.0.1") as running:
        assert asked(running, "/api/server", GIVEN)[1] == GIVEN
        for wrong in ([], ["short"], ["x" * 65], ["two words"], ['"quoted-word"'], ["number=1234"], [GIVEN, GIVEN]):
            assert NUMBER.fullmatch(asked(running, "/api/server", *wrong)[1]), wrong
        running.end()
        first = next(line for line in running.logged() if line["event"] == "request")
    assert (first["id"], first["address"]) == (GIVEN, "192.0.2.7")
    with serving(tmp_path, "--proxy", "10.0.0.0/8") as running:
        assert NUMBER.fullmatch(asked(running, "/api/server", GIVEN)[1])


def test_a_socket_has_a_number(tmp_path: Path):
    with serving(tmp_path, "--proxy", "127.0.0.1") as running:
        address = f"ws://{running.address}/api/games/{'0' * 16}/socket"
        with connect(address, additional_headers={"X-Request-ID": GIVEN}, open_timeout=PATIENCE) as socket:
            assert socket.response is not None
            assert socket.response.headers["X-Request-ID"] == GIVEN
        running.end()
        assert [line["id"] for line in running.logged() if line["event"] == "socket"] == [GIVEN]


@pytest.mark.damaged_store
def test_a_player_who_sees_a_failure_can_tell_its_number(tmp_path: Path):
    with serving(tmp_path) as running:
        meeting, _ = play_a_while(running, 1)
        with closing(sqlite3.connect(running.store)) as connection, connection:
            connection.execute("UPDATE games SET changed = 'yesterday'")
        status, number, said = asked(running, "/api/games", cookie=f"forvm={meeting.browsers[0].cookie}")
        running.end()
        logged = running.logged()
    assert status == 500
    assert json.loads(said)["code"] == "internal"
    assert json.loads(said)["message"].endswith(f"Tell the operator this number: {number}")
    failed = [line for line in logged if line.get("id") == number]
    assert {line["event"] for line in failed} == {"GET /api/games failed", "request"}
    assert any("Traceback" in line.get("trace", "") for line in failed)
