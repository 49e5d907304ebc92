"""A real server in a process of its own, and a page without a browser: HTTP and web sockets."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from websockets.sync.client import ClientConnection, connect

from forvm.server.ops.checking import check
from forvm.server.store.addresses import StoreAddress
from tests.server.last_view import LastView

PATIENCE = 60.0  # seconds for anything at all to arrive
ALONE = [{"name": "Ada"}, {"name": "Rufus", "bot": "tiro"}, {"name": "Livia", "bot": "tiro"}]
PEOPLE = [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cleo"}]
# Here nothing is compiled: dozens of servers come and go.
_PLAINLY = {**os.environ, "FORVM_PLAIN": "1"}
_PROGRAM = "import sys; from forvm.cli import run; sys.exit(run(sys.argv[1:]))"
_WITH_PAGES = """
import sys
from pathlib import Path
from forvm.server.ops.local_server import play
play(port=0, browser=False, store=Path(sys.argv[1]), pages=Path(sys.argv[2]), say=lambda said: print(said, flush=True))
"""

Message = dict[str, Any]


class KeptPort:
    """A port for a server that dies and comes back: nobody else gets it meanwhile.

    A socket that never listens holds it as long as this object lives. A server may listen there all the same, since
    both of them allow addresses to be reused; whoever wants any free port, or connects from one, is not given it.
    Elsewhere than on Linux a server would be refused, so there the port is let go, and only likely to stay free.
    """

    def __init__(self) -> None:
        holder = socket.socket()
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        self.number: int = holder.getsockname()[1]
        let_go = weakref.finalize(self, holder.close)
        if sys.platform != "linux":
            let_go()


class Answer(NamedTuple):
    status: int
    body: Any
    headers: dict[str, str]


class Server:
    """A running server."""

    store: Path
    kept_in: StoreAddress  # which need not be a file
    log: Path
    process: subprocess.Popen[str]

    def __init__(self, store: Path, port: int = 0, pages: Path | None = None) -> None:
        command = [_PROGRAM, "play", "--no-browser", "--port", str(port), "--store", str(store)]
        if pages is not None:
            command = [_WITH_PAGES, str(store), str(pages)]
        self.kept_in = self.store = store
        self.log = store.with_suffix(".log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", *command], stdout=subprocess.PIPE, stderr=log, text=True, env=_PLAINLY
            )
        self.listen()

    def listen(self) -> None:
        """Read the next line that it says, which names the port once it serves."""
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        self.port = int(self.said.partition("127.0.0.1:")[2].partition("/")[0] or 0)

    def complaint(self) -> str:
        """What a server that did not start said about it."""
        self.process.communicate()
        assert self.process.returncode == 2
        return " ".join(self.log.read_text().split())

    def ask(self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> Answer:
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        address = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(address, data=data, method=method, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return _answer(answer)
        except urllib.error.HTTPError as error:
            with error:
                return _answer(error)

    def begin(self, seats: list[Message] = ALONE, **wanted: object) -> str:
        answer = self.ask("POST", "/api/games", {"seats": seats, "seed": 7, **wanted})
        assert answer.status == 201, answer.body
        game: str = answer.body["id"]
        return game

    @contextmanager
    def page(self, game: str, **hello: object) -> Iterator[Page]:
        address = f"ws://127.0.0.1:{self.port}/api/games/{game}/socket"
        with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
            page = Page(socket)
            page.send("settings", pace=0) if hello.pop("silent", False) else page.hello(**hello)
            yield page

    def kill(self) -> None:
        """As a power failure of the process would."""
        self.process.kill()
        self.process.communicate()
        check_sound(self.kept_in)

    def stop(self) -> str:
        """As Ctrl-C does; returns what the server said."""
        self.process.send_signal(signal.SIGINT)
        said = self.process.communicate(timeout=PATIENCE)[0]
        check_sound(self.kept_in)
        return said


class Page:
    """What a browser's page does at a table, with the last snapshot at hand."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome: Message = {}
        self.snapshot: Message = {}
        self.seen: list[Message] = []
        self.views = LastView()

    def send(self, type: str, **fields: object) -> None:
        self.socket.send(json.dumps({"type": type, **fields}))

    def hello(self, **fields: object) -> None:
        self.send("hello", **fields)
        self.welcome = self.wait("welcome")
        self.wait("snapshot")
        self.send("settings", pace=0)

    def receive(self) -> Message:
        message: Message = self.views.whole(json.loads(self.socket.recv(timeout=PATIENCE)))
        self.seen.append(message)
        if message["type"] == "snapshot":
            self.snapshot = message
        elif message["type"] == "missed":  # the steps of a long game come in parts
            self.welcome["steps"] += message["steps"]
        return message

    def wait(self, type: str, fits: Callable[[Message], bool] = lambda message: True) -> Message:
        while True:
            message = self.receive()
            if message["type"] == type and fits(message):
                return message

    def wait_for_turn(self) -> Message:
        """The snapshot in which somebody here is to choose, or the game is over."""
        while not (self.snapshot["to_play"] or self.snapshot["curtain"] or self.snapshot["view"]["outcome"]):
            self.receive()
        return self.snapshot

    def play(self, move: int | str, **other: object) -> None:
        fields = {"seq": self.snapshot["seq"], "seat": self.snapshot["seat"], "move": move, **other}
        self.send("play", **fields)

    def moved(self, move: int | str) -> Message:
        """Play a move and wait until it has happened; the next snapshot."""
        before = self.snapshot["seq"]
        self.play(move)
        return self.wait("snapshot", lambda message: message["seq"] > before)

    def play_on(self, dice: random.Random, until: Callable[[Message], bool]) -> Message:
        """Choose at random until a snapshot is as wanted."""
        while not until(self.wait_for_turn()):
            if self.snapshot["view"]["outcome"]:
                raise AssertionError("the game ended before that")
            if self.snapshot["curtain"]:
                self.send("lift", seat=self.snapshot["seat"])
                self.wait("snapshot")
                continue
            self.moved(dice.choice(options(self.snapshot)))
        return self.snapshot


def options(snapshot: Message) -> list[int]:
    """Every legal move."""
    named = [price["id"] for offer in snapshot["offers"] for price in offer["prices"]]
    return [choice["id"] for choice in snapshot["choices"]] + named


def check_sound(store: StoreAddress) -> None:
    """Whatever a server wrote, ``forvm store check`` reads: so every test that plays is also one of that."""
    if not isinstance(store, Path) or store.exists():
        assert check(store).problems == []


@contextmanager
def stalled(path: Path) -> Iterator[None]:
    """Another process has locked the file, so every write waits."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(word) for word in listed.read_text().split()] if listed.exists() else []


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _answer(answer: Any) -> Answer:
    raw: bytes = answer.read()
    is_json = answer.headers.get_content_type() == "application/json"
    body = json.loads(raw) if is_json else raw.decode()
    return Answer(answer.status, body, {name.lower(): value for name, value in answer.headers.items()})
