"""A real Chromium and a real server for the tests of the pages.

Where Chromium cannot be had, these tests are skipped and the run says so in its last lines; in CI they never are.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.server.serving import Server

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
PAGES = Path(__file__).parents[2] / "src" / "forvm" / "server" / "pages" / "index.html"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
WIDE = {"width": 1600, "height": 1000}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser or built pages there is nothing to test here; in CI that is a failure, not a skip."""
    if (CHROMIUM and PAGES.exists()) or os.environ.get("CI"):
        return
    missing = "Chromium is not installed" if not CHROMIUM else "the pages are not built (make pages)"
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=f"{missing}: the tests of the pages were skipped"))


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright_driver: Playwright) -> Iterator[Browser]:
    launched = playwright_driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield launched
    launched.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "games.db")
    yield running
    running.stop()


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A browser profile of its own on a wide screen; an error in the page's script fails the test."""
    made = browser.new_context(viewport=WIDE, base_url=f"http://127.0.0.1:{server.port}")
    made.set_default_timeout(20_000)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    opened = context.new_page()
    errors: list[Any] = []
    opened.on("pageerror", lambda error: errors.append(error))
    yield opened
    assert not errors, f"the page's script failed: {errors}"
