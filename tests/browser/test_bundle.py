"""What the browser has to load."""

from __future__ import annotations

import gzip
import re
from urllib.parse import urlsplit

from tests.browser.conftest import PAGES

# Bytes of scripts and styles, gzipped.
LARGEST = 150_000  # of the game
LARGEST_LABORATORY = 25_000  # which is loaded by those who go there


def texts() -> dict[str, bytes]:
    kinds = {".js", ".css", ".html", ".svg"}
    return {path.name: path.read_bytes() for path in PAGES.parent.rglob("*") if path.suffix in kinds}


def test_all_pages_together_are_small():
    sizes = {name: len(gzip.compress(content)) for name, content in texts().items()}
    laboratory = {name for name in sizes if name.startswith("Lab")}
    assert 0 < sum(sizes[name] for name in laboratory) <= LARGEST_LABORATORY
    assert sum(size for name, size in sizes.items() if name not in laboratory) <= LARGEST


def test_those_who_only_play_load_nothing_of_the_laboratory(page, table):
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).path.rpartition("/")[2]))
    page.goto("/")
    page.get_by_role("region", name="What if …?").wait_for()
    table()
    laboratory = {name for name in texts() if name.startswith("Lab")}
    assert {name.rpartition(".")[2] for name in laboratory} == {"js", "css"}
    assert asked & texts().keys()
    assert not asked & laboratory


def test_nothing_is_loaded_from_elsewhere(page, table):
    asked: set[str | None] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).hostname))
    for path in ("/", "/new", "/rules/forvm"):
        page.goto(path)
        page.get_by_role("heading", level=1).wait_for()
    table()
    assert asked == {"127.0.0.1"}
    named = {host for content in texts().values() for host in re.findall(rb"url\(.?https?://([^/\"')]+)", content)}
    assert not named
