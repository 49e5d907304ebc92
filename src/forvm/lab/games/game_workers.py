"""Plays games in several threads or processes, and yields them in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Generator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import NamedTuple

import polars as pl

from forvm.errors import ForvmError
from forvm.lab.games.game_rows import play, play_turns, prepare
from forvm.lab.games.setting import Setting

# A worker plays this long, or one game, before it returns a batch. Counted in its own processor time: otherwise batches
# would become too small on a busy machine.
BATCH_SECONDS = 0.4
LARGEST_BATCH = 1000
MOST_WORKERS = 256


class GameBatch(NamedTuple):
    """A batch of games, with their turns if asked for."""

    games: pl.DataFrame
    turns: pl.DataFrame | None
    seconds: float


def workers_of(workers: int | None) -> int:
    """How many workers; by default one for each core."""
    if workers is None:
        return os.cpu_count() or 1
    if not 1 <= workers <= MOST_WORKERS:
        raise ForvmError(f"The number of workers must be from 1 to {MOST_WORKERS}, not {workers}.")
    return workers


def play_all(setting: Setting, first: int, end: int, workers: int, turns: bool = False) -> Generator[GameBatch]:
    """Games ``first`` … ``end - 1`` in order, in batches of about equal time. Needs the memory of a few batches."""
    prepare()
    executor = executor_for(setting, workers)
    running: deque[Future[GameBatch]] = deque()
    size, begun = 1, first
    try:
        while running or begun < end:
            while begun < end and len(running) < 2 * workers:
                count = min(size, end - begun)
                running.append(executor.submit(_batch, setting, begun, count, turns))
                begun += count
            played = running.popleft().result()
            wanted = int(played.games.height * BATCH_SECONDS / max(played.seconds, 1e-6))
            size = max(1, min(wanted, 2 * size, LARGEST_BATCH))
            yield played
    finally:
        executor.shutdown(cancel_futures=True)


def _batch(setting: Setting, first: int, count: int, turns: bool) -> GameBatch:
    clock = time.thread_time if setting.is_compiled else time.perf_counter
    begun = clock()
    if turns:
        games, standings = play_turns(setting, first, count)
        return GameBatch(games, standings, clock() - begun)
    return GameBatch(play(setting, first, count), None, clock() - begun)


def executor_for(setting: Setting, workers: int) -> Executor:
    """Threads where games are played in compiled code; processes where somebody's own bot runs in Python."""
    if workers == 1 or not setting.runs_own_code:
        return ThreadPoolExecutor(workers, thread_name_prefix="games")
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_leave_ctrl_c_to_the_parent)


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
