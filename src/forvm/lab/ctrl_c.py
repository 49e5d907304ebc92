"""Ctrl-C, heard only where it does no harm.

A ``KeyboardInterrupt`` may come between any two steps: also after a file was written and before it was counted. So
whoever keeps games holds Ctrl-C back, and hears it while waiting for the next ones.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from types import FrameType, TracebackType
from typing import TypeVar

Thing = TypeVar("Thing")


class CtrlC:
    """Holds Ctrl-C back within ``with``, except while it is ``heard``.

    What was pressed in between is heard at the next opportunity; after the last one it has nothing left to end. Only
    the main thread is ever interrupted, so elsewhere there is nothing to do, nor where a program handles Ctrl-C itself.
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
        """The same things; Ctrl-C is heard while the next one is on its way."""
        coming = iter(things)
        while True:
            with self.heard():
                try:
                    thing = next(coming)
                except StopIteration:
                    return
            yield thing

    def hear(self) -> None:
        """From now on Ctrl-C interrupts; at once, if it was pressed before."""
        self._is_heard = True
        if self._is_pressed:
            self._interrupt()

    def hold(self) -> None:
        """From now on Ctrl-C waits."""
        self._is_heard = False

    def _press(self, sign: int, frame: FrameType | None) -> None:
        self._is_pressed = True
        if self._is_heard:
            self._interrupt()

    def _interrupt(self) -> None:
        # Here already: the interrupt may come at the very end of ``with``, before anything else can be done.
        self._is_pressed = self._is_heard = False
        raise KeyboardInterrupt


class _Heard:
    """No generator: a forgotten one would end, and hold Ctrl-C back, whenever its memory is freed."""

    def __init__(self, ctrl_c: CtrlC) -> None:
        self._ctrl_c = ctrl_c

    def __enter__(self) -> None:
        self._ctrl_c.hear()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ctrl_c.hold()
