"""An online server in a process of its own, and people with browsers who play there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from forvm.server.store.addresses import StoreAddress
from tests.server.serving import PATIENCE, Answer, Message, Page, Server
from tests.server.words import Words

AGREEMENT = {
    "cover_after": None,
    "cover_bot": "tiro",
    "clock": None,
    "hints": False,
    "chances": False,
    "undo": True,
    "spectators": True,
}
NAMES = ["Ada", "Ben", "Cleo", "Dora"]
_PROGRAM = """
import sys
from forvm.errors import ForvmError
from forvm.server.common.server_limits import Rate, ServerLimits
from forvm.server.ops.serving import Service, serve
from forvm.server.store.addresses import read_address
many = Rate(1e9, 1e9)
metered = ["requests", "lobbies", "messages", "frames", "questions", "socket_openings", "files", "health"]
rates = dict.fromkeys(metered, many)
wide = ServerLimits(**rates, open_games=10_000, open_games_of_address=10_000, connections=10_000, lab_sockets=1_000)
limits = ServerLimits() if sys.argv[2] == "narrow" else wide
standby = sys.argv[4] == "True"
service = Service(port=int(sys.argv[3]), store=read_address(sys.argv[1]), limits=limits, standby=standby)
try:
    serve(service, say=lambda said: print(said, flush=True))
except ForvmError as error:  # as `forvm serve` does
    sys.exit(error.message)
"""


class OnlineServer(Server):
    """A running server for people who do not sit at one screen; ``narrow``: with the limits that it has by default.

    ``first`` is Python that the server's process runs before it begins: to shorten a wait, say.
    """

    def __init__(
        self,
        store: StoreAddress,
        port: int = 0,
        narrow: bool = False,
        first: str = "",
        log: Path | None = None,
        standby: bool = False,
    ) -> None:
        self.kept_in = store
        if isinstance(store, Path):
            self.store = store
        self.log = log or self.store.with_suffix(".log")
        limits = "narrow" if narrow else "wide"
        where = getattr(store, "url", str(store))
        command = [sys.executable, "-c", f"{first}\n{_PROGRAM}", where, limits, str(port), str(standby)]
        with self.log.open("a") as writing:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=writing, text=True, env={**os.environ, "FORVM_PLAIN": "1"}
            )
        self.listen()


class Friend:
    """Somebody's browser: it keeps one cookie, which no page can read."""

    def __init__(self, server: Server, cookie: str | None = None) -> None:
        self.server = server
        self.cookie = cookie

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        answer = self.server.ask(method, path, body, {"Cookie": f"forvm={self.cookie}"} if self.cookie else None)
        given = answer.headers.get("set-cookie", "")
        if given.startswith("forvm="):
            self.cookie = given.removeprefix("forvm=").partition(";")[0]
        return answer

    def post(self, path: str, body: object = None) -> Any:
        """Ask for something that will be granted; what came of it."""
        answer = self.ask("POST", path, body)
        assert answer.status in (200, 201), answer.body
        return answer.body

    def refused(self, path: str, body: object = None, method: str = "POST") -> str:
        """Ask for something that will be refused; the code of the refusal."""
        answer = self.ask(method, path, body)
        assert answer.status >= 400, answer.body
        assert len(answer.body["message"]) > 10
        code: str = answer.body["code"]
        return code

    def join(self, secret: str) -> Message:
        joined: Message = self.post("/api/join", {"secret": secret})
        return joined

    @contextmanager
    def page(self, game: str, greet: bool = True, **hello: object) -> Iterator[Page]:
        address = f"ws://127.0.0.1:{self.server.port}/api/games/{game}/socket"
        headers = {"Cookie": f"forvm={self.cookie}"} if self.cookie else {}
        with connect(address, max_size=None, open_timeout=PATIENCE, additional_headers=headers) as socket:
            page = Page(socket)
            if greet:
                page.hello(**hello)
            yield page


class Table:
    """A game that friends have gathered for."""

    def __init__(self, server: Server, people: int = 2, bots: int = 1, begin: bool = True, **wanted: object) -> None:
        agreement = {**AGREEMENT, **{key: wanted.pop(key) for key in list(wanted) if key in AGREEMENT}}
        seats: list[Message] = [{}] * people + [{"bot": "tiro"}] * bots
        self.server = server
        host = Friend(server)
        opened = host.post(
            "/api/gatherings", {"seats": seats, "agreement": agreement, "name": NAMES[0], "colour": 0, **wanted}
        )
        self.gathering: Message = opened["gathering"]
        self.links: Message = opened["links"]
        self.id: str = self.gathering["id"]
        self.friends = [host, *(Friend(server) for _ in range(people - 1))]
        if begin:
            self.begin()

    def begin(self) -> None:
        """Sit down, commit to words, start and open them."""
        here = f"/api/gatherings/{self.id}"
        for seat, friend in enumerate(self.friends[1:], 1):
            friend.join(self.links["seats"][seat])
            friend.post(f"{here}/sit", {"name": NAMES[seat], "seat": seat})
        words = [Words(self.id, seat, f"words of {NAMES[seat]}") for seat in range(len(self.friends))]
        for friend, own in zip(self.friends, words, strict=True):
            friend.post(f"{here}/ready", own.ready)
        self.friends[0].post(f"{here}/start")
        for friend, own in zip(self.friends, words, strict=True):
            friend.post(f"{here}/open", own.opening)

    def spectator(self) -> Friend:
        watching = Friend(self.server)
        watching.join(self.links["spectators"])
        return watching


def wait_until(page: Page, kind: str, **fields: object) -> Message:
    """The next message of a kind in which these fields are as wanted."""
    return page.wait(kind, lambda message: all(message[name] == value for name, value in fields.items()))
