"""Files of the page: an allowance for each address, and no work that was done before."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterable
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message

from forvm.server.common.server_limits import Meter, Rate, ServerLimits
from forvm.server.http import middleware, page_files
from forvm.server.http.middleware import RequestGuard
from forvm.server.http.page_files import Pages
from forvm.server.people.access import Access

PUPILS, TABS, FILES = 30, 2, 60
SCRIPT = "export const board = 'Roma';\n" * 1_000


def answers(app: ASGIApp, paths: Iterable[str], address: str = "192.0.2.7", zipped: bool = False) -> list[Message]:
    """What is answered, one request after the other: of each the head, with the whole body in it."""
    told: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            told.append({**message, "headers": dict(message["headers"]), "body": b""})
        else:
            told[-1]["body"] += message["body"]

    async def run() -> None:
        headers = [(b"host", b"localhost"), *([(b"accept-encoding", b"gzip, br")] if zipped else [])]
        for path in paths:
            scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "client": (address, 1)}
            await app({**scope, "query_string": b"", "root_path": ""}, receive, send)

    asyncio.run(run())
    return told


def guarded(limits: ServerLimits) -> RequestGuard:
    access = Access(online=True, limits=limits)
    return RequestGuard(PlainTextResponse("a file"), access, Meter(limits.requests))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here nobody waits for a refusal."""
    monkeypatch.setattr(middleware, "TOO_OFTEN_TAKES", 0)


def test_files_have_an_allowance_of_their_own():
    server = guarded(ServerLimits(files=Rate(5, 0), requests=Rate(3, 0)))
    assert [told["status"] for told in answers(server, ["/assets/a.js"] * 7)] == [200] * 5 + [429] * 2
    assert [told["status"] for told in answers(server, ["/games/1", "/"])] == [429] * 2
    assert [told["status"] for told in answers(server, ["/api/server"] * 4)] == [200] * 3 + [429]
    assert [told["status"] for told in answers(server, ["/"], address="192.0.2.8")] == [200]


def test_a_whole_class_opens_the_page_at_once():
    server = guarded(ServerLimits())
    told = answers(server, ["/assets/a.js"] * (PUPILS * TABS * FILES))
    assert {each["status"] for each in told} == {200}


def test_who_asks_on_without_end_is_refused():
    server = guarded(ServerLimits(files=Rate(ServerLimits().files.burst, 0)))
    assert answers(server, ["/"] * 10_000)[-1]["status"] == 429


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>FORVM</title>")
    (tmp_path / "assets" / "main.js").write_text(SCRIPT)
    return tmp_path


def test_a_file_is_read_and_compressed_once(folder: Path, monkeypatch: pytest.MonkeyPatch):
    read: list[str] = []
    real = page_files._read

    def reading(path: Path) -> tuple[bytes, bytes | None]:
        read.append(path.name)
        return real(path)

    monkeypatch.setattr(page_files, "_read", reading)
    served = Pages(folder)
    told = answers(served, ["/assets/main.js", "/", "/assets/main.js", "/games/1"], zipped=True)
    assert [each["status"] for each in told] == [200] * 4
    assert read == ["main.js", "index.html"]
    script = told[2]
    assert script["headers"][b"content-encoding"] == b"gzip"
    assert script["headers"][b"content-length"] == str(len(script["body"])).encode()
    assert script["headers"][b"vary"] == b"Accept-Encoding"
    assert len(script["body"]) < len(SCRIPT)
    assert gzip.decompress(script["body"]).decode() == SCRIPT
    (plain,) = answers(served, ["/assets/main.js"])
    assert b"content-encoding" not in plain["headers"]
    assert plain["body"].decode() == SCRIPT


def test_a_file_that_was_built_anew_is_read_anew(folder: Path):
    served = Pages(folder)
    answers(served, ["/"])
    (folder / "index.html").write_text("<!doctype html><title>FORVM, built anew</title>")
    (told,) = answers(served, ["/"])
    assert b"built anew" in told["body"]
