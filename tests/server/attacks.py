"""Attacks on a server, as strangers make them: from other addresses of this machine, bounded in number, rate and time.

``python -m tests.server.attacks NAME PORT ROUND STORE`` makes one of them, in a process of its own that gives way to
others. At the end it prints, as JSON, what was answered and what should not have been.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from time import monotonic
from typing import Any
from urllib.parse import quote

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.protocol import State

from forvm import CHANCE, Game, content
from forvm.game import Dice
from tests.server.players import AGREEMENT, Browser, Meeting, Player, Refused, meet

SECONDS = 3.0  # that an attack lasts, if it is one of many requests
LONGEST = 15.0  # seconds, if it is one of so and so many
PATIENCE = 5.0  # seconds for an answer
STALL = 2.5  # seconds for which a disk writes nothing
GREETING = 1.5  # seconds that the attacked server waits for Hello: a minute is long for a test
HOUSE_RULES = 'format = 1\nid = "mine"\nname = "Mine"\nedition = "forvm"\n'
SOCKETS = 250  # that one address opens in no time
FILES = 6_000  # of the page, that one address may get in a few seconds
NOTHING = 0  # the status of a request that was not answered


@dataclass
class Report:
    """What was answered, and what should not have been."""

    answers: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


class Attack:
    """One attack: whom it is for, where it comes from, and what came of it."""

    def __init__(self, port: int, round: int, store: str) -> None:
        self.port = port
        self.address = f"127.0.0.1:{port}"
        self.store = store
        self.answers: Counter[str] = Counter()
        self.problems: list[str] = []
        self._round = round

    def source(self, number: int) -> str:
        """An address of this machine that nobody has used in an earlier round."""
        return f"127.0.{self._round + 1}.{number + 1}"

    def browser(self, number: int = 0) -> Browser:
        return Browser(self.address, source=self.source(number))

    async def at_rate(self, each_second: float, most: int = 10_000, seconds: float = SECONDS) -> AsyncIterator[int]:
        """Count, so many a second at most, until the attack is over."""
        until = monotonic() + seconds
        for number in range(most):
            if monotonic() > until:
                return
            yield number
            await asyncio.sleep(1 / each_second)

    async def ask(self, browser: Browser, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Ask once; the status and what was said."""
        status, told = await asyncio.to_thread(_ask, browser, method, path, body)
        self.answers[str(status)] += 1
        if status == 500:
            self.problems.append(f"{method} {path[:80]} is answered with 500")
        return status, told

    def socket(self, path: str, source: str, cookie: str | None = None) -> connect:
        return connect(
            f"ws://{self.address}{path}",
            additional_headers={"Cookie": f"forvm={cookie}"} if cookie else None,
            local_addr=(source, 0),
            open_timeout=PATIENCE,
            max_size=None,
            max_queue=1,  # nothing more is read until somebody asks for it
            compression=None,
        )

    async def meeting(self, people: int = 1, bots: int = 2, bot: str = "tiro", number: int = 0) -> Meeting:
        return await meet(self.address, people, bots, bot=bot, source=self.source(number))


def _ask(browser: Browser, method: str, path: str, body: object) -> tuple[int, Any]:
    try:
        return 200, browser.ask_once(method, path, body, PATIENCE)
    except Refused as refused:
        return refused.status, refused.body
    except (http.client.HTTPException, OSError):
        return NOTHING, None


async def visitors(attack: Attack) -> None:
    """No attack: people who look around. What the attacking process itself costs is measured with them."""
    async for number in attack.at_rate(20, most=30):
        await attack.ask(attack.browser(number % 3), "GET", "/api/server")


async def seat_numbers(attack: Attack) -> None:
    """A guest asks for links to seats, by numbers that are none."""
    meeting = await attack.meeting(people=2, bots=1)
    words = [
        "01",
        "0000000001",
        "0000000000",
        "012",
        "-1",
        "+1",
        "1e0",
        "0x1",
        " 1",
        "1 ",
        "٣",
        "²",
        "1" * 39,
        "9" * 5000,
    ]
    async for number in attack.at_rate(12):
        word = words[number % len(words)]
        path = f"/api/games/{meeting.id}/seats/{quote(word)}/link"
        status, _ = await attack.ask(meeting.browsers[0], "POST", path)
        if status < 400:
            attack.problems.append(f"seat 0 has got a link to seat “{word[:12]}”")


