"""What the browser has to load."""

from __future__ import annotations

import gzip
import re
from urllib.parse import urlsplit

from tests.browser.conftest import PAGES

# Bytes of scripts and styles, gzipped.
LARGEST = 180_000  # of the game
LARGEST_LABORATORY = 30_000  # which is loaded by those who go there
LARGEST_DICE = 11_000  # what hides, opens and checks dice: loaded by those who gather online, or check them


def texts() -> dict[str, bytes]:
    kinds = {".js", ".css", ".html", ".svg"}
    return {path.name: path.read_bytes() for path in PAGES.parent.rglob("*") if path.suffix in kinds}


def test_all_pages_together_are_small():
    sizes = {name: len(gzip.compress(content)) for name, content in texts().items()}
    parts = {part: sum(size for name, size in sizes.items() if name.startswith(part)) for part in ("Lab", "Dice")}
    assert 0 < parts["Lab"] <= LARGEST_LABORATORY
    assert 0 < parts["Dice"] <= LARGEST_DICE
    assert sum(sizes.values()) - sum(parts.values()) <= LARGEST


def test_those_who_only_play_load_nothing_of_the_laboratory_and_of_checking_dice(page, table):
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).path.rpartition("/")[2]))
    page.goto("/")
    page.get_by_role("region", name="What if …?").wait_for()
    table()
    others = {name for name in texts() if name.startswith(("Lab", "Dice"))}
    assert {name.rpartition(".")[2] for name in others} == {"js", "css"}
    assert asked & texts().keys()
    assert not asked & others


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
