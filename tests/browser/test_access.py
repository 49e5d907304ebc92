"""For everyone: axe finds nothing serious on any page, light or dark, and a screen reader hears all that happens."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.tables import TablePage
from tests.server.serving import Server

SCHEMES = ("light", "dark")
# Keeps all that any live region has ever said.
LISTEN = """
window.heard = [];
const LIVE = '[aria-live], [role=log], [role=status], [role=alert]';
const hear = (node) => {
  const region = (node.nodeType === 1 ? node : node.parentElement)?.closest(LIVE);
  const inside = node.nodeType === 1 ? [...node.querySelectorAll(LIVE)] : [];
  if (region) window.heard.push(node.textContent);
  else for (const each of inside) window.heard.push(each.textContent);
};
new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes)
    if (type === 'characterData') hear(target);
    else addedNodes.forEach(hear);
}).observe(document, { childList: true, characterData: true, subtree: true });
"""


def check(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    serious = [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n    "
        + "\n    ".join(f"{node['target']} {node.get('failureSummary', '')}" for node in violation["nodes"][:4])
        for violation in found
        if violation["impact"] in ("serious", "critical")
    ]
    assert not serious, "\n".join(serious)


@pytest.fixture(params=SCHEMES)
def coloured(request: pytest.FixtureRequest, new_context: Any) -> Page:
    page: Page = new_context(color_scheme=request.param).new_page()
    return page


@pytest.mark.parametrize("path", ["/", "/new", "/rules/horrea", "/nowhere"])
def test_the_pages_around_the_table(coloured, path):
    coloured.goto(path)
    expect(coloured.get_by_role("heading", level=1).or_(coloured.get_by_role("alert")).first).to_be_visible()
    expect(coloured.get_by_text("One moment …")).to_have_count(0)
    if path == "/new":
        coloured.get_by_label("Find a rule").fill("prestige")  # opens every section
        coloured.get_by_text("How the rulebooks differ").click()
    check(coloured)


def test_the_end_and_the_replay(coloured, finished):
    coloured.goto(f"/game/{finished.id}/end")
    expect(coloured.get_by_role("region", name="Who held what")).to_be_visible()
    check(coloured)
    coloured.goto(f"/game/{finished.id}/replay?at=40")
    expect(coloured.get_by_label("Position")).to_have_value("40")
    check(coloured)


def test_the_table_and_its_windows(coloured, table):
    opened: TablePage = table(on=coloured, changes={"start.money": 900})
    check(coloured)
    opened.click_market("Roma")
    expect(coloured.get_by_role("article", name="Roma")).to_be_visible()
    coloured.locator("#moves [data-choice=enter]").click()
    check(coloured)
    coloured.keyboard.press("Escape")
    coloured.get_by_role("button", name="Settings").click()
    check(coloured)
    coloured.keyboard.press("Escape")
    coloured.get_by_role("button", name="Rule SETUP-4").first.click()
    expect(coloured.get_by_role("dialog")).to_contain_text("SETUP-4")
    check(coloured)
    coloured.keyboard.press("Escape")
    opened.end_until_offers()
    coloured.locator("[data-offer]").first.click()
    expect(coloured.get_by_role("dialog")).to_be_visible()
    check(coloured)
    coloured.get_by_role("button", name="Cancel").click()
    for _ in range(10):
        choices = opened.choices()
        opened.choose(random.Random(len(choices)).choice(choices))
    coloured.get_by_role("tab", name="Trade").click()
    check(coloured)


def test_the_curtain(coloured, table):
    table(on=coloured, seats=[{"name": name} for name in ("Ada", "Ben", "Cleo")], rules="horrea")
    expect(coloured.get_by_role("dialog")).to_be_visible()
    check(coloured)


def test_the_guide(coloured):
    coloured.goto("/")
    coloured.get_by_role("button", name=re.compile("Learn by playing|Go on learning")).click()
    expect(coloured.get_by_role("complementary", name="The guide")).to_be_visible()
    check(coloured)


def test_a_phone(new_context, table):
    page = new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    table(on=page)
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(4)
    for tab in tabs.all():
        tab.click()
        check(page)


def words(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().rstrip(".")


def test_a_screen_reader_hears_everything_that_happens(table, page, server: Server):
    page.add_init_script(LISTEN)
    opened: TablePage = table(changes={"win.turn_limit": 2})
    opened.finish_with(random.Random(12))
    heard = words(" ".join(page.evaluate("window.heard")))
    steps = [frame["step"] for frame in opened.received if frame["type"] == "happened"]
    assert len(steps) > 20
    missed = {words(step["text"]) for step in steps if words(step["text"]) not in heard}
    assert not missed, f"never told: {sorted(missed)}"
    # A change of phase is told by the prompt, and trade market by market in its report.
    quiet = {"phase", "trade_value", "trade_flood", "trade_promise"}
    said_by_the_step = {"rolled", "card", "horreum_built", "gave", "wed", "proposal", "challenge", "attack", "refused"}
    events = [event for step in steps for event in step["events"] if event["kind"] not in quiet | said_by_the_step]
    missed = {words(event["text"]) for event in events if words(event["text"]) not in heard}
    assert events
    assert not missed, f"never told: {sorted(missed)}"
