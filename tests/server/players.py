"""People as a program plays them: they gather, play at random, and come back by themselves when the network fails.

Each checks all that it is told: steps come one after another, none twice and none left out, whatever happened to the
server in between.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.last_view import LastView
from tests.server.words import Words

Message = dict[str, Any]

PATIENCE = 60.0  # seconds for an answer
AGAIN = 0.05  # seconds until the next attempt
AGREEMENT = {
    "cover_after": None,
    "cover_bot": "tiro",
    "clock": None,
    "hints": False,
    "chances": False,
    "undo": False,
    "spectators": True,
}


class Refused(Exception):
    """The server said no."""

    def __init__(self, status: int, body: Message) -> None:
        super().__init__(status, body)
        self.status, self.body = status, body


@dataclass
class Browser:
    """Somebody's browser: it keeps one cookie."""

    address: str  # host and port
    cookie: str | None = None
    source: str | None = None  # the address that it comes from, one of this machine's own; None: any

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask until there is an answer: a server that is just being restarted is not asked in vain."""
        while True:
            try:
                return await asyncio.to_thread(self.ask_once, method, path, body)
            except (http.client.HTTPException, OSError):
                await asyncio.sleep(AGAIN)

    def ask_once(self, method: str, path: str, body: object = None, patience: float = PATIENCE) -> Any:
        """Ask, and wait for an answer for so many seconds at most."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Cookie": f"forvm={self.cookie}"} if self.cookie else {}
        source = None if self.source is None else (self.source, 0)
        with closing(http.client.HTTPConnection(self.address, timeout=patience, source_address=source)) as connection:
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            for value in answer.headers.get_all("set-cookie", []):
                if value.startswith("forvm="):
                    self.cookie = value.partition("=")[2].partition(";")[0]
            raw = answer.read()
            told: Any = json.loads(raw) if answer.headers.get_content_type() == "application/json" else raw.decode()
        if answer.status >= 400:
            raise Refused(answer.status, told)
        return told


@dataclass
class Meeting:
    """A game that has begun, and who plays it."""

    id: str
    commitment: str
    browsers: list[Browser]  # of the people, in the order of their seats
    spectators: str  # the secret of their link


async def meet(
    address: str,
    people: int,
    bots: int,
    bot: str = "tiro",
    source: str | None = None,
    before_start: Callable[[str, list[Browser]], Awaitable[None]] | None = None,
    **wanted: object,
) -> Meeting:
    """Gather people and bots around a table and begin; the people come from ``source``.

    ``before_start`` is called with the game's id and the browsers when all is ready.
    """
    host = Browser(address, source=source)
    seats: list[Message] = [{}] * people + [{"bot": bot}] * bots
    opened = await host.ask(
        "POST", "/api/gatherings", {"seats": seats, "agreement": AGREEMENT, "name": "Person 0", **wanted}
    )
    id, links = opened["gathering"]["id"], opened["links"]
    browsers = [host]
    for seat in range(1, people):
        guest = Browser(address, source=source)
        await guest.ask("POST", "/api/join", {"secret": links["seats"][seat]})
        await guest.ask("POST", f"/api/gatherings/{id}/sit", {"name": f"Person {seat}", "seat": seat, "colour": seat})
        browsers.append(guest)
    words = [Words(id, seat, f"words of {seat}") for seat in range(people)]
    for browser, own in zip(browsers, words, strict=True):
        await browser.ask("POST", f"/api/gatherings/{id}/ready", own.ready)
    if before_start is not None:
        await before_start(id, browsers)
    await host.ask("POST", f"/api/gatherings/{id}/start")
    for browser, own in zip(browsers, words, strict=True):
        await browser.ask("POST", f"/api/gatherings/{id}/open", own.opening)
    return Meeting(id, opened["gathering"]["commitment"], browsers, links["spectators"])


