"""Moments, as the store and the messages write them: UTC to the millisecond, so that later ones sort last."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """The present moment."""
    return _written(datetime.now(UTC))


def later(moment: str, seconds: float) -> str:
    """The moment so many seconds after another.

    >>> later("2026-03-15T23:59:30.500Z", 60)
    '2026-03-16T00:00:30.500Z'
    """
    return _written(_read(moment) + timedelta(seconds=seconds))


def seconds_until(moment: str) -> float:
    """How long it is until then; less than nothing if it is past."""
    return (_read(moment) - datetime.now(UTC)).total_seconds()


def _read(moment: str) -> datetime:
    return datetime.fromisoformat(moment)


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
