"""A disk that is full: who asks is told, nothing of the server's is shown, and all goes on once there is room."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from forvm.server.store.dice_epochs import mark_as_copy, notice_copy
from forvm.server.store.schema import open_file
from tests.server.friends import AGREEMENT, Friend, OnlineServer, Table
from tests.server.serving import PATIENCE, KeptPort, Page, options


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of three megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True, timeout=PATIENCE)
    except (OSError, subprocess.CalledProcessError):
        if os.environ.get("CI"):
            raise
        pytest.skip("a small disk can only be mounted by root, on Linux")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True, timeout=PATIENCE)


def fill(disk: Path) -> Path:
    """Leave no room at all."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (100_000, 4096, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return ballast


def wait_for(server: OnlineServer, status: int) -> None:
    until = time.monotonic() + PATIENCE
    while server.ask("GET", "/readyz").status != status:
        assert time.monotonic() < until
        time.sleep(0.1)


def wait_for_log(server: OnlineServer, line: str) -> None:
    until = time.monotonic() + PATIENCE
    while line not in server.log.read_text():
        assert time.monotonic() < until, server.log.read_text()
        time.sleep(0.1)


def refusal(page: Page, move: int) -> str:
    """Try to play a move; what is said to it."""
    page.play(move)
    problem = page.wait("problem")
    assert problem["code"] == "store"
    said: str = problem["message"]
    return said


def log_of_a_refused_start(store: Path, first: str = "") -> str:
    """What a server says that cannot start."""
    refused = OnlineServer(store, first=first)
    try:
        refused.process.communicate(timeout=PATIENCE)
    finally:
        refused.process.kill()
    assert refused.process.returncode != 0
    log = refused.log.read_text()
    assert "Traceback" not in log, log
    return log


@contextmanager
def serving(store: Path, port: int = 0) -> Iterator[OnlineServer]:
    server = OnlineServer(store, port)
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture
def store(disk: Path, tmp_path: Path) -> Path:
    """On the small disk; the server's log is beside the link to it, and so it is not."""
    link = tmp_path / "games.sqlite3"
    link.symlink_to(disk / "games.sqlite3")
    return link


@pytest.fixture
def server(store: Path) -> Iterator[OnlineServer]:
    with serving(store) as running:
        yield running


def test_a_full_disk_is_told_and_tables_go_on_when_there_is_room(server: OnlineServer, disk: Path, tmp_path: Path):
    slow, quick = Table(server, people=3, bots=0), Table(server, people=3, bots=0, clock=5)
    with ExitStack() as stack:
        pages = [stack.enter_context(friend.page(slow.id)) for friend in slow.friends]
        acting = next(page for page in pages if page.snapshot["to_play"])
        ballast = fill(disk)
        assert "disk is full" in refusal(acting, options(acting.snapshot)[0])
        assert server.ask("GET", "/readyz").status == 503
        assert server.ask("GET", "/healthz").status == 200
        wanted = {"seats": [{}, {}, {}], "agreement": AGREEMENT, "name": "Eve"}
        refused = Friend(server).ask("POST", "/api/gatherings", wanted)
        assert (refused.status, refused.body["code"]) == (503, "store")
        # Where people have five seconds, a bot moves for them then, and that cannot be written either.
        wait_for_log(server, f"{quick.id} stands still until the store can be written")
        pages.append(stack.enter_context(quick.friends[0].page(quick.id)))
        before = pages[-1].snapshot["seq"]
        ballast.unlink()
        wait_for(server, 200)
        # Nobody does anything, and the table goes on.
        pages[-1].wait("happened", lambda message: message["step"]["seq"] > before)
        wait_for_log(server, f"{quick.id} goes on")
        acting.moved(options(acting.snapshot)[0])
        told = json.dumps([*(page.seen for page in pages), refused.body, refused.headers])
    for secret in (str(disk), str(tmp_path), "sqlite"):
        assert secret not in told
    assert f"There is no room left to write to {tmp_path / 'games.sqlite3'}" in server.log.read_text()


def test_a_server_that_starts_on_a_full_disk_says_so_and_starts_when_there_is_room(store: Path, disk: Path):
    port = KeptPort()
    with serving(store, port.number) as server:
        table = Table(server)
    ballast = fill(disk)
    assert log_of_a_refused_start(store).splitlines()[-1].startswith("There is no room left to write to")
    ballast.unlink()
    with serving(store, port.number), table.friends[0].page(table.id) as page:
        assert page.snapshot["seq"] > 0


def test_a_store_that_refuses_the_first_write_of_a_server_is_told_in_words(tmp_path: Path):
    store = tmp_path / "games.sqlite3"
    refuse = "def refuse(connection): raise sqlite3.OperationalError('this cannot be written')"
    first = f"import sqlite3\nfrom forvm.server.play import live_tables\n{refuse}\nlive_tables.catch_up = refuse"
    assert "cannot be used: this cannot be written" in log_of_a_refused_start(store, first)


@pytest.mark.damaged_store
def test_a_store_with_a_foreign_trigger_is_refused_in_words(tmp_path: Path):
    store = tmp_path / "games.sqlite3"
    open_file(store).close()
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("CREATE TRIGGER refuse AFTER UPDATE ON presence BEGIN DELETE FROM nowhere; END")
    assert "the trigger “refuse” does not belong there" in log_of_a_refused_start(store)


def test_a_copy_that_is_opened_on_a_full_disk_says_so_and_opens_when_there_is_room(disk: Path):
    connection = open_file(disk / "games.sqlite3")
    mark_as_copy(connection)
    ballast = fill(disk)
    with pytest.raises(sqlite3.OperationalError, match="disk is full"):
        notice_copy(connection)
    ballast.unlink()
    assert notice_copy(connection) == set()
    connection.close()
