"""A process that plays games for an arena: it is told the plan, then which games; it answers with rows.

Messages are pickled, on standard input and output.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from queue import SimpleQueue
from typing import Any, BinaryIO

from forvm.errors import ForvmError


def main() -> None:
    """Serve until the input ends: with the arena, however it ends, its workers end."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints must not get between the answers
    requests: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()

    from forvm.lab.arena.table import Table

    table = Table(requests.get())
    while True:
        try:
            answer: Any = [table.play(key) for key in requests.get()]
        except ForvmError as error:
            answer = str(error)
        try:
            pickle.dump(answer, answers)
            answers.flush()
        except BrokenPipeError:
            os._exit(1)


def _listen(stream: BinaryIO, requests: SimpleQueue[Any]) -> None:
    try:
        while True:
            requests.put(pickle.load(stream))
    except (EOFError, pickle.UnpicklingError):
        os._exit(0)  # in the middle of a game, too: nobody waits for it any more
