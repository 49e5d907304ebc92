"""Logs: one line for each thing, whatever is in it."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import get_args

import pytest

from forvm.server.ops.server_logs import LogFormat, configure, log, note


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is logged; afterwards logging is as it was."""
    root, uvicorn = logging.getLogger(), logging.getLogger("uvicorn")
    before = root.handlers[:], root.level, uvicorn.level
    root.handlers = []
    yield io.StringIO()
    root.handlers, level, other = before
    root.setLevel(level)
    uvicorn.setLevel(other)


def test_text_is_one_line_of_keys_and_values(written: io.StringIO):
    configure("text", "info", written)
    note("request", method="GET", game="", ms=1.5, nothing=None, words="two words", sign='a"b')
    at, _, rest = written.getvalue().partition(" ")
    assert at.endswith("Z")
    assert rest == 'info    request method=GET ms=1.5 words="two words" sign="a\\"b"\n'


def test_json_is_one_object_for_each_line(written: io.StringIO):
    configure("json", "info", written)
    note("request", status=200, name="Ännchen\n")
    line = json.loads(written.getvalue())
    assert (line["level"], line["event"], line["status"], line["name"]) == ("info", "request", 200, "Ännchen\n")
    assert written.getvalue().count("\n") == 1


@pytest.mark.parametrize("format", get_args(LogFormat))
def test_nobody_can_write_a_line_of_the_log(written: io.StringIO, format: LogFormat):
    configure(format, "info", written)
    forged = "x\n2026-03-15T12:00:00.000Z info    request status=200\u2028\x1b[31m"
    log.warning("somebody is called %s", forged)
    note("request", name=forged)
    lines = written.getvalue().split("\n")
    assert len(lines) == 3
    assert all("\u2028" not in line or format == "json" for line in lines)
    assert "\x1b" not in written.getvalue()


@pytest.mark.parametrize("format", get_args(LogFormat))
def test_what_went_wrong_is_told_with_where(written: io.StringIO, format: LogFormat):
    configure(format, "warning", written)
    note("not told", level=logging.INFO)
    try:
        raise ValueError("a fault")
    except ValueError:
        log.exception("failed")
    told = written.getvalue()
    assert "not told" not in told
    assert "ValueError: a fault" in told
    assert "test_logs.py" in told


def test_other_loggers_are_named(written: io.StringIO):
    configure("json", "info", written)
    logging.getLogger("uvicorn.error").warning("late")
    logging.getLogger("uvicorn.error").info("chatter")
    assert [json.loads(line)["logger"] for line in written.getvalue().splitlines()] == ["uvicorn.error"]
