"""People with browsers of their own, at a server that is reached by others."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, expect

from tests.browser.tables import TablePage
from tests.server import players
from tests.server.serving import Server
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
TIRO = {"bot": "tiro", "name": "Tiro"}
OPEN: dict[str, Any] = {}
# Three seats, few turns, and few choices in each.
SHORT: dict[str, Any] = {"rules": "short", "changes": {"win.turn_limit": 2}}


class OnlineServer(Server):
    """A running ``forvm serve``."""

    def __init__(self, store: Path) -> None:
        program = "import sys; from forvm.cli import run; sys.exit(run(sys.argv[1:]))"
        command = [sys.executable, "-c", program, "serve", "--port", "0", "--store", str(store)]
        self.kept_in = self.store = store
        self.log = store.with_suffix(".log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "FORVM_PLAIN": "1"}
            )
        self.listen()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Played(NamedTuple):
    """An online game that is over, and the cookie of one who played it."""

    id: str
    cookie: str


def play_a_game(server: OnlineServer) -> Played:
    """A short game of one person and two bots, without a browser."""

    async def play() -> Played:
        met = await players.meet(f"127.0.0.1:{server.port}", people=1, bots=2, **SHORT)
        await players.Player(met.browsers[0], met.id, random.Random(1)).play()
        return Played(met.id, met.browsers[0].cookie or "")

    # The browser's event loop runs in this thread.
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, play()).result()


class Person:
    """Somebody with a browser of their own, which keeps their cookie."""

    def __init__(self, context: BrowserContext, name: str) -> None:
        self.context = context
        self.name = name
        self.page = context.new_page()

    def played(self, played: Played, server: OnlineServer) -> Person:
        """Be the one who played that game."""
        self.context.add_cookies([{"name": "forvm", "value": played.cookie, "url": server.address}])
        return self

    def post(self, path: str, **body: Any) -> Any:
        """What a page of theirs would ask the server."""
        answer = self.context.request.post(f"/api{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path: str) -> Any:
        return self.context.request.get(f"/api{path}").json()

    def sit_down(self, game: str) -> TablePage:
        """Open the table, without waiting for one's turn."""
        table = TablePage(self.page, game)
        self.page.goto(f"/game/{game}")
        expect(table.root).to_be_visible()
        return table

    def lose_network(self) -> None:
        self.context.set_offline(True)
        expect(self.page.locator("[data-lost]")).to_be_visible()

    def find_network(self) -> None:
        self.context.set_offline(False)
        expect(self.page.locator("[data-lost]")).to_have_count(0)


class People:
    """Brings people to a server, and to a table."""

    def __init__(self, new_context: Callable[..., BrowserContext]) -> None:
        self._new_context = new_context
        self.links: dict[str, Any] = {}

    def come(self, name: str, **options: Any) -> Person:
        return Person(self._new_context(**options), name)

    def meet(
        self, *names: str, bots: list[dict[str, Any]] | None = None, agreed: dict[str, Any] | None = None, **rules: Any
    ) -> tuple[str, list[Person]]:
        """A game that has begun, and the people in their seats; the bots come after them."""
        people = [self.come(name) for name in names]
        host = people[0]
        opened = host.post(
            "/gatherings",
            seats=[OPEN] * len(people) + (bots or [TIRO]),
            agreement=AGREEMENT | (agreed or {}),
            name=host.name,
            **rules,
        )
        game, self.links = opened["gathering"]["id"], opened["links"]
        for seat, guest in enumerate(people[1:], 1):
            guest.post("/join", secret=self.links["seats"][seat])
            guest.post(f"/gatherings/{game}/sit", name=guest.name, seat=seat)
        words = [Words(game, seat, f"words of {person.name}") for seat, person in enumerate(people)]
        for person, own in zip(people, words, strict=True):
            person.post(f"/gatherings/{game}/ready", **own.ready)
        host.post(f"/gatherings/{game}/start")
        for person, own in zip(people, words, strict=True):
            person.post(f"/gatherings/{game}/open", **own.opening)
        return game, people

    def watch(self, name: str, game: str, **options: Any) -> Person:
        """Somebody who looks on."""
        watcher = self.come(name, **options)
        watcher.post("/join", secret=self.links["spectators"])
        watcher.sit_down(game)
        return watcher


def whose_turn(tables: list[TablePage], patience: float = 60) -> TablePage | None:
    """The page that waits for a choice; None when the game is over, or nobody's turn comes."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        for table in tables:
            if table.is_over:
                return None
            if table.seq is not None:
                return table
        tables[0].page.wait_for_timeout(20)
    return None
