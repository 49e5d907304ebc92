"""Setting up a game: one click, who sits where, and what is told where something is wrong."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import TablePage


@pytest.fixture
def setup(page: Page) -> Page:
    page.goto("/new")
    expect(page.get_by_role("group", name=re.compile("^Seat"))).to_have_count(4)
    return page


def test_one_click_begins_a_game(setup):
    setup.get_by_role("button", name="Quick start").click()
    TablePage(setup, "").settle()
    expect(setup).to_have_url(re.compile("/game/"))


def test_seats_change_places_with_their_names(setup):
    seats = setup.get_by_role("group", name=re.compile("^Seat"))
    seats.nth(0).get_by_label("Name").fill("Ada")
    seats.nth(0).get_by_role("button", name="Sit one place later").click()
    expect(seats.nth(1).get_by_label("Name")).to_have_value("Ada")


def test_what_is_no_number_is_refused_where_it_was_typed(setup):
    setup.get_by_label("Find a rule").fill("OUST-2")
    field = setup.get_by_label(re.compile("challenge", re.I)).first
    field.fill("20000")
    field.blur()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(setup.get_by_role("alert")).to_contain_text("whole number")


def test_what_the_game_refuses_is_told_at_the_rule_it_is_about(setup):
    setup.get_by_label("Find a rule").fill("boost")
    field = setup.locator("input.list").first
    field.fill("25, 50")
    field.blur()
    setup.get_by_role("button", name="Start the game").click()
    expect(setup.get_by_role("alert").first).to_contain_text("trade.boost")
    expect(field).to_have_attribute("aria-invalid", "true")
