"""Plays shards on the cores of this machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, wait
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Protocol

from forvm.lab.study.shards import Shard

if TYPE_CHECKING:
    from forvm.lab.games import Setting

LISTEN = 0.2  # seconds; so soon Ctrl-C is heard


class ShardWorkers(Protocol):
    """Plays shards, and returns their games as Parquet, in any order."""

    def room(self) -> int:
        """How many shards should be under way, so that nobody waits."""

    def submit(self, shard: Shard, setting: Setting) -> None:
        """Play a shard when there is time."""

    def finished(self) -> tuple[Shard, bytes]:
        """Wait for the next shard that is done; an error of a game is raised here."""

    def rest(self) -> Iterator[tuple[Shard, bytes]]:
        """Begin no more, and hand back what is finished soon."""

    def close(self) -> None:
        """Stop."""


class LocalWorkers:
    """Threads of this process, as compiled games leave the interpreter free; processes for bots of one's own."""

    def __init__(self, workers: int, settings: Iterable[Setting]) -> None:
        self._workers = workers
        self._settings = list(settings)
        self._executor: Executor | None = None
        self._under_way: dict[Shard, Future[bytes]] = {}
        self._answers: SimpleQueue[Shard] = SimpleQueue()

    def room(self) -> int:
        """One more than are played, so that the next is at hand."""
        return self._workers + 1

    def submit(self, shard: Shard, setting: Setting) -> None:
        """Play a shard when a core is free."""
        from forvm.lab.games.game_workers import executor_for
        from forvm.lab.study.shard_files import play_shard

        if self._executor is None:
            own = (one for one in self._settings if one.runs_own_code)
            self._executor = executor_for(next(own, setting), self._workers)
        self._under_way[shard] = self._executor.submit(play_shard, setting, shard)
        self._under_way[shard].add_done_callback(lambda _: self._answers.put(shard))

    def finished(self) -> tuple[Shard, bytes]:
        """Wait for the next shard that is done."""
        while True:
            with suppress(Empty):
                shard = self._answers.get(timeout=LISTEN)
                return shard, self._under_way.pop(shard).result()

    def rest(self) -> Iterator[tuple[Shard, bytes]]:
        """Begin no more; what is being played is finished first, which takes seconds.

        Ctrl-C may have come while an answer was being taken: so nobody waits for answers here.
        """
        self.close()
        for shard, future in self._under_way.items():
            while not future.done():
                wait([future], LISTEN)
            # Polars hears Ctrl-C too, and gives up in the middle of its work.
            if not future.cancelled() and future.exception() is None:
                yield shard, future.result()

    def close(self) -> None:
        """Begin no more."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
