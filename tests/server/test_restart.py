"""The server may be killed at any moment: what was acknowledged is there when it comes back."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from tests.server.serving import ALONE, PATIENCE, PEOPLE, Message, Server, children_of, is_running, options


def test_every_acknowledged_move_survives_kill_9(tmp_path: Path):
    dice = random.Random(8)
    game = ""
    steps: list[Message] = []
    for life in range(3):
        server = Server(tmp_path / "games.sqlite3")
        game = game or server.begin(seats=PEOPLE, changes={"start.money": 600})
        with server.page(game, last_seq=len(steps)) as page:
            assert page.welcome["afresh"] is (life == 0)
            # Beside what was acknowledged, the move under way may have been stored, whole or not at all.
            steps += page.welcome["steps"]
            assert page.snapshot["seq"] == len(steps)
            for _ in range(12):
                page.moved(dice.choice(options(page.snapshot)))
            steps += [message["step"] for message in page.seen if message["type"] == "happened"]
            page.play(options(page.snapshot)[0])
            server.kill()
    assert [step["seq"] for step in steps] == list(range(1, len(steps) + 1))
    server = Server(tmp_path / "games.sqlite3")
    with server.page(game) as page:
        assert page.welcome["steps"][: len(steps)] == steps
    server.kill()


def test_bots_go_on_after_a_restart(tmp_path: Path):
    store = tmp_path / "games.sqlite3"
    server = Server(store)
    game = server.begin(seats=[{"name": "Ada"}, *ALONE[1:], {"name": "Gaius", "bot": "tiro"}])
    with server.page(game) as page:
        page.moved(page.wait_for_turn()["choices"][-1]["id"])
        server.kill()
    again = Server(store)
    with again.page(game) as page:
        page.wait_for_turn()
        assert page.snapshot["to_play"]
    again.kill()


def test_the_thinking_process_goes_with_the_server(tmp_path: Path):
    if not Path("/proc/self/task").exists():
        pytest.skip("only where /proc lists a process's children")
    server = Server(tmp_path / "games.sqlite3")
    server.begin()
    thinkers = children_of(server.process.pid)
    assert thinkers
    server.kill()
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, thinkers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, thinkers))


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGSTOP])
def test_a_bot_whose_process_dies_or_is_stopped_is_asked_again(tmp_path: Path, sign: signal.Signals):
    if not Path("/proc/self/task").exists():
        pytest.skip("only where /proc lists a process's children")
    server = Server(tmp_path / "games.sqlite3")
    with server.page(server.begin()) as page:
        page.wait_for_turn()
        for process in children_of(server.process.pid):
            os.kill(process, sign)
        page.moved(next(choice["id"] for choice in page.snapshot["choices"] if choice["kind"] == "move"))
        page.wait_for_turn()
        assert page.snapshot["to_play"]
    server.kill()


def test_ctrl_c_ends_it_cleanly_with_pages_open(tmp_path: Path):
    server = Server(tmp_path / "games.sqlite3")
    game = server.begin()
    with server.page(game):
        said = server.stop()
    assert server.process.returncode == 0
    assert said == "FORVM has ended; the games are kept.\n"


def test_a_second_server_on_the_same_store_is_refused(server: Server, tmp_path: Path):
    first = Server(tmp_path / "games.sqlite3")
    second = Server(tmp_path / "games.sqlite3")
    assert "Another FORVM is using the store" in second.complaint()
    first.kill()
    third = Server(tmp_path / "games.sqlite3")
    assert third.port
    third.kill()


def test_a_port_that_is_taken_is_told(server: Server, tmp_path: Path):
    other = Server(tmp_path / "games.sqlite3", port=server.port)
    assert f"cannot listen on 127.0.0.1, port {server.port}" in other.complaint()
