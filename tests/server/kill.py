"""``kill -9`` of the server at random moments, while people and bots play.

``python -m tests.server.kill --kills 100`` does it a hundred times; the suite a few. Whatever anybody was told must be
in the store when the process is dead; everybody comes back by themselves, misses nothing and hears nothing twice; every
game comes to its end; and every record proves its dice.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from forvm.game.dicecheck import verify_record
from forvm.server.ops.checking import check
from tests.server.players import Meeting, Player, Refused, meet

# As many requests and messages as programs can make: limits are tested elsewhere.
PROGRAM = """
import sys
from pathlib import Path
from forvm.server.limits import Limits, Rate
from forvm.server.ops.serving import Service, serve
any = Rate(1e9, 1e9)
limits = Limits(requests=any, gatherings=any, messages=any, talk=any, sockets=100_000, open_games=100_000)
service = Service(port=int(sys.argv[1]), store=Path(sys.argv[2]), limits=limits, log_level="warning")
serve(service, say=lambda said: print(said, flush=True))
"""
TABLES = 3
TO_THE_END = 120.0  # seconds for the last games, once nobody kills any more


def environment() -> dict[str, str]:
    """As this one, and nothing is compiled: dozens of servers come and go."""
    return {**os.environ, "FORVM_PLAIN": "1"}


class Server:
    """A server that comes back to the same port after each death."""

    def __init__(self, store: Path) -> None:
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        self.store = store
        self.log = store.with_suffix(".log")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin to start; it does not wait until the server is there, and neither do those who play."""
        command = [sys.executable, "-c", PROGRAM, str(self.port), str(self.store)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, env=environment())

    def kill(self) -> None:
        """End it as a power failure of the process would."""
        assert self.process is not None
        assert self.process.poll() is None, f"the server ended by itself:\n{self.log.read_text()}"
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(30)


@dataclass
class Siege:
    """A server that is killed again and again, and those who play on it."""

    server: Server
    choose: random.Random
    kills: int = 0
    at_start: int = 0  # kills of a server that had not even begun to listen
    besieged: bool = True
    say: Callable[[str], None] = lambda said: None
    meetings: list[Meeting] = field(default_factory=list)
    players: dict[str, list[Player]] = field(default_factory=dict)

    async def run(self, kills: int) -> None:
        """Kill the server so many times, then let every game come to its end."""
        self.server.start()
        async with asyncio.TaskGroup() as group:
            seeds = [self.choose.random() for _ in range(TABLES)]
            tables = [group.create_task(self._keep_playing(random.Random(seed))) for seed in seeds]
            while self.kills < kills:
                await self._kill_once()
            self.besieged = False
            _, stuck = await asyncio.wait(tables, timeout=TO_THE_END)
            assert not stuck, f"a game does not come to its end:\n{self.server.log.read_text()}"
        await self._check_the_end()

    async def _keep_playing(self, choose: random.Random) -> None:
        """One table after another, as long as the siege lasts."""
        while self.besieged:
            # A gathering that the server's death breaks up is given up, as people do: they begin another.
            try:
                meeting = await meet(
                    self.server.address, 2, 1, rules=choose.choice(["forvm", "short"]), changes={"win.turn_limit": 4}
                )
            except Refused:
                continue
            self.meetings.append(meeting)
            players = [Player(browser, meeting.id, random.Random(choose.random())) for browser in meeting.browsers]
            self.players[meeting.id] = players
            await asyncio.gather(*(player.play() for player in players))

    def _told(self) -> int:
        """How much was told to anybody in all."""
        return sum(player.seen for players in self.players.values() for player in players)

    async def _kill_once(self) -> None:
        """At a random moment of play, and now and then while it starts."""
        if self.choose.random() < 0.1:
            await asyncio.sleep(self.choose.random() * 0.5)
            self.at_start += 1
        else:
            before, since = self._told(), monotonic()
            while self._told() == before:
                assert monotonic() - since < TO_THE_END, f"nothing goes on any more:\n{self.server.log.read_text()}"
                await asyncio.sleep(0.01)
            await asyncio.sleep(self.choose.random() * 0.4)
        self.server.kill()
        self.kills += 1
        self._check_the_store()
        self.server.start()
        self.say(f"killed {self.kills} times, {len(self.meetings)} games, {self._told()} steps told")

    def _check_the_store(self) -> None:
        """The server is dead: what it told anybody is in its store, as it was told."""
        if not self.server.store.exists():
            return
        with closing(sqlite3.connect(self.server.store)) as connection:
            for game, players in self.players.items():
                kinds = dict(connection.execute("SELECT seq, kind FROM events WHERE game = ?", (game,)))
                for player in players:
                    for seq, step in player.told.items():
                        assert kinds.get(seq) == step.split()[0], f"game {game}, step {seq}: {step} is not in the store"

    async def _check_the_end(self) -> None:
        """All games are over, and everybody was told the same, which is what the records say and their dice prove."""
        for meeting in self.meetings:
            record = await meeting.browsers[0].ask("GET", f"/api/games/{meeting.id}/record")
            verdict = verify_record(record, meeting.commitment)
            assert verdict.fair, verdict.text
            told = [player.told for player in self.players[meeting.id]]
            assert all(player.over for player in self.players[meeting.id])
            public = [{seq: step for seq, step in one.items() if "chance" not in step} for one in told]
            assert all(one == public[0] for one in public)
            moves = [step.split()[1] for _, step in sorted(public[0].items())]
            said = [word for line in record.splitlines() if line[:1].isdigit() for word in line.split(": ")[1].split()]
            assert all(move in said for move in moves)
        assert self.server.stop() == 0
        health = check(self.server.store)
        assert not health.problems, health.problems

    def report(self) -> str:
        """What happened, in numbers."""
        players = [player for own in self.players.values() for player in own]
        return (
            f"{self.kills} kills ({self.at_start} within half a second of a start), {len(self.meetings)} games played "
            f"to their end, {sum(player.acknowledged for player in players)} moves acknowledged, "
            f"{sum(player.connected for player in players)} connections of {len(players)} players: "
            "nothing lost, nothing twice, every die proved."
        )


def besiege(store: Path, kills: int, seed: int, say: Callable[[str], None] = lambda said: None) -> Siege:
    """A whole siege."""
    siege = Siege(Server(store), random.Random(seed), say=say)
    try:
        asyncio.run(siege.run(kills))
    finally:
        if siege.server.process is not None and siege.server.process.poll() is None:
            siege.server.process.kill()
            siege.server.process.wait()
    return siege


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        siege = besiege(Path(folder) / "games.sqlite3", wanted.kills, wanted.seed, lambda said: print(said, flush=True))
        print(siege.report())