async def stalled_disk(attack: Attack) -> None:
    """The disk stands still for some seconds while /readyz is asked: those who wait for an answer give up."""
    with closing(sqlite3.connect(attack.store, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        asked = [asyncio.create_task(attack.ask(attack.browser(number), "GET", "/readyz")) for number in range(3)]
        await asyncio.sleep(STALL)
        connection.execute("ROLLBACK")
    await asyncio.gather(*asked)


async def late_greetings(attack: Attack) -> None:
    """Sockets that say Hello just as the time for it runs out, while others give the store much to write."""
    meeting = await attack.meeting()
    host = attack.browser(2)
    wanted = {"seats": [{}, {}, {}], "agreement": AGREEMENT, "name": "Nero"}
    status, opened = await attack.ask(host, "POST", "/api/gatherings", wanted)
    if status != 200:
        attack.problems.append(f"no table can be set: {opened}")
        return
    path, cookie = f"/api/games/{meeting.id}/socket", meeting.browsers[0].cookie

    async def greet(number: int) -> None:
        with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            async with attack.socket(path, attack.source(number % 2), cookie) as socket:
                await asyncio.sleep(GREETING - (number % 10) * 0.002)
                await socket.send('{"type": "hello"}')
                async for _ in socket:
                    pass

    async def write(number: int) -> None:
        await asyncio.sleep(GREETING - 0.1 + number * 0.005)
        await attack.ask(host, "POST", f"/api/gatherings/{opened['gathering']['id']}/sit", {"name": f"Nero {number}"})

    for _ in range(2):
        tasks = [*(greet(number) for number in range(100)), *(write(number) for number in range(60))]
        with suppress(TimeoutError):
            async with asyncio.timeout(GREETING + 0.5):
                await asyncio.gather(*tasks)


async def toml_bombs(attack: Attack) -> None:
    """House rules whose keys, brackets and numbers never end, wherever house rules are taken."""
    bombs = [
        ".".join(["a"] * 2_500) + " = 1\n",
        HOUSE_RULES + "x = " + "[" * 2_500 + "]" * 2_500 + "\n",
        HOUSE_RULES + "x = " + "{a=" * 1_500 + "1" + "}" * 1_500 + "\n",
        HOUSE_RULES + "x = " + "1" * 4_000 + "\n",
        HOUSE_RULES + "[oust]\n" + "".join(f"a{number} = 1\n" for number in range(90_000)),
    ]

    def wanted(route: str, text: str) -> object:
        if route == "/api/house-rules/check":
            return {"text": text}
        if route == "/api/gatherings":
            return {"seats": [{}, {}, {}], "agreement": AGREEMENT, "name": "Nero", "house_rules": text}
        return {"baseline": {"bots": ["random"] * 3, "house_rules": text}, "games": 24}

    routes = ["/api/house-rules/check", "/api/gatherings", "/api/lab/study", "/api/lab/runs"]
    asked = []
    async for number in attack.at_rate(8, most=len(routes) * len(bombs)):
        route, bomb = routes[number % len(routes)], bombs[number // len(routes)]
        asked.append(asyncio.create_task(attack.ask(attack.browser(number % 4), "POST", route, wanted(route, bomb))))
    await asyncio.gather(*asked)


async def record_bombs(attack: Attack) -> None:
    """Records that are nothing but headers, lines or letters."""
    bombs = [
        "".join(f"x{number}: y\n" for number in range(90_000)),
        "FORVM record\n" + "x" * 1_000_000,
        "".join(f"{number} plan A: end\n" for number in range(60_000)),
        legitimate_record() + "".join(f"x{number}: y\n" for number in range(90_000)),
    ]
    asked = []
    async for number in attack.at_rate(4):
        body = {"text": bombs[number % len(bombs)]}
        asked.append(asyncio.create_task(attack.ask(attack.browser(number % 3), "POST", "/api/replays", body)))
    await asyncio.gather(*asked)


async def lobby_floods(attack: Attack) -> None:
    """A lobby whose house rules are long, asked for again and again."""
    host = attack.browser()
    for comments in ("#\n" * 450_000, f"#{'-' * 80}\n" * 700, f"#{'-' * 80}\n" * 50):
        text = HOUSE_RULES + comments
        wanted = {"seats": [{}, {}, {}], "agreement": AGREEMENT, "name": "Nero", "house_rules": text}
        status, opened = await attack.ask(host, "POST", "/api/gatherings", wanted)
        if status == 200:
            break
    else:
        attack.problems.append("house rules with a few comments are refused")
        return
    asked = []
    async for _ in attack.at_rate(15):
        path = f"/api/gatherings/{opened['gathering']['id']}"
        asked.append(asyncio.create_task(attack.ask(host, "GET", path)))
    await asyncio.gather(*asked)


async def consuls(attack: Attack) -> None:
    """Twenty tables of one person and three consuls, who think long."""

    async def play() -> None:
        meeting = await attack.meeting(people=1, bots=3, bot="consul")
        await Player(meeting.browsers[0], meeting.id, random.Random(1)).play()

    plays = [asyncio.create_task(play()) for _ in range(20)]
    await asyncio.sleep(2 * SECONDS)
    for task in plays:
        task.cancel()
    await asyncio.gather(*plays, return_exceptions=True)


async def socket_floods(attack: Attack) -> None:
    """Sockets of one game, opened and closed as fast as somebody can."""
    meeting = await attack.meeting()
    path, cookie = f"/api/games/{meeting.id}/socket", meeting.browsers[0].cookie

    async def come() -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                socket = await attack.socket(path, attack.source(0), cookie)
                await socket.send('{"type": "hello"}')
                told = json.loads(await socket.recv())
                attack.answers[told.get("code", told["type"])] += 1
                socket.transport.abort()
        except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError) as error:
            attack.answers[type(error).__name__] += 1

    coming = []
    async for _ in attack.at_rate(150, most=SOCKETS, seconds=LONGEST):
        coming.append(asyncio.create_task(come()))
    await asyncio.gather(*coming)
    if attack.answers["welcome"] == SOCKETS:  # a slow machine does not come so far, and then nothing is too many
        attack.problems.append(f"one address opens {SOCKETS} sockets one after another, and all are welcome")


async def replay_floods(attack: Attack) -> None:
    """A long game, of which all positions are asked for again and again."""
    browsers = [attack.browser(number) for number in range(2)]
    status, replay = await attack.ask(browsers[0], "POST", "/api/replays", {"text": legitimate_record()})
    if status != 200:
        attack.problems.append(f"an honest record is refused: {replay}")
        return
    path, last = f"/api/replays/{replay['id']}", len(replay["steps"])
    asked = []
    async for number in attack.at_rate(50):
        first = (number * 64) % max(1, last - 64)
        what = f"{path}/frames?first={first}&count=64&seat=all" if number % 4 else path
        asked.append(asyncio.create_task(attack.ask(browsers[number % 2], "GET", what)))
    await asyncio.gather(*asked)


async def lab_sockets(attack: Attack) -> None:
    """Experiments, and one of them looked at by hundreds of pages that read nothing."""
    wanted = {"baseline": {"bots": ["aedile"] * 4}, "variant": {"bots": ["merchant"] * 4}, "games": 5_000}
    runs = [await attack.ask(attack.browser(number), "POST", "/api/lab/runs", wanted) for number in range(3)]
    ids = [run["id"] for status, run in runs if status == 200]
    if not ids:
        attack.problems.append(f"no experiment could be begun: {runs}")
        return
    path = f"/api/lab/runs/{ids[0]}/socket"

    async def look() -> bool:
        """Look on, and read nothing."""
        try:
            socket = await attack.socket(path, attack.source(0))
        except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            return False
        await asyncio.sleep(SECONDS)
        is_open = socket.state is State.OPEN
        socket.transport.abort()
        return is_open

    looked = await asyncio.gather(*(look() for _ in range(100)))
    attack.answers["sockets"] = sum(looked)
    if all(looked):
        attack.problems.append(f"one address keeps {len(looked)} sockets of an experiment open")
    for number, id in enumerate(ids):
        await attack.ask(attack.browser(number), "POST", f"/api/lab/runs/{id}/stop")


async def endless_headers(attack: Attack) -> None:
    """Requests whose headers come letter by letter and never end."""
    held = await _open(attack, 100, addresses=1)
    for connection in held:
        connection.write(b"GET /api/server HTTP/1.1\r\nX-Endless: ")
    async for _ in attack.at_rate(2, seconds=LONGEST):
        for connection in held:
            connection.write(b"x")
        if not any(connection.is_open for connection in held):
            break
    left = sum(connection.is_open for connection in held)
    if left:
        attack.problems.append(f"{left} connections wait for the end of a header after {LONGEST:.0f} s")
    _close(held)


async def idle_connections(attack: Attack) -> None:
    """Connections on which nothing is asked."""
    held = await _open(attack, 300, addresses=1)
    await asyncio.sleep(SECONDS)
    left = sum(connection.is_open for connection in held)
    if left == len(held):
        attack.problems.append(f"one address keeps {left} connections open")
    _close(held)


async def many_files(attack: Attack) -> None:
    """More connections than the server may have files, a few from each of many addresses."""
    held = await _open(attack, 200, addresses=40)
    await asyncio.sleep(SECONDS)
    _close(held)


class Held(asyncio.Protocol):
    """A connection that is kept, and knows when the server has closed it."""

    is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.is_open = True

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False

    def write(self, data: bytes) -> None:
        if self.is_open:
            self.transport.write(data)


def _same(held: Held) -> Held:
    return held


async def _open(attack: Attack, count: int, addresses: int) -> list[Held]:
    """Connections from so many addresses, on which nothing was said yet."""
    loop, held = asyncio.get_running_loop(), [Held() for _ in range(count)]
    for number, one in enumerate(held):
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                source = attack.source(number % addresses)
                await loop.create_connection(partial(_same, one), "127.0.0.1", attack.port, local_addr=(source, 0))
    return held


def _close(held: Sequence[Held]) -> None:
    for connection in held:
        if connection.is_open:
            connection.transport.abort()


class Flood(Held):
    """A connection on which one request follows another, before any is answered."""

    def __init__(self, requests: bytes, answers: Counter[str]) -> None:
        self._requests = requests
        self._answers = answers

    def ask(self) -> None:
        if self.is_open and not self.transport.get_write_buffer_size():
            self.write(self._requests)

    def data_received(self, data: bytes) -> None:
        for status in ("200", "429"):
            self._answers[status] += data.count(b"HTTP/1.1 " + status.encode())


async def file_floods(attack: Attack) -> None:
    """Files of the page, asked for over and over on many connections of one address."""
    index = await asyncio.to_thread(_text, attack, "/")
    files = ["/", *re.findall(r'"(/assets/[^"]+)"', index)]
    requests = b"".join(
        f"GET {file} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode() for file in files
    )
    loop, floods = asyncio.get_running_loop(), [Flood(requests, attack.answers) for _ in range(190)]
    for flood in floods:
        with suppress(OSError):
            come, source = partial(_same, flood), (attack.source(0), 0)
            await loop.create_connection(come, "127.0.0.1", attack.port, local_addr=source)
    async for _ in attack.at_rate(20, seconds=2 * SECONDS):
        for flood in floods:
            flood.ask()
    _close(floods)
    if attack.answers["200"] > FILES and not attack.answers["429"]:
        attack.problems.append(f"one address gets {attack.answers['200']} files of the page in {2 * SECONDS:.0f} s")


def _text(attack: Attack, path: str) -> str:
    with closing(http.client.HTTPConnection("127.0.0.1", attack.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path)
        return connection.getresponse().read().decode()


async def start_races(attack: Attack) -> None:
    """Somebody asks for the board at the very moment at which the host starts the game."""
    for number in range(3):
        await _race(attack, number)


async def _race(attack: Attack, number: int) -> None:
    looking: list[asyncio.Task[None]] = []

    async def look(id: str, browser: Browser) -> None:
        while True:
            await attack.ask(browser, "GET", f"/api/games/{id}/board")

    async def look_on(id: str, browsers: list[Browser]) -> None:
        # From addresses of their own: one address may ask so often only, and the game has to begin.
        for place, browser in enumerate(browsers * 2):
            source = attack.source(10 + number * 10 + place)
            looking.append(asyncio.create_task(look(id, replace(browser, source=source))))
        await asyncio.sleep(0.1)

    meeting = await meet(attack.address, 2, 1, source=attack.source(number), before_start=look_on)
    await asyncio.sleep(0.1)
    for task in looking:
        task.cancel()
    players = [Player(browser, meeting.id, random.Random(1)) for browser in meeting.browsers]
    for player in players:
        player.stop = lambda: sum(one.acknowledged for one in players) > 6
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.play() for player in players))
    except TimeoutError:
        attack.problems.append(f"game {number} stands still once it has begun")


def legitimate_record() -> str:
    """A whole game, long and by the rules."""
    game, dice = Game(content.load("forvm"), players=4), Dice(5)
    while game.to_act is not None:
        if game.to_act == CHANCE:
            game.roll(dice)
        else:
            legal = game.legal()
            game.play(legal[dice.below(len(legal))])
    return game.record("2026-03-15")


ATTACKS: dict[str, Callable[[Attack], Awaitable[None]]] = {
    attack.__name__: attack
    for attack in (
        visitors,
        seat_numbers,
        stalled_disk,
        late_greetings,
        toml_bombs,
        record_bombs,
        lobby_floods,
        consuls,
        socket_floods,
        replay_floods,
        lab_sockets,
        endless_headers,
        idle_connections,
        many_files,
        file_floods,
        start_races,
    )
}


async def _main(name: str, port: str, round: str, store: str) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(32))
    attack = Attack(int(port), int(round), store)
    await ATTACKS[name](attack)
    print(json.dumps(asdict(Report(dict(attack.answers), sorted(set(attack.problems))))))


if __name__ == "__main__":
    os.nice(10)
    asyncio.run(_main(*sys.argv[1:]))
