"""While strangers attack the server from other addresses, an innocent table plays on; and then all is as it was.

A move is answered within half a second at p99, or within five times what it took right before on the same machine. A
machine has bad moments of its own, so a bad round may be one of them: then the two that follow must both be good.
"""

from __future__ import annotations

import json
import math
import resource
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import NamedTuple

import pytest

from tests.server.attacks import ATTACKS, HOUSE_RULES, STALL
from tests.server.innocent import Burden, Innocent, PublicServer, for_seconds, p99
from tests.server.players import Browser, Refused

ROUNDS = 3
CONFIRMED = 2  # good rounds that make up for a bad one
QUICK = 0.5  # seconds for an answer at p99
SLOWER = 5  # times, where an answer takes longer anyway
TOO_SLOW = 2.0  # seconds for an answer without any attack: nothing can be measured at such a moment
CALM = 5  # times to look for a better moment
THINKERS = 2  # processes in which bots think
WORKERS_START = 20.0  # seconds
FIRST_MOVES = 5  # that are not measured
AFTER = 10.0  # seconds after which the server is as it was
ATTACK_ENDS = 60.0  # seconds
MORE_MEMORY = 300  # MB, during an attack
SPARE_FILES = 60
# What a server may keep for a while when an attack is over: memory that Python does not give back at once, threads of
# a pool, one more process that thinks and one more that reads files.
KEPT = Burden(memory=100, files=12, threads=12, tasks=8, processes=2)
KEPT_AFTER = {
    "consuls": KEPT._replace(tasks=60),  # their tables go on, each with somebody's move to think about
    "file_floods": KEPT._replace(threads=45),  # the pool that reads files has 40, and ends them when one is asked for
    "lab_sockets": KEPT._replace(processes=6),  # experiments that their people may come back to
    "toml_bombs": KEPT._replace(processes=3),  # another one reads what experiments are wanted
}
LONGEST_LOG = 300_000  # bytes for one attack


def _has_other_addresses() -> bool:
    try:
        with socket.socket() as other:
            other.bind(("127.0.0.2", 0))
    except OSError:
        return False
    return True


pytestmark = pytest.mark.skipif(not _has_other_addresses(), reason="this machine has one loopback address only")


@pytest.mark.parametrize("attack", [name for name in ATTACKS if name != "visitors"])
def test_an_innocent_table_plays_on(attack: str, tmp_path: Path):
    with PublicServer(tmp_path / "games.sqlite3", compiled=attack == "consuls") as server:
        innocent = Innocent(server)
        _warm_up(server, innocent)
        if attack == "consuls":
            server.wait_for_workers(THINKERS + 1, WORKERS_START)  # and one that reads files
        before = server.burden()  # what an earlier round leaves is no excuse for a later one
        found: list[list[str]] = []
        for round in range(ROUNDS):
            found.append(_attacked(server, innocent, attack, round, before))
            good = sum(not problems for problems in found)
            if not found[0] or good == CONFIRMED:
                return
            if len(found) - good == CONFIRMED or not server.is_ready():
                break
        pytest.fail("\n".join(f"Round {round}: {problem}" for round, those in enumerate(found, 1) for problem in those))


def _warm_up(server: PublicServer, innocent: Innocent) -> None:
    """Ask once for what takes longer the first time: processes that think and read start when they are needed."""
    browser = Browser(f"127.0.0.1:{server.port}")
    browser.ask_once("POST", "/api/house-rules/check", {"text": HOUSE_RULES}, patience=ATTACK_ENDS)
    with suppress(Refused):
        browser.ask_once("POST", "/api/replays", {"text": "no record"}, patience=ATTACK_ENDS)
    played, in_time = 0, for_seconds(ATTACK_ENDS)
    while played < FIRST_MOVES and in_time():
        played += sum(map(math.isfinite, innocent.play(for_seconds(0.5))))
    assert played >= FIRST_MOVES, f"the table made {played} moves in {ATTACK_ENDS:.0f} s"


