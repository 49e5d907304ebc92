"""Structured logs: a line for each thing that happened, as JSON or as ``key=value``.

What is logged is named field by field, and none of the fields holds what people send: no body, no query, no header but
the length of what was asked. So there is nothing to be blanked out.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]

log = logging.getLogger("forvm.server")

ONCE_IN = 1.0  # second
COMPLAINTS_KEPT = 1_000


def note(event: str, *, level: int = logging.INFO, **fields: object) -> None:
    """Log that something happened, with what is known about it."""
    known = {name: value for name, value in fields.items() if value not in (None, "")}
    log.log(level, event, extra={"fields": known})


def configure(format: LogFormat, level: LogLevel, stream: TextIO | None = None) -> None:
    """Let every logger of this process write such lines, to stderr unless another stream is given."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json() if format == "json" else _Text())
    handler.addFilter(Repeats())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    # Uvicorn would tell once more, and in its own way, what is told here. What goes wrong in it is told.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


class Repeats(logging.Filter):
    """Lets the same complaint through once a second, with how often it came since it was last told.

    What goes wrong thousands of times a second must not fill the disk. What is noted field by field is left alone: each
    request has its line.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[str, str], tuple[float, int]] = {}  # when, and how many were left out since

    def filter(self, record: logging.LogRecord) -> bool:
        """Is it to be told?"""
        if record.levelno < logging.WARNING or hasattr(record, "fields"):
            return True
        complaint = (record.name, record.getMessage())
        last, left_out = self._told.get(complaint, (-ONCE_IN, 0))
        now = time.monotonic()
        if now - last < ONCE_IN:
            self._told[complaint] = (last, left_out + 1)
            return False
        if len(self._told) > COMPLAINTS_KEPT:
            self._told.clear()
        self._told[complaint] = (now, 0)
        if left_out:
            record.fields = {"left_out": left_out}
        return True


class _Structured(logging.Formatter):
    """A record as fields, in the order in which they are read."""

    def fields_of(self, record: logging.LogRecord) -> dict[str, Any]:
        """When, how grave, what; then what is known about it."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        fields = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        if record.name != log.name:
            fields["logger"] = record.name
        if id := getattr(record, "request_id", None):
            fields["id"] = id
        fields |= getattr(record, "fields", {})
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return fields


class _Json(_Structured):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.fields_of(record), ensure_ascii=False, default=str)


class _Text(_Structured):
    def format(self, record: logging.LogRecord) -> str:
        fields = self.fields_of(record)
        head = f"{fields.pop('at')} {fields.pop('level'):<7} {_plain(fields.pop('event'))}"
        trace = fields.pop("trace", "")
        told = " ".join([head, *(f"{key}={_quoted(value)}" for key, value in fields.items())])
        return f"{told}\n{trace}" if trace else told


def _quoted(value: object) -> str:
    word = str(value)
    plain = word and word.isprintable() and not set(word) & set(' "=')
    return word if plain else _plain(json.dumps(word, ensure_ascii=False))


def _plain(words: str) -> str:
    """On one line, whatever is in it: nobody shall be able to write a line of the log by choosing a name."""
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in words)
