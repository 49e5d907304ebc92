"""Little room: phones on their side, and pages enlarged until 320 CSS pixels are left. Every move can be made.

A page at 200 % on a screen of 1280 × 800 is laid out as one of 640 × 400, so these tests set that size.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.online import SHORT
from tests.browser.tables import TablePage

SIZES = {
    "phone on its side": (844, 390),
    "small phone on its side": (568, 320),
    "150% of 1280": (853, 533),
    "200% of 1280": (640, 400),
    "300% of 1280": (427, 267),
    "400% of 1280": (320, 200),
    "small phone": (360, 740),
}
# Is all of an element in sight, and would a click in its middle meet it?
IN_SIGHT = """element => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && element.contains(met);
}"""
MARKETS_OUT_OF_SIGHT = """() => {
  const map = document.querySelector('#map').getBoundingClientRect();
  return [...document.querySelectorAll('[data-market]')].filter((mark) => {
    const box = mark.querySelector('.reach').getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return x < map.left || x > map.right || y < map.top || y > map.bottom;
  }).map((mark) => mark.dataset.market);
}"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture(params=SIZES)
def small(request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]) -> Page:
    width, height = SIZES[request.param]
    return new_context(viewport={"width": width, "height": height}).new_page()


def fits(page: Page) -> None:
    size = page.viewport_size
    assert size is not None
    wide, high = page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
    assert wide <= size["width"]
    assert high <= size["height"]


def test_every_move_can_be_made(small, table):
    opened: TablePage = table(on=small, changes={"enter.roll": 1, "start.money": 900})
    dice = random.Random(5)
    previews = 0
    for _ in range(8):
        fits(small)
        for move in (opened.moves.first, opened.moves.last):
            move.click(trial=True)
        notation = dice.choice(opened.choices())
        before = opened.seq
        button = small.locator(f'#moves [data-choice="{notation}"]')
        asks = button.get_attribute("aria-expanded") is not None
        button.click()
        if asks:
            previews += 1
            commit = small.locator(f'#moves [data-confirm="{notation}"]')
            expect(commit).to_be_visible()
            assert commit.evaluate(IN_SIGHT), f"the preview of {notation} has no button in sight"
            commit.click()
        opened.moved_on(before)
    assert previews


def test_a_market_shows_what_can_be_done_there(small, table):
    opened: TablePage = table(on=small)
    folding = small.locator("[data-action=fold]")
    if not opened.is_in_reach("Roma"):
        folding.click()
    opened.click_market("Roma")
    card = small.get_by_role("article", name="Roma")
    card.get_by_role("button", name="Close").click(trial=True)
    card.locator("[data-choice]").last.click(trial=True)
    fits(small)


def test_the_whole_map_is_all_of_it(small, table):
    opened: TablePage = table(on=small)
    if not opened.is_in_reach("Roma"):
        small.locator("[data-action=fold]").click()
    small.get_by_role("button", name="Show the whole map").click()
    assert small.evaluate(MARKETS_OUT_OF_SIGHT) == []


def test_the_sheet_is_dragged_and_folded(new_context, table):
    page = new_context(**PHONE).new_page()
    table(on=page)
    handle, folding, panel = page.locator(".handle"), page.locator("[data-action=fold]"), page.get_by_role("tabpanel")

    def drag_to(y: int) -> None:
        box = handle.bounding_box()
        assert box is not None
        page.mouse.move(60, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(60, y, steps=4)
        page.mouse.up()

    def high() -> float:
        box = page.locator("main.map").bounding_box()
        assert box is not None
        height: float = box["height"]
        return height

    half = high()
    drag_to(840)
    expect(panel).to_be_hidden()
    assert high() > half + 250
    drag_to(60)
    expect(panel).to_be_visible()
    assert high() < half - 150
    folding.click()
    expect(folding).to_have_attribute("aria-expanded", "false")
    page.get_by_role("tab", name="Log").click()  # a tab opens the sheet again
    expect(panel).to_be_visible()
    assert high() == pytest.approx(half, abs=2)


def test_the_map_fills_the_screen_while_others_move(people: Any):
    game, (ada, ben) = people.meet("Ada", "Ben", **SHORT)
    for person in (ada, ben):
        person.page.set_viewport_size(PHONE["viewport"])
        person.sit_down(game)
    page_of = {person.page.locator(".table[data-seq]").count(): person.page for person in (ada, ben)}
    expect(page_of[1].get_by_role("tabpanel")).to_be_visible()
    expect(page_of[0].get_by_role("tabpanel")).to_be_hidden()
    waiting = page_of[0].locator("main.map").bounding_box()
    assert waiting is not None
    assert waiting["height"] > 600


def test_a_large_screen_gives_the_panel_more_room(new_context, table):
    wide = {}
    for width, height in ((1440, 900), (1920, 1080)):
        page = new_context(viewport={"width": width, "height": height}).new_page()
        table(on=page)
        box = page.locator("aside.side").bounding_box()
        assert box is not None
        wide[width] = box["width"]
    assert wide[1920] >= wide[1440] + 100