def _attacked(server: PublicServer, innocent: Innocent, attack: str, round: int, before: Burden) -> list[str]:
    """What is wrong during an attack, and after it."""
    usual = _usual(server, innocent, round)
    if usual.problems:
        return [f"before the attack: {problem}" for problem in usual.problems]
    bound = max(QUICK, SLOWER * p99(usual.waits))
    written = server.log.stat().st_size
    if attack == "many_files":
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (before.files + SPARE_FILES,) * 2)
    hurt = _play_beside(server, innocent, attack, round)
    problems = list(hurt.problems)
    may_be = bound + STALL if attack == "stalled_disk" else bound  # what cannot be written is not answered either
    if p99(hurt.waits) > may_be:
        problems.append(f"p99 of {len(hurt.waits)} waits is {p99(hurt.waits):.3f} s, and may be {may_be:.3f} s")
    if hurt.memory > before.memory + MORE_MEMORY:
        problems.append(f"memory grows from {before.memory} to {hurt.memory} MB")
    problems += _not_as_before(server, innocent, attack, before, bound)
    log = server.log.read_text()[written:]
    if "Traceback" in log:
        problems.append(f"the log has a traceback: {log[log.index('Traceback') :][:2000]}")
    if len(log) > LONGEST_LOG:
        problems.append(f"the log grows by {len(log)} bytes")
    return problems


class Played(NamedTuple):
    """How the innocent table fared beside others."""

    waits: list[float]
    answers: dict[str, int]  # what the others were answered, how often
    problems: list[str]
    memory: int  # of the server at its worst, MB


def _usual(server: PublicServer, innocent: Innocent, round: int) -> Played:
    """How the table fares without an attack, at a moment at which that can be measured."""
    for _ in range(CALM):
        usual = _play_beside(server, innocent, "visitors", round)
        slowest = p99(usual.waits)
        if usual.problems or slowest <= TOO_SLOW:
            return usual
        if not math.isfinite(slowest):
            return usual._replace(problems=["the table stands still"])
    return usual._replace(problems=[f"p99 of {len(usual.waits)} waits is {slowest:.3f} s, {CALM} times in a row"])


def _play_beside(server: PublicServer, innocent: Innocent, attack: str, round: int) -> Played:
    command = [sys.executable, "-m", "tests.server.attacks", attack, str(server.port), str(round), str(server.store)]
    most = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        in_time = for_seconds(ATTACK_ENDS)

        def going() -> bool:
            nonlocal most
            most = max(most, server.memory)
            return process.poll() is None and in_time()

        waits = innocent.play(going)
        try:
            said, _ = process.communicate(timeout=ATTACK_ENDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return Played(waits, {}, ["the attack does not come to its end"], most)
    assert process.returncode == 0, f"the attack {attack} broke off"
    told = json.loads(said)
    return Played(waits, told["answers"], told["problems"], most)


def _not_as_before(server: PublicServer, innocent: Innocent, attack: str, before: Burden, bound: float) -> list[str]:
    """What is otherwise than it was before the attack, when it had its time to be so again."""
    in_time = for_seconds(AFTER)
    while True:
        now = server.burden()
        waits = innocent.play(for_seconds(0.7))
        problems = [
            f"{name}: {is_now} and before {was}"
            for name, is_now, was, kept in zip(Burden._fields, now, before, KEPT_AFTER.get(attack, KEPT), strict=True)
            if is_now > was + kept
        ]
        if p99(waits) > bound:
            problems.append(f"p99 of {len(waits)} waits is {p99(waits):.3f} s after the attack")
        if not server.is_ready():
            problems.append("the server is not ready")
        if not problems:
            return []
        if not in_time():
            return [f"{AFTER:.0f} s after the attack: {problem}" for problem in problems]
        sleep(0.5)
