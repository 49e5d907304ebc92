"""A process that plays games for an arena. It reads the plan, then lists of games, and answers with rows.

Messages are pickled, on standard input and output.
"""

from __future__ import annotations

import os
import pickle
import threading
import warnings
from queue import SimpleQueue
from typing import Any, BinaryIO

from forvm.errors import ForvmError


def main() -> None:
    """Serve until the input ends: with the arena, however it ends, its workers end."""
    told, answers = _take_messages_away()
    requests: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(told, requests), daemon=True).start()

    from forvm.bots import RenamedOption
    from forvm.lab.arena.arena_table import ArenaTable

    warnings.simplefilter("ignore", RenamedOption)  # the arena itself tells the user

    table = ArenaTable(requests.get())
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


def _take_messages_away() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for us alone: a bot must not read what we are told, nor print between the answers."""
    told, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # whoever asks for a line, or for a debugger's commands, hears at once that there are none
    os.close(nothing)
    os.dup2(2, 1)
    return told, answers


def _listen(stream: BinaryIO, requests: SimpleQueue[Any]) -> None:
    try:
        while True:
            requests.put(pickle.load(stream))
    except (EOFError, pickle.UnpicklingError):
        os._exit(0)  # in the middle of a game, too: nobody waits for it any more
