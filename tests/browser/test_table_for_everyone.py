"""The table for those who see no map, use no mouse, or have a slow machine."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.tables import TablePage

ENDLESS = "document.getAnimations().filter((each) => each.effect.getTiming().iterations === Infinity).length"
WATCHED = 4_000  # milliseconds


def test_a_waiting_table_costs_nothing(new_context, table):
    page = new_context(reduced_motion="no-preference").new_page()
    table(on=page)
    assert page.evaluate(ENDLESS) == 0
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished)).then(() => null)")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def measured() -> dict[str, float]:
        return {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}

    def share() -> float:
        """The part of a core that the page used while nothing happened."""
        before = measured()
        page.wait_for_timeout(WATCHED)
        after = measured()
        return (after["ProcessTime"] - before["ProcessTime"]) / (after["Timestamp"] - before["Timestamp"])

    # A collection of garbage may fall into one of them; what is animated costs in each.
    shares = [share() for _ in range(4)]
    assert min(shares) < 0.01, shares


def test_the_position_is_a_table_that_can_be_sorted_and_filtered(page, table):
    table()
    page.keyboard.press("p")
    dialog = page.get_by_role("dialog", name="The position")
    rows = dialog.locator("[data-table=markets] tbody tr")
    expect(rows).to_have_count(page.locator("[data-market]").count())
    dialog.get_by_role("button", name="For one more owner").click()
    expect(dialog.get_by_role("columnheader", name="For one more owner")).to_have_attribute("aria-sort", "ascending")
    dialog.get_by_label("Which markets").select_option("mine")
    expect(rows).to_have_count(1)
    expect(dialog.locator("[data-table=players] tbody tr")).to_have_count(3)
    rows.first.get_by_role("button").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("article", name="Roma")).to_be_visible()


def test_shortcuts_are_changed_and_switched_off(page, table):
    table()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Settings")
    key = dialog.locator("[data-shortcut=position]")
    key.click()
    page.keyboard.press("x")
    expect(key).to_contain_text("X")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("x")
    position = page.get_by_role("dialog", name="The position")
    expect(position).to_be_visible()
    page.keyboard.press("Escape")
    expect(position).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    dialog.get_by_label("Use single keys as shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("x")
    page.keyboard.press("m")
    expect(position).to_have_count(0)
    expect(page.locator("[data-market]:focus")).to_have_count(0)


def test_enter_does_what_a_dialogue_is_for(page, table):
    opened: TablePage = table()
    opened.end_until_offers()
    before = opened.seq
    page.locator("[data-offer]").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("slider")).to_have_attribute("aria-valuetext", "0 dollars")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    opened.moved_on(before)
    assert opened.plays()


def test_the_title_names_whose_move_it_is(page, table):
    table()
    expect(page).to_have_title("Your move, Ada · FORVM")


def test_a_finger_need_not_meet_the_middle_of_a_market(new_context, table):
    page = new_context(viewport={"width": 844, "height": 390}, has_touch=True).new_page()
    opened: TablePage = table(on=page)
    page.get_by_role("button", name="Show the whole map").click()
    x, y = opened.place("Garamantes")
    page.touchscreen.tap(x + 14, y + 14)
    expect(opened.market("Garamantes")).to_have_attribute("aria-pressed", "true")
