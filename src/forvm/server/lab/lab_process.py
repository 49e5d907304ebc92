"""The process of one experiment (``python -m forvm.server.lab.lab_process``): plays it, and tells what it finds.

Both sides play the same numbers of games with the same dice, each in a thread of its own. It gives way to whoever
sits at a table: its priority is low.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue

import msgspec

from forvm.errors import ForvmError
from forvm.server.lab.lab_protocol import FromLabWorker, LabAlive, LabReport, StartLab, ToLabWorker
from forvm.server.protocol.lab_messages import LabFigures, LabState, LabUpdate

TELL_AFTER = 0.5  # seconds between two updates
BATCH_SECONDS = 0.25
FEWEST = 24  # games with which numbers begin to mean something; every number of players divides it
MOST_AT_ONCE = 2_000
LOWER_PRIORITY = 5
BEAT = 2.0  # seconds between two signs of life

_output = threading.Lock()


def say(told: FromLabWorker) -> None:
    """One line to the server."""
    try:
        with _output:
            sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:  # the server was killed before it let go of us
        os._exit(0)


class Experiment:
    """What is played, how far it is, and what was found."""

    def __init__(self, order: StartLab) -> None:
        from forvm.server.lab.figures import Figures, Side
        from forvm.server.lab.lab_requests import study_of

        self.study = study_of(order.wanted)
        self.sides = [Side(cell, self.study.metrics) for cell in self.study.cells[:2]]
        self.figures = Figures(self.sides[0], self.sides[1] if len(self.sides) > 1 else None)
        self.most = self.study.amount.most
        self.seconds = 0.0
        self.latest: LabFigures | None = None
        self._batch = FEWEST

    @property
    def games(self) -> int:
        """Of each side."""
        return self.sides[0].games

    def play_on(self, threads: ThreadPoolExecutor) -> None:
        """The next few games of both sides."""
        from forvm.lab.games import play

        first, count = self.games, min(self._batch, self.most - self.games)
        begun = time.perf_counter()
        seed = self.study.seed
        for side, frame in zip(
            self.sides, threads.map(lambda side: play(side.cell.setting(seed), first, count), self.sides), strict=True
        ):
            side.add(frame)
        took = time.perf_counter() - begun
        self.seconds += took
        wanted = int(count * BATCH_SECONDS / max(took, 1e-3)) // FEWEST * FEWEST
        self._batch = max(FEWEST, min(wanted, 2 * self._batch, MOST_AT_ONCE))

    def tell(self, state: LabState, *, anew: bool = True, problem: str = "") -> None:
        """Say how it stands."""
        if anew and self.games:
            self.latest = self.figures.tell()
        rate = self.games * len(self.sides) / self.seconds if self.seconds else 0.0
        say(LabUpdate(state, self.games, self.most, rate, problem, self.latest))

    def report(self) -> LabReport:
        """The report on all games so far."""
        import polars as pl

        from forvm.lab.report import report_of

        frames = {side.cell.number: pl.concat(side.frames).lazy() for side in self.sides}
        return LabReport(html=report_of(self.study, frames.__getitem__).html)


def run(experiment: Experiment, words: SimpleQueue[ToLabWorker]) -> None:
    """Play until all is played or nobody wants more, and then write reports."""
    _prepare()
    told = 0.0
    state: LabState = "playing"
    with ThreadPoolExecutor(len(experiment.sides)) as threads:
        while state == "playing":
            experiment.play_on(threads)
            if _heard_stop(experiment, words):
                state = "stopped"
            elif experiment.games >= experiment.most:
                state = "done"
            elif time.monotonic() - told > TELL_AFTER:
                experiment.tell(state)
                told = time.monotonic()
    experiment.tell(state)
    while True:
        if words.get() == "report":
            say(_paper(experiment))


def _heard_stop(experiment: Experiment, words: SimpleQueue[ToLabWorker]) -> bool:
    stop = False
    while True:
        try:
            word = words.get_nowait()
        except Empty:
            return stop
        if word == "report":
            say(_paper(experiment))
        else:
            stop = True


def _paper(experiment: Experiment) -> LabReport:
    try:
        return experiment.report()
    except ForvmError as error:
        return LabReport(problem=str(error))
    except Exception:
        traceback.print_exc()
        return LabReport(problem="The report could not be written. The server's log has the details.")


def _prepare() -> None:
    """Compile what is missing, and tell how far that is."""
    from forvm.lab.games import prepare
    from forvm.lab.games.game_rows import programs

    if all(program.is_ready() for program in programs()):
        return
    say(LabUpdate("compiling"))  # perhaps another process is at it, and we wait for that
    told = 0.0

    def report(done: int, of: int) -> None:
        nonlocal told
        if time.monotonic() - told > TELL_AFTER:
            say(LabUpdate("compiling", done, of))
            told = time.monotonic()

    prepare(report)


def _listen(words: SimpleQueue[ToLabWorker]) -> None:
    """Hear what else is wanted; when the server is gone, so is the need for an answer."""
    decode = msgspec.json.Decoder(ToLabWorker).decode
    for line in sys.stdin.buffer:
        words.put(decode(line))
    os._exit(0)


def _beat() -> None:
    """Say that the process is alive: games of bots that think take long, and compiling does."""
    while True:
        say(LabAlive())
        time.sleep(BEAT)


def main() -> None:
    """Serve one experiment."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which lets us go in good order
    with suppress(AttributeError, OSError):  # not every system can, or lets us
        os.nice(LOWER_PRIORITY)
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=StartLab)
    words: SimpleQueue[ToLabWorker] = SimpleQueue()
    threading.Thread(target=_listen, args=(words,), daemon=True).start()
    threading.Thread(target=_beat, daemon=True).start()
    try:
        run(Experiment(order), words)
    except ForvmError as error:
        say(LabUpdate("failed", problem=str(error)))
    except Exception:
        traceback.print_exc()
        say(LabUpdate("failed", problem="The experiment failed. The server's log has the details."))


if __name__ == "__main__":
    main()
