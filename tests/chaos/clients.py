"""Scripted people around a server that is treated badly: they play, watch, upload and experiment, and log all of it."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.chaos.histories import Event, History, Sent, event_of
from tests.server.attacks import HOUSE_RULES, legitimate_record
from tests.server.last_view import LastView
from tests.server.players import AGAIN, PATIENCE, Browser, Message, Refused, options

UNDOING = 0.1  # of one's moves, where it is allowed
A_WHILE = 0.3  # seconds until somebody tries again what was refused
GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)  # how a connection to a dead server ends


def _socket(browser: Browser, path: str) -> connect:
    return connect(
        f"ws://{browser.address}{path}",
        additional_headers={"Cookie": f"forvm={browser.cookie}"},
        max_size=None,
        open_timeout=PATIENCE,
        compression=None,
    )


class Client:
    """Somebody at a table, or a spectator: plays at random to the end, comes back alone, and logs everything."""

    def __init__(self, browser: Browser, game: str, name: str, choose: random.Random) -> None:
        self.browser = browser
        self.history = History(game, name)
        self.refusals: Counter[str] = Counter()
        self._choose = choose
        self._last_seq = 0
        self._waits = False  # for the answer to what was sent last

    async def play(self) -> None:
        """Play until the end of the game is seen."""
        while not self.history.over:
            try:
                async with _socket(self.browser, f"/api/games/{self.history.game}/socket") as socket:
                    await self._sit(socket)
            except GONE:
                await asyncio.sleep(AGAIN)

    async def final(self) -> list[Event]:
        """The game as it is told to somebody who has seen nothing of it yet."""
        while True:
            try:
                async with (
                    asyncio.timeout(PATIENCE),
                    _socket(self.browser, f"/api/games/{self.history.game}/socket") as socket,
                ):
                    await _send(socket, {"type": "hello"})
                    events: list[Event] = []
                    while (message := json.loads(await socket.recv()))["type"] != "snapshot":
                        if message["type"] in ("welcome", "missed"):
                            events += [event_of(step) for step in message["steps"]]
                    return events
            except GONE:
                await asyncio.sleep(AGAIN)

    async def _sit(self, socket: ClientConnection) -> None:
        self._waits, views = False, LastView()
        self.history.connected(self._last_seq)
        await _send(socket, {"type": "hello", "last_seq": self._last_seq or None})
        while not self.history.over:
            async with asyncio.timeout(PATIENCE):
                message: Message = views.whole(json.loads(await socket.recv()))
            self.history.note(message)
            if message["type"] == "welcome":
                if message["afresh"]:
                    self._last_seq = 0
                self._last_seq = max([self._last_seq, *(step["seq"] for step in message["steps"])])
                await _send(socket, {"type": "settings", "pace": 0})
            elif message["type"] == "missed":
                self._last_seq = message["steps"][-1]["seq"]
            elif message["type"] == "happened":
                self._last_seq = message["step"]["seq"]
                self._waits = False
            elif message["type"] == "snapshot":
                await self._move(socket, message)
            elif message["type"] == "problem":
                self.refusals[message["code"]] += 1
                # The disk is full, or another was quicker: come again and see how things stand.
                await asyncio.sleep(A_WHILE)
                return

    async def _move(self, socket: ClientConnection, snapshot: Message) -> None:
        if not snapshot["to_play"] or self._waits:
            return
        seq, seat, undo = snapshot["seq"], snapshot["seat"], snapshot["undo"]
        self._waits = True
        if undo["allowed"] and undo["seat"] == seat and self._choose.random() < UNDOING:
            self.history.sent.append(Sent(seq, seat, "undo", ""))
            await _send(socket, {"type": "undo", "seq": seq, "seat": seat})
            return
        move = self._choose.choice(options(snapshot))
        self.history.sent.append(Sent(seq, seat, "move", _notation(snapshot, move)))
        await _send(socket, {"type": "play", "seq": seq, "seat": seat, "move": move})


def _notation(snapshot: Message, move: int) -> str:
    every = [*snapshot["choices"], *(price for offer in snapshot["offers"] for price in offer["prices"])]
    return str(next(choice["notation"] for choice in every if choice["id"] == move))


async def _send(socket: ClientConnection, message: Message) -> None:
    await socket.send(json.dumps(message))


@dataclass
class Visitor:
    """Somebody who brings files to the server and has experiments made, as long as they are wanted to."""

    address: str
    going: Callable[[], bool]
    answers: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    async def upload(self) -> None:
        """House rules and records, one after another; each answer is right, or says that it cannot be given now."""
        record = await asyncio.to_thread(legitimate_record)
        while self.going():
            await self._ask("rules", "POST", "/api/house-rules/check", {"text": HOUSE_RULES})
            await self._ask("record", "POST", "/api/replays", {"text": record})
            await asyncio.sleep(A_WHILE)

    async def experiment(self) -> None:
        """One experiment after another: each comes to an end, or says what happened to it."""
        side = {"bots": ["random"] * 4}
        while self.going():
            run = await self._ask("experiment", "POST", "/api/lab/runs", {"baseline": side, "games": 240})
            if run is None:
                await asyncio.sleep(A_WHILE)
                continue
            state = await self._watch(run["id"])
            self.answers[f"experiment {state}"] += 1
            if state == "done":
                await self._ask("report", "GET", f"/api/lab/runs/{run['id']}/report")

    async def _watch(self, run: str) -> str:
        """How an experiment ends."""
        state = "gone"
        try:
            async with _socket(Browser(self.address), f"/api/lab/runs/{run}/socket") as socket:
                while state not in ("done", "stopped", "failed"):
                    async with asyncio.timeout(2 * PATIENCE):
                        message = json.loads(await socket.recv())
                    if message["type"] == "problem":
                        return "unknown"
                    state = message["state"]
        except TimeoutError:
            if self.going():
                self.problems.append(f"nothing is heard of an experiment any more that was {state}")
        except GONE:
            return "gone"
        return state

    async def _ask(self, what: str, method: str, path: str, body: object = None) -> Any:
        """Ask once; None if there was no answer, or a refusal."""
        try:
            answer = await asyncio.to_thread(Browser(self.address).ask_once, method, path, body)
        except Refused as refused:
            code = refused.body["code"]
            self.answers[f"{what} {code}"] += 1
            if code not in ("unavailable", "store", "too_many", "unknown"):
                self.problems.append(f"{method} {path}: {refused.status} {refused.body}")
            return None
        except (http.client.HTTPException, OSError):
            return None
        self.answers[f"{what} ok"] += 1
        return answer
