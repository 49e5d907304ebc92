"""The guided first game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.tables import TablePage


def begin(page: Page) -> TablePage:
    page.goto("/")
    page.get_by_role("button", name="Learn by playing").or_(page.get_by_role("button", name="Go on learning")).click()
    table = TablePage(page, "").settle()
    expect(page.get_by_role("complementary", name="The guide")).to_be_visible()
    return table


def test_the_guide_teaches_by_playing(page):
    table = begin(page)
    guide = page.get_by_role("complementary", name="The guide")
    seen = []
    # What is told is acknowledged; what is to be done is done.
    for lesson in ("welcome", "goal", "map"):
        expect(guide).to_have_attribute("data-guide", lesson)
        seen.append(guide.get_by_role("heading").inner_text())
        guide.get_by_role("button", name="Go on").click()
    expect(guide).to_have_attribute("data-guide", "enter")
    expect(page.locator(".ring")).to_be_visible()
    table.choose("enter")
    expect(guide).to_have_attribute("data-guide", "move")
    expect(page.locator(".ring")).to_be_visible()
    seen.append(guide.get_by_role("heading").inner_text())
    assert len(set(seen)) == 4
    while guide.get_attribute("data-guide") == "move":
        table.choose(next(choice for choice in table.choices() if ">" in choice))
    expect(guide).not_to_have_attribute("data-guide", "move")


def test_the_guide_goes_on_after_reloading_and_can_be_left(page):
    table = begin(page)
    guide = page.get_by_role("complementary", name="The guide")
    for lesson in ("welcome", "goal", "map"):
        expect(guide).to_have_attribute("data-guide", lesson)
        guide.get_by_role("button", name="Go on").click()
    expect(guide).to_have_attribute("data-guide", "enter")
    page.reload()
    table.settle()
    expect(guide).to_have_attribute("data-guide", "enter")
    guide.get_by_role("button", name="Leave the guide").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the guide").click()
    expect(guide).to_have_count(0)
    assert table.choices()
