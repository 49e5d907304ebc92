"""Plays shards on the workers of a Dask cluster that is already running.

Only this process writes; workers send their games back. If a worker dies, the scheduler gives its shard to another
worker, and we submit it again if the scheduler gives up.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from forvm._version import __version__
from forvm.errors import ForvmError
from forvm.lab.study.shard_workers import LISTEN
from forvm.lab.study.shards import Shard

if TYPE_CHECKING:
    from forvm.lab.games import Setting

PATIENCE = 10  # seconds until a cluster that does not answer is called unreachable
TRIES = 5  # of a shard whose workers died
_WHAT_GAMES_DEPEND_ON = (
    "engine",
    "content",
    "bots",
    "game",
    "notation",
    "lab/games",
    "lab/in_python.py",
    "lab/study/shard_files.py",
)


@cache
def fingerprint() -> str:
    """This FORVM, down to its sources: only the same one plays the same games."""
    import forvm

    root = Path(forvm.__file__).parent
    told = hashlib.sha256()
    for name in _WHAT_GAMES_DEPEND_ON:
        part = root / name
        for file in sorted([part] if part.is_file() else part.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                told.update(str(file.relative_to(root).as_posix()).encode() + b"\0" + file.read_bytes())
    return f"{__version__} ({told.hexdigest()[:12]})"


def play_there(expected: str, setting: Setting, shard: Shard) -> bytes:
    """What a worker does."""
    here = fingerprint()
    if here != expected:
        raise ForvmError(f"A worker has FORVM {here}, and this is {expected}: install the same on every machine.")
    from forvm.lab.games import prepare
    from forvm.lab.study.shard_files import play_shard

    prepare()
    return play_shard(setting, shard)


def _reach(address: str) -> None:
    """Find out whether a scheduler answers."""
    from distributed.comm.core import connect

    async def greet() -> None:
        # Something else may listen there, and never say a word.
        connection = await asyncio.wait_for(connect(address), PATIENCE)  # type: ignore[no-untyped-call]
        connection.abort()

    try:
        asyncio.run(greet())
    except (OSError, ValueError, ImportError) as error:
        reason = f"no answer in {PATIENCE} seconds" if isinstance(error, TimeoutError) else _first_line(error)
        raise ForvmError(
            f"The cluster at {address} cannot be reached ({reason}). Is its scheduler running, and is "
            "this its address, as in tcp://192.0.2.1:8786? Nothing has been played or changed."
        ) from None


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, address: str) -> None:
        if find_spec("distributed") is None:
            raise ForvmError(
                "A cluster needs a package that is not installed (distributed). "
                "Install it with: pip install 'forvm[cluster]'"
            )
        import distributed

        self._address = address
        self._own = fingerprint()
        self._run = uuid4().hex[:8]  # so that two sweeps on a cluster do not take each other's games for their own
        self._answers: SimpleQueue[tuple[Shard, Any]] = SimpleQueue()
        self._under_way: dict[Shard, Any] = {}
        self._settings: dict[Shard, Setting] = {}
        self._failures: Counter[Shard] = Counter()
        _reach(address)
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what goes wrong is told once, by us
        self._client: Any = distributed.Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        try:
            self._check_versions()
        except BaseException:
            self.close()
            raise

    def workers(self) -> int:
        """How many threads of workers there are."""
        try:
            return sum(self._client.nthreads().values())
        except OSError:
            raise self._gone() from None

    def room(self) -> int:
        """Twice as many as are played, so that nobody waits for the way; workers may come and go."""
        return max(2, 2 * self.workers())

    def submit(self, shard: Shard, setting: Setting) -> None:
        """Hand a shard to the scheduler."""
        name = f"forvm-{self._run}-{shard.cell}-{shard.first}-{self._failures[shard]}"
        future = self._client.submit(play_there, self._own, setting, shard, pure=False, key=name)
        self._under_way[shard], self._settings[shard] = future, setting
        future.add_done_callback(lambda done: self._answers.put((shard, done)))

    def finished(self) -> tuple[Shard, bytes]:
        """Wait for the next shard that is done."""
        from distributed import KilledWorker

        while True:
            try:
                shard, future = self._answers.get(timeout=LISTEN)
            except Empty:
                self._check_connection()
                continue
            del self._under_way[shard]
            try:
                return shard, future.result()
            except KilledWorker as error:
                self._failures[shard] += 1
                if self._failures[shard] >= TRIES:
                    raise ForvmError(
                        f"Workers die again and again while they play games {shard.first} to {shard.end - 1} of cell "
                        f"{shard.cell} ({_first_line(error)}): have they too little memory? What is done is kept."
                    ) from None
                self.submit(shard, self._settings[shard])
            except ForvmError:
                raise
            except Exception as error:
                self._check_connection()
                raise ForvmError(
                    f"A worker could not play games {shard.first} to {shard.end - 1} of cell {shard.cell}: "
                    f"{type(error).__name__}: {_first_line(error)}. What is done is kept: go on with --resume."
                ) from None

    def rest(self) -> Iterator[tuple[Shard, bytes]]:
        """Wait for nobody."""
        return iter(())

    def close(self) -> None:
        """Leave the cluster as it was."""
        with suppress(Exception):
            for future in self._under_way.values():
                future.cancel(force=True)
        with suppress(Exception):
            self._client.close(timeout=PATIENCE)

    def _check_connection(self) -> None:
        if self._client.status != "running":
            raise self._gone()

    def _gone(self) -> ForvmError:
        return ForvmError(
            f"The scheduler at {self._address} has gone. What is done is kept: go on with --resume once it is back."
        )

    def _check_versions(self) -> None:
        """Before hours are spent: does every worker that is there have this FORVM?"""
        told: dict[str, Any] = self._client.run(fingerprint, on_error="return")
        wrong = {name: answer for name, answer in told.items() if answer != self._own}
        for name, answer in wrong.items():
            if isinstance(answer, ModuleNotFoundError):
                problem = f"has no {answer.name}: install forvm[lab] {__version__} there"
            elif isinstance(answer, BaseException):
                problem = f"does not answer rightly: {type(answer).__name__}: {_first_line(answer)}"
            else:
                problem = f"has FORVM {answer}, and this is {self._own}: install the same on every machine"
            more = f" ({len(wrong)} of {len(told)} workers are wrong.)" if len(wrong) > 1 else ""
            raise ForvmError(f"The worker {name} {problem}.{more}")


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
