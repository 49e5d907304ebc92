"""What happens at a table besides moves: taking back, reloading, two pages, double clicks, a server that restarts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.tables import TablePage
from tests.server.serving import PEOPLE, KeptPort, Server


def first_step(opened: TablePage) -> str:
    return next(choice for choice in opened.choices() if choice.startswith("Roma>"))


def test_steps_are_taken_back_one_by_one_up_to_the_last_die(table):
    opened: TablePage = table(changes={"enter.roll": 1})  # the die is rolled, and always good
    opened.choose("enter")
    after_the_die = opened.choices()
    expect(opened.undo).to_be_disabled()
    expect(opened.undo).to_have_attribute("title", re.compile("die was rolled or a card was drawn"))

    opened.choose(first_step(opened))
    assert opened.choices() != after_the_die
    expect(opened.undo).to_be_enabled()
    expect(opened.undo).to_have_attribute("title", re.compile("^Take back: Move the agent"))
    at = opened.seq
    opened.undo.click()
    opened.moved_on(at)
    assert opened.choices() == after_the_die
    expect(opened.undo).to_be_disabled()
    expect(opened.market("Roma")).to_have_attribute("aria-label", re.compile("agents: .*Ada and Ada|Ada, Ada"))


def test_a_key_takes_back(table):
    opened: TablePage = table(seats=PEOPLE)
    place, before = opened.market("Roma"), opened.choices()
    all_in_rome = place.get_attribute("aria-label") or ""
    expect(opened.prompt).to_contain_text("Ada moves agents")
    opened.choose(first_step(opened))
    # Her only agent has moved, so it is Ben's turn at the same screen. What is taken back is still Ada's.
    expect(opened.prompt).to_contain_text("Ben moves agents")
    expect(place).not_to_have_attribute("aria-label", all_in_rome)
    expect(opened.undo).to_be_enabled()
    at = opened.seq
    opened.page.keyboard.press("u")
    opened.moved_on(at)
    expect(opened.prompt).to_contain_text("Ada moves agents")
    expect(place).to_have_attribute("aria-label", all_in_rome)
    expect(opened.problem).to_have_count(0)
    assert opened.choices() == before


def test_reloading_returns_to_the_same_position(table):
    opened: TablePage = table()
    opened.choose("enter")
    seq, choices = opened.seq, opened.choices()
    log = opened.page.get_by_role("tabpanel").inner_text()
    opened.page.reload()
    opened.settle()
    assert (opened.seq, opened.choices()) == (seq, choices)
    assert opened.page.get_by_role("tabpanel").inner_text() == log


def test_two_pages_show_the_same_table(table, page, new_context):
    opened: TablePage = table()
    other = TablePage(new_context().new_page(), opened.game).open()
    opened.choose(first_step(opened))
    expect(other.root).to_have_attribute("data-seq", str(opened.seq))
    assert other.choices() == opened.choices()


class Deaf:
    """A page to which nothing that happened comes through any more, as when a laptop sleeps; but it can still speak."""

    def __init__(self, page: Page) -> None:
        self.deaf = False
        page.route_web_socket(re.compile("/socket$"), self._between)

    def _between(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: route.send(message) if self._passes(message) else None)

    def _passes(self, message: str | bytes) -> bool:
        return not self.deaf or json.loads(message)["type"] not in ("happened", "snapshot", "thinking")


def test_a_page_that_is_behind_is_brought_up_to_date_and_says_why(table, page, new_context):
    behind_page = new_context().new_page()
    between = Deaf(behind_page)
    ahead: TablePage = table()
    behind = TablePage(behind_page, ahead.game).open()
    between.deaf = True
    step = first_step(ahead)
    ahead.choose(step)
    behind_page.locator(f'#moves [data-choice="{step}"]').click()
    expect(behind.problem).to_contain_text("now up to date")
    expect(behind.problem.locator("p").first).not_to_be_empty()
    expect(behind.root).to_have_attribute("data-seq", str(ahead.seq))
    assert behind.choices() == ahead.choices()


@pytest.mark.parametrize("apart", [0, 60, 180])
def test_a_double_click_plays_one_move(table, apart):
    """However fast the answer comes: the second click must not meet what has come under the pointer since."""
    opened: TablePage = table(changes={"enter.roll": 1})
    opened.choose("enter")  # two agents, so that after a step there is more to choose
    before, played = opened.seq, len(opened.plays())
    box = opened.page.locator(f'#moves [data-choice="{first_step(opened)}"]').bounding_box()
    assert box is not None
    x, y = box["x"] + 40, box["y"] + box["height"] / 2
    opened.page.mouse.click(x, y)
    opened.page.wait_for_timeout(apart)  # as long as a finger takes
    opened.page.mouse.down(click_count=2)
    opened.page.mouse.up(click_count=2)
    opened.moved_on(before)
    opened.page.get_by_role("tab", name="Trade").click()  # whatever the clicks have done is done by now
    opened.settle()
    assert len(opened.plays()) == played + 1
    expect(opened.problem).to_have_count(0)


def test_the_page_comes_back_by_itself_when_the_server_does(new_context, tmp_path: Path):
    port = KeptPort()
    first = Server(tmp_path / "games.sqlite3", port=port.number)
    game = first.begin()
    page = new_context(base_url=f"http://127.0.0.1:{first.port}").new_page()
    opened = TablePage(page, game).open()
    opened.choose("enter")
    seq, choices = opened.seq, opened.choices()
    first.kill()
    expect(page.get_by_role("alert")).to_contain_text("connection to the game is lost")
    assert opened.choices() == []
    again = Server(tmp_path / "games.sqlite3", port=port.number)
    try:
        expect(opened.root).to_have_attribute("data-seq", str(seq))
        expect(page.get_by_role("alert")).to_have_count(0)
        assert opened.choices() == choices
        opened.choose(first_step(opened))
    finally:
        again.kill()


def test_a_game_that_is_not_there_says_so(page):
    page.goto("/game/nowhere")
    expect(page.get_by_role("alert")).to_contain_text(re.compile("game", re.I))
    page.get_by_role("link", name="To the games").click()
    expect(page.get_by_role("link", name="New game")).to_be_visible()


def test_a_bot_advises_and_estimates(table):
    opened: TablePage = table()
    opened.page.get_by_role("button", name="Ask a bot").click()
    hint = opened.page.get_by_role("heading", name=re.compile("would do"))
    expect(hint).to_be_visible()
    assert opened.choices()
    opened.page.get_by_role("button", name="Chances").click()
    expect(opened.page.get_by_title("Winning chances").first).to_contain_text("%")


def test_what_is_shown_can_be_skipped_and_switched_off(table, new_context):
    page = new_context(reduced_motion="no-preference").new_page()
    opened: TablePage = table(on=page)
    before = opened.seq
    page.locator("#moves [data-choice=enter]").click()
    page.locator("#moves [data-confirm=enter]").click()
    # It is there for a moment only, and this looks at every frame.
    page.wait_for_function("() => document.querySelector('.stage') !== null")
    page.keyboard.press("Space")
    opened.moved_on(before)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Off").check()
    page.keyboard.press("Escape")
    page.reload()
    opened.settle()
    expect(page.locator(":root[data-still]")).to_be_attached()
