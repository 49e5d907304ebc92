"""A real Chromium and a real server for the tests of the pages.

Where Chromium or the built pages cannot be had, these tests are skipped and the run says so in its last lines; in CI
they never are.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, expect, sync_playwright

from tests.browser.online import OnlineServer, People, Played, play_a_game
from tests.browser.tables import TablePage
from tests.server.serving import PEOPLE, Server

HERE = Path(__file__).parent
PAGES = HERE.parents[1] / "src" / "forvm" / "server" / "pages" / "index.html"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDE: ViewportSize = {"width": 1600, "height": 1000}
PATIENCE = 60_000  # milliseconds; machines that run tests are busy
expect.set_options(timeout=PATIENCE)


def missing() -> str:
    """What keeps these tests from running, or nothing."""
    if not CHROMIUM:
        return "Chromium is not installed"
    return "" if PAGES.exists() else "the pages are not built (make pages)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what cannot run here. In CI a missing browser is a failure."""
    mine = [item for item in items if HERE in item.path.parents]
    if not mine or not missing() or os.environ.get("CI"):
        return
    for item in mine:
        item.add_marker(pytest.mark.skip(reason=f"{missing()}: the tests of the pages were skipped"))


@pytest.fixture(scope="module")
def playwright_driver() -> Iterator[Playwright]:
    """One for each file: as long as it lives its event loop runs, and other tests want one of their own."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="module")
def browser(playwright_driver: Playwright) -> Iterator[Browser]:
    assert not missing(), missing()
    launched = playwright_driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests; each begins games of its own."""
    running = Server(tmp_path_factory.mktemp("store") / "games.sqlite3")
    yield running
    running.kill()


@pytest.fixture(scope="module")
def online_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    """A server with people at several screens, one for each file: nobody may open many games an hour."""
    running = OnlineServer(tmp_path_factory.mktemp("online") / "games.sqlite3")
    yield running
    running.kill()


@pytest.fixture
def new_context(browser: Browser, server: Server) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browser profiles. Animations are off unless a test wants them; a script that fails fails the test."""
    made: list[BrowserContext] = []
    errors: list[Any] = []

    def make(**options: Any) -> BrowserContext:
        wanted = {"viewport": WIDE, "reduced_motion": "reduce", "base_url": f"http://127.0.0.1:{server.port}"}
        context = browser.new_context(**(wanted | options))
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: errors.append(error.error))
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()
    assert not errors, f"the page's script failed: {errors}"


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    """A page on a wide screen."""
    return new_context().new_page()


@pytest.fixture
def table(page: Page, server: Server) -> Callable[..., TablePage]:
    """Begins a game and opens its table."""

    def begin(*, on: Page = page, **game: Any) -> TablePage:
        return TablePage(on, server.begin(**game)).open()

    return begin


@pytest.fixture(scope="module")
def played_online(online_server: OnlineServer) -> Played:
    """An online game that is over."""
    return play_a_game(online_server)


@pytest.fixture
def people(new_context: Callable[..., BrowserContext], online_server: OnlineServer) -> People:
    """Brings people with browsers of their own to the online server."""
    return People(lambda **options: new_context(base_url=online_server.address, **options))


class Finished(NamedTuple):
    """A game that is over."""

    id: str
    record: str
    winner: str


@pytest.fixture(scope="session")
def finished(server: Server) -> Finished:
    """A whole game of three people, played over the socket in a moment."""
    game = server.begin(PEOPLE, changes={"win.turn_limit": 3})
    with server.page(game) as played:
        played.play_on(random.Random(5), until=lambda snapshot: bool(snapshot["view"]["outcome"]))
        outcome = played.snapshot["view"]["outcome"]
    record = server.ask("GET", f"/api/games/{game}/record").body
    return Finished(game, record, PEOPLE[outcome["winners"][0]]["name"])
