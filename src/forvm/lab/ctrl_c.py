"""Delays Ctrl-C while files are written.

A ``KeyboardInterrupt`` can come between any two steps, for example after a file was written and before it was counted.
So code that writes games delays Ctrl-C, and lets it through only while it waits for the next games.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from types import FrameType, TracebackType
from typing import TypeVar

Thing = TypeVar("Thing")


class CtrlC:
    """Delays Ctrl-C within ``with``, except inside ``heard``.

    A delayed Ctrl-C takes effect at the next ``heard``. Only the main thread is ever interrupted, so in other threads
    this does nothing. It also does nothing if the program has its own handler for Ctrl-C.
    """

    def __init__(self) -> None:
        self._is_pressed = False
        self._is_heard = False
        self._holds = False

    def __enter__(self) -> CtrlC:
        is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if is_usual and threading.current_thread() is threading.main_thread():
            self._holds = True
            signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._holds:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def heard(self) -> _Heard:
        """Within ``with`` of this, Ctrl-C raises ``KeyboardInterrupt`` at once."""
        return _Heard(self)

    def while_waiting_for(self, things: Iterable[Thing]) -> Iterator[Thing]:
        """Yields the same things, and lets Ctrl-C through while it waits for the next one."""
        coming = iter(things)
        while True:
            with self.heard():
                try:
                    thing = next(coming)
                except StopIteration:
                    return
            yield thing

    def hear(self) -> None:
        """Let Ctrl-C interrupt from now on; at once, if it was pressed before."""
        self._is_heard = True
        if self._is_pressed:
            self._interrupt()

    def hold(self) -> None:
        """Delay Ctrl-C from now on."""
        self._is_heard = False

    def _press(self, sign: int, frame: FrameType | None) -> None:
        self._is_pressed = True
        if self._is_heard:
            self._interrupt()

    def _interrupt(self) -> None:
        # Reset first: the interrupt may come at the very end of ``with``, when nothing else can run.
        self._is_pressed = self._is_heard = False
        raise KeyboardInterrupt


class _Heard:
    """A class and not a generator: a generator would end, and delay Ctrl-C, whenever its memory is freed."""

    def __init__(self, ctrl_c: CtrlC) -> None:
        self._ctrl_c = ctrl_c

    def __enter__(self) -> None:
        self._ctrl_c.hear()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ctrl_c.hold()
