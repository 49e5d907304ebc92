"""forvm serve as a process: health, metrics, a good end, logs that keep secrets, and a store restored beneath it."""

from __future__ import annotations

import asyncio
import json
import random
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from forvm.server.ops.backups import backup, incoming, restore
from tests.server.kill import environment
from tests.server.players import Browser, Meeting, Player, Refused, meet
from tests.server.serving import check_sound

_PROGRAM = "import sys; from forvm.cli import run; sys.exit(run(['serve', *sys.argv[1:]]))"
PATIENCE = 60


@dataclass
class Serving:
    """A running ``forvm serve``."""

    process: subprocess.Popen[str]
    store: Path
    log: Path
    port: int

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def get(self, path: str, /, port: int = 0, **headers: str) -> tuple[int, str]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(f"http://127.0.0.1:{port or self.port}{path}", headers=named)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def logged(self) -> list[dict[str, Any]]:
        """Every line of the log."""
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def end(self, sign: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Ask it to end; its exit code, and what it said at last."""
        self.process.send_signal(sign)
        said, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[Serving]:
    store, log = folder / "games.sqlite3", folder / "serve.log"
    command = [sys.executable, "-c", _PROGRAM, "--port", "0", "--store", str(store), "--log-format", "json", *words]
    with log.open("w") as stderr:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment())
    assert process.stdout is not None
    said = process.stdout.readline()
    assert said, log.read_text()
    ready = next(line for line in log.read_text().splitlines() if '"ready"' in line)
    port = int(json.loads(ready)["port"])
    try:
        yield Serving(process, store, log, port)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
    check_sound(store)


def play_a_while(running: Serving, moves: int = 3) -> tuple[Meeting, list[Player]]:
    """Two people and a bot at a table with hidden hands, who talk and make some moves."""

    async def playing() -> tuple[Meeting, list[Player]]:
        meeting = await meet(running.address, 2, 1, rules="short")
        players = [Player(browser, meeting.id, random.Random(seat)) for seat, browser in enumerate(meeting.browsers)]
        for player in players:
            player.stop = lambda: any(one.acknowledged >= moves for one in players)
        await asyncio.gather(*(player.play() for player in players))
        return meeting, players

    return asyncio.run(playing())


def test_health_metrics_and_a_good_end(tmp_path: Path):
    with serving(tmp_path, "--metrics-port", "0") as running:
        assert running.get("/healthz") == (200, "ok\n")
        assert running.get("/readyz") == (200, "ok\n")
        assert running.get("/healthz", Host="10.1.2.3")[0] == 200  # whoever watches asks by whatever name
        play_a_while(running)
        port = next(int(line["port"]) for line in running.logged() if line["event"] == "metrics")
        _, metrics = running.get("/metrics", port)
        found = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if not line.startswith("#"))
        assert float(found['forvm_events_total{kind="move"}']) >= 3
        assert float(found['forvm_events_total{kind="chance"}']) >= 3
        assert float(found["forvm_store_write_seconds_count"]) >= 3
        assert found['forvm_http_requests_total{method="POST",route="open_gathering",status="201"}'] == "1.0"
        assert float(found['forvm_socket_messages_total{direction="received"}']) >= 5
        assert found["forvm_tables"] == "1.0"
        assert float(found["process_resident_memory_bytes"]) > 1e6
        assert "<html" in running.get("/metrics")[1] or running.get("/metrics")[0] == 404  # not at the games' address
        code, said = running.end()
        assert code == 0
        assert "the games are kept" in said
        assert [line["event"] for line in running.logged()][-1] == "ended"


def read_to_the_end(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=PATIENCE)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_sockets_are_told_that_the_server_goes(tmp_path: Path, sign: signal.Signals):
    with serving(tmp_path) as running:
        meeting, _ = play_a_while(running, 1)
        cookie = {"Cookie": f"forvm={meeting.browsers[0].cookie}"}
        address = f"ws://{running.address}/api/games/{meeting.id}/socket"
        with connect(address, additional_headers=cookie, open_timeout=PATIENCE) as socket:
            socket.send('{"type":"hello"}')
            socket.recv(timeout=PATIENCE)
            running.process.send_signal(sign)
            with pytest.raises(ConnectionClosed) as closed:
                read_to_the_end(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code in (1001, 1012)
        assert running.process.wait(PATIENCE) == 0


def test_logs_tell_what_happened_and_keep_every_secret(tmp_path: Path):
    with serving(tmp_path, "--log-level", "debug") as running:
        meeting, players = play_a_while(running, 4)
        talk = "the talk of two people"
        with connect(
            f"ws://{running.address}/api/games/{meeting.id}/socket",
            additional_headers={"Cookie": f"forvm={meeting.browsers[0].cookie}"},
            open_timeout=PATIENCE,
        ) as socket:
            for message in ({"type": "hello"}, {"type": "say", "text": talk, "ref": "1"}, {"type": talk}):
                socket.send(json.dumps(message))
            while "problem" not in str(socket.recv(timeout=PATIENCE)):
                pass
        wrong = "an-open-secret-" * 3
        for path in (f"/api/games/{wrong}", f"/api/games/{wrong}/board?token={wrong}", f"/{wrong}"):
            running.get(path, Cookie=f"forvm={wrong}", Authorization=f"Bearer {wrong}")
        with pytest.raises(Refused):
            asyncio.run(Browser(running.address).ask("POST", "/api/join", {"secret": wrong}))
        setup = _setup(running.store, meeting.id)
        running.end()
        logged = running.log.read_text(encoding="utf-8")
    secrets = [wrong, talk, setup["dice"]["secret"], meeting.spectators, "Person", "words of"]
    secrets += [str(browser.cookie) for browser in meeting.browsers]
    for secret in secrets:
        assert secret not in logged
    assert not re.search(r"\b(son|daughter|card:)\b", logged)
    events = running.logged()
    assert {"request", "socket", "ready", "ended"} <= {line["event"] for line in events}
    asked = next(line for line in events if line.get("route") == "open_gathering")
    assert (asked["method"], asked["status"], asked["address"]) == ("POST", 201, "127.0.0.1")
    assert any(line["event"] == "socket" and line["game"] == meeting.id for line in events)
    assert sum(player.acknowledged for player in players) >= 4


def _setup(store: Path, game: str) -> dict[str, dict[str, str]]:
    with closing(sqlite3.connect(store)) as connection:
        raw = connection.execute("SELECT setup FROM games WHERE id = ?", (game,)).fetchone()[0]
    found: dict[str, dict[str, str]] = json.loads(raw)
    return found


def test_only_a_trusted_proxy_says_where_a_request_comes_from(tmp_path: Path):
    for words, seen in (((), "127.0.0.1"), (("--proxy", "10.0.0.0/8", "--proxy", "127.0.0.1"), "192.0.2.7")):
        with serving(tmp_path, *words) as running:
            assert running.get("/api/server", x_forwarded_for="203.0.113.9, 192.0.2.7")[0] == 200
            running.end()
            assert [line["address"] for line in running.logged() if line["event"] == "request"] == [seen]


def test_the_public_address_is_the_only_one_beside_this_machines(tmp_path: Path):
    with serving(tmp_path, "--public-url", "https://forvm.example.org") as running:
        assert running.get("/api/server", Host="forvm.example.org")[0] == 200
        assert running.get("/api/server", Host="evil.example")[0] == 403
        assert running.get("/api/server", Origin="https://evil.example")[0] == 403
        assert json.loads(running.get("/api/server")[1])["public_url"] == "https://forvm.example.org"


def test_a_store_is_copied_and_restored_while_people_play(tmp_path: Path):
    with serving(tmp_path) as running:
        meeting, players = play_a_while(running, 2)
        backup(running.store, tmp_path / "copy.sqlite3")
        seen = max(player.seen for player in players)
        for player in players:
            player.stop = lambda: any(one.acknowledged >= 5 for one in players)

        async def play_on() -> None:
            await asyncio.gather(*(player.play() for player in players))

        asyncio.run(play_on())
        assert max(player.seen for player in players) > seen
        kept = restore(tmp_path / "copy.sqlite3", running.store)
        assert kept is not None
        assert not incoming(running.store).exists()
        again = Player(meeting.browsers[0], meeting.id, random.Random(1))
        again.stop = lambda: again.seen >= 1

        asyncio.run(again.play())
        assert seen <= again.seen  # a bot may have gone on from there
        assert again.told[seen] == next(player.told[seen] for player in players if seen in player.told)
        assert running.process.poll() is None
        assert [line["event"] for line in running.logged()].count("ready") == 2
        assert running.end()[0] == 0
