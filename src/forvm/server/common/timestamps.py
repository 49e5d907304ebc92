"""Moments, as the store and the messages write them: UTC to the millisecond, so that later ones sort last.

Within a process time only passes: if somebody sets the system's clock, nobody's time runs out early or late. What that
means for moments in the store is a matter of `forvm.server.store.timekeeping`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


def elapsed() -> float:
    """Seconds since some moment. It also counts while the machine is asleep, where the system can tell."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        if hasattr(time, name):
            return time.clock_gettime(getattr(time, name))
    return time.monotonic()


class SteadyClock:
    """The system's clock as it was when the process began, and the time that has passed since."""

    def __init__(self, wall: Callable[[], float] = time.time, passed: Callable[[], float] = elapsed) -> None:
        self._wall = wall
        self._passed = passed
        self._began = wall() - passed()

    def time(self) -> float:
        """Seconds since 1970."""
        return self._began + self._passed()

    def skew(self) -> float:
        """By how many seconds the system's clock has been set forward since the process began."""
        return self._wall() - self.time()


clock = SteadyClock()


def now() -> str:
    """The present moment."""
    return _written(datetime.fromtimestamp(clock.time(), UTC))


def later(moment: str, seconds: float) -> str:
    """The moment so many seconds after another.

    >>> later("2026-03-15T23:59:30.500Z", 60)
    '2026-03-16T00:00:30.500Z'
    """
    return _written(_read(moment) + timedelta(seconds=seconds))


def seconds_until(moment: str) -> float:
    """How long it is until then; less than nothing if it is past."""
    return _read(moment).timestamp() - clock.time()


def soon(moment: str, seconds: float) -> str | None:
    """A moment, if it is no more than so many seconds away."""
    return moment if seconds_until(moment) <= seconds else None


def _read(moment: str) -> datetime:
    return datetime.fromisoformat(moment)


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
