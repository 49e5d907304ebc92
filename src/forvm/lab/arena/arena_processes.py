"""Spreads games over processes. A game does not depend on which process plays it, or when."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from queue import Empty, SimpleQueue

from forvm.errors import ForvmError
from forvm.lab.arena.arena_plan import ArenaKey, ArenaPlan, ArenaRow
from forvm.lab.own_bots import apart_from_results

# A worker plays this long before it answers. At most this much, or one game, is lost when we are killed.
TELL_AFTER = 0.2
MOST_AT_ONCE = 1000


def play_all(plan: ArenaPlan, keys: Iterator[ArenaKey], left: int, workers: int) -> Iterator[list[ArenaRow]]:
    """Play games, a few at a time, in no particular order."""
    if workers == 1:
        from forvm.lab.arena.arena_table import ArenaTable

        table = ArenaTable(plan)
        for key in keys:
            with apart_from_results():
                row = table.play(key)
            yield [row]
    else:
        yield from ArenaProcesses(plan, keys, left, workers).play()


class ArenaProcesses:
    """Processes, and a thread each that keeps them busy.

    The processes are plain commands, not ``multiprocessing``: that would run the caller's own script again in each.
    """

    def __init__(self, plan: ArenaPlan, keys: Iterator[ArenaKey], left: int, workers: int) -> None:
        self._plan = plan
        self._keys = keys
        self._left = left
        self._pace = 0.0  # seconds of a game
        self._lock = threading.Lock()
        self._answers: SimpleQueue[list[ArenaRow] | ForvmError | None] = SimpleQueue()
        self._workers = min(workers, left)

    def play(self) -> Iterator[list[ArenaRow]]:
        """Play until nothing is left; an error of a bot ends it."""
        processes = [_start() for _ in range(self._workers)]
        try:
            for process in processes:
                threading.Thread(target=self._keep_busy, args=(process,), daemon=True).start()
            running = len(processes)
            while running:
                try:
                    answer = self._answers.get(timeout=0.5)  # now and then Ctrl-C must be heard
                except Empty:
                    continue
                if isinstance(answer, ForvmError):
                    raise answer
                if answer is None:
                    running -= 1
                else:
                    yield answer
        finally:
            for process in processes:
                process.kill()
            for process in processes:
                process.wait()

    def _keep_busy(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            with process.stdin as requests, process.stdout as answers:
                pickle.dump(self._plan, requests)
                while keys := self._take():
                    pickle.dump(keys, requests)
                    requests.flush()
                    answer = pickle.load(answers)
                    self._answers.put(ForvmError(answer) if isinstance(answer, str) else answer)
                    if isinstance(answer, str):
                        break
                    self._pace = sum(row.seconds for row in answer) / len(answer)
            self._answers.put(None)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._answers.put(
                ForvmError(
                    f"A process that played games ended by itself (exit code {process.wait()}): was there too little "
                    "memory? Fewer --workers need less."
                )
            )

    def _take(self) -> list[ArenaKey]:
        """The next few games: about as many as can be played between two messages."""
        with self._lock:
            wanted = int(TELL_AFTER / self._pace) if self._pace else 1
            count = max(1, min(wanted, MOST_AT_ONCE, self._left // (2 * self._workers)))
            keys = list(islice(self._keys, count))
            self._left -= len(keys)
            return keys


def _start() -> subprocess.Popen[bytes]:
    """A worker that finds modules where we find them. Ctrl-C is for us alone: we end it."""
    words = f"import sys; sys.path[:] = {sys.path!r}; from forvm.lab.arena.arena_worker import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=sys.platform != "win32",
    )
