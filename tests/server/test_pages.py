"""The built pages, and the types that they are written against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from forvm.server.http import typescript
from tests.server.serving import Server

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with pages of a few lines."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "pages" / "assets").mkdir(parents=True)
    (folder / "pages" / "index.html").write_text("<!doctype html><title>FORVM</title>")
    (folder / "pages" / "assets" / "main-abc123.js").write_text("export {}")
    (folder / "secret.txt").write_text("not for the page")
    running = Server(folder / "games.sqlite3", pages=folder / "pages")
    yield running
    running.kill()


@pytest.mark.parametrize("path", ["/", "/index.html", "/games/0123", "/rules/OUST-2"])
def test_every_route_of_the_page_is_the_page(built: Server, path: str):
    answer = built.ask("GET", path)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "FORVM" in answer.body


def test_assets_are_kept_for_ever(built: Server):
    answer = built.ask("GET", "/assets/main-abc123.js")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert "immutable" in answer.headers["cache-control"]
    again = built.ask("GET", "/assets/main-abc123.js", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status == 304


@pytest.mark.parametrize(
    "path",
    [
        "/assets/gone.js",
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/api/x",
    ],
)
def test_what_is_not_there_is_not_found(built: Server, path: str):
    answer = built.ask("GET", path)
    assert (answer.status, answer.body["code"]) == (404, "unknown")


def test_missing_pages_say_how_to_build_them(tmp_path: Path):
    server = Server(tmp_path / "games.sqlite3", pages=tmp_path / "nowhere")
    answer = server.ask("GET", "/")
    server.kill()
    assert (answer.status, answer.headers["content-type"]) == (503, "text/plain; charset=utf-8")
    assert "make pages" in answer.body


def test_the_types_of_the_page_are_those_of_the_server():
    kept = (ROOT / "web" / "src" / "lib" / "protocol.ts").read_text()
    assert kept == typescript.written(), (
        "python -m forvm.server.http.typescript > web/src/lib/protocol.ts writes it anew"
    )
