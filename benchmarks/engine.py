"""How fast the engine plays at random, copies a state, starts and compiles.

Run as ``python -m benchmarks.engine --json``. *Choices* are decisions with more than one answer: the engine asks no
others (TURN-3), except for the rare bargain in which somebody can only refuse.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.copying import copy_program, copy_states
from benchmarks.peers.measure import rates, run_as_script
from forvm import content
from forvm.engine import entries
from forvm.engine.entries import engine_program
from forvm.engine.scratch import Scratch
from forvm.engine.state import State

BATCH = 500
COPIES = 1_000_000


def random_play(edition: str, players: int, seconds: float) -> dict[str, float]:
    """Choices and games a second in one thread of compiled code."""
    games = engine_program()[entries.random_games_entry]
    definition = content.load(edition).definition(players).to_buffer()
    scratch = Scratch().to_buffer()
    states = np.zeros(BATCH * State.form.size, np.uint8)
    decisions = np.zeros(BATCH, np.int64)
    first = 0

    def batch() -> dict[str, int]:
        nonlocal first
        states[:] = 0
        first += BATCH
        return {"choices": games(states, definition, scratch, 1, first, decisions, 1_000_000), "games": BATCH}

    return rates(batch, seconds)


def nanoseconds_to_copy(seconds: float) -> float:
    """What copying a state costs in compiled code."""
    copying = copy_program()[copy_states]
    two_states = np.zeros(2 * State.form.size, np.uint8)

    def batch() -> dict[str, int]:
        copying(two_states, COPIES)
        return {"copies": COPIES}

    return 1e9 / rates(batch, seconds)["copies_per_second"]


def seconds_of(*arguments: str, **environment: str) -> float:
    """The time of one Python process; the faster of two, because the first may read files from disk."""
    times = []
    for _ in range(2):
        begin = perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, env={**os.environ, **environment})
        times.append(perf_counter() - begin)
    return min(times)


def start_up() -> dict[str, float]:
    """From nothing to the first move, and the one-time compilation (into an empty cache)."""
    with tempfile.TemporaryDirectory() as folder:
        begin = perf_counter()
        subprocess.run(
            [sys.executable, "-m", "forvm.engine.twin.compiler", "forvm.engine.entries:engine_program"],
            check=True,
            env={**os.environ, "FORVM_CACHE_DIR": folder},
        )
        compiling = perf_counter() - begin
    bare = seconds_of("-c", "pass")
    return {
        "import_forvm_seconds": seconds_of("-c", "import forvm") - bare,
        "first_plain_move_seconds": seconds_of(
            "-c", "import forvm; g = forvm.Game(); g.roll_all(forvm.Dice(1)); g.legal()"
        )
        - bare,
        "compile_engine_seconds": compiling,
        "load_compiled_engine_seconds": seconds_of(
            "-c",
            "from forvm.engine import entries\n"
            "from forvm.engine.entries import engine_program\n"
            "engine_program()[entries.play_entry]",
        )
        - bare,
    }


def measurements(seconds: float) -> dict[str, Any]:
    """Everything this file measures."""
    return {
        "random_play": {
            f"{edition}_{players}": random_play(edition, players, seconds)
            for edition in content.names()
            for players in (3, 4)
        },
        "state_bytes": State.form.size,
        "copy_nanoseconds": nanoseconds_to_copy(seconds),
        **start_up(),
    }


if __name__ == "__main__":
    run_as_script("forvm", measurements)
