"""Every page on a phone, a tablet and a wide screen: nothing sticks out, everything can be reached.

The pictures are kept in pytest's temporary folder, for whoever wants to look at them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.tables import TablePage

SCREENS: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 820, "height": 1180},
    "wide": {"width": 1600, "height": 1000},
}
# Elements that reach over the right edge, and are neither scrolled nor clipped by something around them.
STICKING_OUT = """() => [...document.body.querySelectorAll('*')].filter((element) => {
  const box = element.getBoundingClientRect();
  if (!box.width || box.right <= innerWidth + 1 || element.closest('svg')) return false;
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement)
    if (getComputedStyle(around).overflowX !== 'visible') return false;
  return getComputedStyle(element).position !== 'absolute';
}).map((element) => element.outerHTML.slice(0, 160))"""


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture(params=SCREENS)
def sized(request: pytest.FixtureRequest, new_context: Callable[..., object]) -> Page:
    """A page of each size; touched on a phone and a tablet."""
    context = new_context(viewport=SCREENS[request.param], has_touch=request.param != "wide")
    page: Page = context.new_page()  # type: ignore[attr-defined]
    return page


def check(page: Page, pictures: Path, name: str) -> None:
    size = page.viewport_size
    assert size is not None
    page.evaluate("document.fonts.ready")
    page.screenshot(path=pictures / f"{name}-{size['width']}.png", full_page=True)
    wide = page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= size["width"], f"{name} is {wide} wide: {page.evaluate(STICKING_OUT)}"


def in_reach(page: Page, element: Locator) -> None:
    """It can be scrolled to and clicked, and is not covered."""
    expect(element).to_be_visible()
    element.click(trial=True)
    box = element.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"] + 1


@pytest.mark.parametrize("path", ["/", "/new", "/rules/forvm"])
def test_the_pages_around_the_table_fit(sized, pictures, path):
    sized.goto(path)
    expect(sized.get_by_role("heading", level=1)).to_be_visible()
    expect(sized.get_by_text("One moment …")).to_have_count(0)
    check(sized, pictures, path.strip("/").replace("/", "-") or "home")
    links = sized.get_by_role("navigation").first.get_by_role("link")
    expect(links).not_to_have_count(0)
    for link in links.all():
        in_reach(sized, link)


def test_the_end_and_the_replay_fit(sized, pictures, finished):
    sized.goto(f"/game/{finished.id}/end")
    expect(sized.get_by_role("region", name="Who held what")).to_be_visible()
    check(sized, pictures, "end")
    in_reach(sized, sized.get_by_role("button", name="Rematch"))
    sized.goto(f"/game/{finished.id}/replay?at=40")
    for name in ("One step back", "Play", "One step forward"):
        in_reach(sized, sized.get_by_role("button", name=name, exact=True))
    in_reach(sized, sized.get_by_label("Position"))
    check(sized, pictures, "replay")


def test_the_map_at_the_end_does_not_hold_the_page(page, finished):
    page.goto(f"/game/{finished.id}/end")
    drawn = page.locator("#map")
    drawn.scroll_into_view_if_needed()
    drawn.hover()
    before = page.evaluate("scrollY")
    page.mouse.wheel(0, -300)
    page.wait_for_function("before => scrollY < before", arg=before)


def test_the_table_fits_and_is_played_on(sized, pictures, table):
    opened: TablePage = table(on=sized, changes={"enter.roll": 1, "start.money": 900})
    check(sized, pictures, "table")
    in_reach(sized, opened.moves.first)
    in_reach(sized, opened.moves.last)
    in_reach(sized, sized.get_by_role("button", name="Settings"))
    opened.choose("enter")
    expect(opened.undo).to_be_in_viewport(ratio=1)
    x, y = opened.place("Roma")
    sized.touchscreen.tap(x, y) if sized.viewport_size != SCREENS["wide"] else sized.mouse.click(x, y)
    expect(opened.market("Roma")).to_have_attribute("aria-pressed", "true")
    card = sized.get_by_role("article", name="Roma")
    in_reach(sized, card.get_by_role("button", name="Close"))
    in_reach(sized, card.locator("[data-choice]").first)
    check(sized, pictures, "market")
    card.get_by_role("button", name="Close").click()

    for _ in range(8):
        choices = opened.choices()
        opened.choose(random.Random(len(choices)).choice(choices))
    check(sized, pictures, "later")
    tabs = sized.get_by_role("tab")
    expect(tabs).not_to_have_count(0)
    for tab in tabs.all():
        in_reach(sized, tab)
        tab.click()
        check(sized, pictures, f"tab-{tab.get_attribute('data-tab')}")


def test_the_dialogue_of_a_marriage_fits(sized, pictures, table):
    opened: TablePage = table(on=sized)
    opened.end_until_offers()
    sized.locator("[data-offer]").first.click()
    dialog = sized.get_by_role("dialog")
    in_reach(sized, dialog.get_by_label("The price you pay"))
    in_reach(sized, dialog.get_by_role("button", name="Propose at"))
    check(sized, pictures, "marriage")


def test_the_guide_leaves_room_for_the_game(sized, pictures):
    sized.goto("/")
    sized.get_by_role("button", name="Learn by playing").or_(sized.get_by_role("button", name="Go on learning")).click()
    opened = TablePage(sized, "").settle()
    guide = sized.get_by_role("complementary", name="The guide")
    expect(guide).to_be_visible()
    check(sized, pictures, "guide")
    while guide.get_by_role("button", name="Go on").count():
        in_reach(sized, guide.get_by_role("button", name="Go on"))
        guide.get_by_role("button", name="Go on").click()
    in_reach(sized, opened.moves.first)
    check(sized, pictures, "guide-later")