@dataclass
class Player:
    """Somebody at a table, who plays at random to the end."""

    browser: Browser
    game: str
    choose: random.Random
    told: dict[int, str] = field(default_factory=dict)  # what each step was, by its number
    acknowledged: int = 0  # moves of one's own that were seen to have happened
    connected: int = 0  # times
    over: bool = False
    times: list[float] = field(default_factory=list)  # seconds from a move to what follows it
    seat: int | None = None
    stop: Callable[[], bool] = lambda: False  # asked before each move
    _sent: tuple[int, float] | None = None  # the position in which a move was sent, and when
    _before: dict[int, str] = field(default_factory=dict)  # what was told before the connection broke

    async def play(self) -> None:
        """Come, play, and come back whenever the connection ends, until the game does."""
        while not (self.over or self.stop()):
            try:
                async with connect(
                    f"ws://{self.browser.address}/api/games/{self.game}/socket",
                    additional_headers={"Cookie": f"forvm={self.browser.cookie}"},
                    max_size=None,
                    open_timeout=PATIENCE,
                    compression=None,
                    local_addr=None if self.browser.source is None else (self.browser.source, 0),
                ) as socket:
                    self.connected += 1
                    await self._sit(socket)
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                await asyncio.sleep(AGAIN)

    @property
    def seen(self) -> int:
        """The number of the last step that this player knows of."""
        return max(self.told, default=0)

    async def _sit(self, socket: ClientConnection) -> None:
        self._sent, self._before, views = None, dict(self.told), LastView()
        await _send(socket, "hello", last_seq=self.seen or None)
        while not (self.over or self.stop()):
            async with asyncio.timeout(PATIENCE):
                message: Message = views.whole(json.loads(await socket.recv()))
            if message["type"] == "welcome":
                if message["afresh"]:
                    self.told.clear()
                self._hear_all(message["steps"])
                await _send(socket, "settings", pace=0)
            elif message["type"] == "missed":
                self._hear_all(message["steps"])
            elif message["type"] == "happened":
                self._hear(message["step"])
            elif message["type"] == "snapshot":
                self._compare()
                await self._answer(socket, message)
            elif message["type"] == "problem":
                await self._put_right(socket, message)

    def _hear_all(self, steps: list[Message]) -> None:
        """After a break: some of what was missed, or of all once more."""
        for step in steps:
            self._hear(step)

    def _compare(self) -> None:
        """Nothing may be otherwise than it was told before the break."""
        for seq, notation in self._before.items():
            assert self.told.get(seq) == notation, f"step {seq} was {notation}, and now is {self.told.get(seq)}"
        self._before = {}

    def _hear(self, step: Message) -> None:
        assert step["seq"] == self.seen + 1, f"after step {self.seen} comes {step['seq']}"
        self.told[step["seq"]] = f"{step['kind']} {step['notation']}"
        if step["kind"] == "move" and step["seat"] == self.seat:
            self.acknowledged += 1

    async def _answer(self, socket: ClientConnection, snapshot: Message) -> None:
        assert snapshot["seq"] == self.seen, f"a snapshot of step {snapshot['seq']} after step {self.seen}"
        self.seat = snapshot["seat"]
        if self._sent is not None and snapshot["seq"] > self._sent[0]:
            self.times.append(perf_counter() - self._sent[1])
            self._sent = None
        if snapshot["view"]["outcome"]:
            self.over = True
        elif snapshot["to_play"] and self._sent is None:
            move = self.choose.choice(options(snapshot))
            self._sent = (snapshot["seq"], perf_counter())
            await _send(socket, "play", seq=snapshot["seq"], seat=snapshot["seat"], move=move)

    async def _put_right(self, socket: ClientConnection, problem: Message) -> None:
        """What a program does wrong is to be quicker than people are."""
        assert problem["code"] in ("too_many", "stale"), problem
        self._sent = None
        if problem["code"] == "too_many":
            await asyncio.sleep(0.3)
            await _send(socket, "hello", last_seq=self.seen)
        elif problem["snapshot"] is not None:
            await self._answer(socket, problem["snapshot"])


def options(snapshot: Message) -> list[int]:
    """Moves of every kind, evenly: among all prices of a bargain the other moves would never be chosen."""
    kinds: dict[str, list[int]] = {}
    for choice in snapshot["choices"]:
        kinds.setdefault(choice["kind"], []).append(choice["id"])
    kinds["price"] = [price["id"] for offer in snapshot["offers"] for price in offer["prices"]][:3]
    return [id for ids in kinds.values() for id in ids[:6]]


async def _send(socket: ClientConnection, type: str, **fields: object) -> None:
    await socket.send(json.dumps({"type": type, **fields}))
