"""How long a move takes from the page to the server and back, on loopback: `Play` out, `Snapshot` in.

Run as ``python -m benchmarks.roundtrip --json``. In between the move is checked, played, written to the store and
waited for on the disk, and every legal move of the next position gets its words, costs and odds. People sit on all
seats, so that no bot's thinking is measured; nobody animates anything.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from websockets.sync.client import ClientConnection, connect

from benchmarks.peers.measure import run_as_script

WARMING_UP = 50  # moves; the first ones load texts and rules
LEAST_MOVES = 400
PEOPLE = [{"name": name} for name in ("Ada", "Ben", "Cleo", "Dora")]


@contextmanager
def server(store: Path) -> Iterator[str]:
    """A server on a free port; its address."""
    command = [sys.executable, "-m", "forvm", "play", "--no-browser", "--port", "0", "--store", str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        try:
            yield "127.0.0.1:" + said.partition("127.0.0.1:")[2].partition("/")[0]
        finally:
            process.terminate()


def begin(address: str, seed: int) -> str:
    """A new game; its id."""
    wanted = json.dumps({"rules": "forvm", "seats": PEOPLE, "seed": seed}).encode()
    with urllib.request.urlopen(f"http://{address}/api/games", data=wanted, timeout=30) as answer:
        game: str = json.load(answer)["id"]
    return game


def next_snapshot(socket: ClientConnection) -> dict[str, Any]:
    while True:
        raw = socket.recv(timeout=30)
        # Only what is wanted is decoded while the clock runs.
        if raw.startswith('{"type":"snapshot"' if isinstance(raw, str) else b'{"type":"snapshot"'):
            snapshot: dict[str, Any] = json.loads(raw)
            return snapshot


def play_a_game(address: str, seed: int) -> Iterator[float]:
    """Random moves to the end of a game; the seconds that each took."""
    dice = random.Random(seed)
    game = begin(address, seed)
    with connect(f"ws://{address}/api/games/{game}/socket", max_size=None) as socket:
        socket.send('{"type":"hello"}')
        snapshot = next_snapshot(socket)
        while not snapshot["view"]["outcome"]:
            prices = [price["id"] for offer in snapshot["offers"] for price in offer["prices"]]
            moves = [choice["id"] for choice in snapshot["choices"]] + prices
            play = {"type": "play", "seq": snapshot["seq"], "seat": snapshot["seat"], "move": dice.choice(moves)}
            message = json.dumps(play)
            sent = perf_counter()
            socket.send(message)
            snapshot = next_snapshot(socket)
            yield perf_counter() - sent


def measurements(seconds: float) -> dict[str, Any]:
    """Percentiles over whole games, until there are enough moves and seconds."""
    times: list[float] = []
    seed = 0
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "games.sqlite3") as address:
        began = perf_counter()
        while len(times) < WARMING_UP + LEAST_MOVES or perf_counter() - began < seconds:
            seed += 1
            times += play_a_game(address, seed)
    measured = [1000 * each for each in times[WARMING_UP:]]
    hundredths = statistics.quantiles(measured, n=100)
    return {
        "moves": len(measured),
        "p50_milliseconds": hundredths[49],
        "p99_milliseconds": hundredths[98],
        "slowest_milliseconds": max(measured),
    }


if __name__ == "__main__":
    run_as_script("forvm", measurements)
