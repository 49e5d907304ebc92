"""Setting up a game: rulebooks, seats, house rules and their files."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from forvm import content
from tests.browser.records import file_of
from tests.browser.tables import TablePage


@pytest.fixture
def setup(page: Page) -> Page:
    page.goto("/new")
    expect(page.get_by_role("group", name=re.compile("^Seat"))).to_have_count(4)
    return page


def begin(page: Page) -> TablePage:
    table = TablePage(page, "")
    page.get_by_role("button", name="Begin the game").click()
    return table.settle()


@pytest.mark.parametrize("edition", content.names())
def test_a_game_of_each_edition_begins(setup, edition):
    name = content.load(edition).name
    setup.get_by_role("radio", name=re.compile(f"^{name} ")).check()
    setup.get_by_label("3 players").check(force=True)
    begin(setup)
    expect(setup.locator(".table")).to_contain_text(name)


def test_one_click_begins_a_game(setup):
    setup.get_by_role("button", name="Quick start").click()
    TablePage(setup, "").settle()
    expect(setup).to_have_url(re.compile("/game/"))


def test_two_players_of_one_name_are_refused_before_the_game_begins(setup):
    seats = setup.get_by_role("group", name=re.compile("^Seat"))
    seats.nth(0).get_by_label("Name").fill("Ada")
    seats.nth(1).get_by_label("Name").fill("Ada")
    expect(setup.get_by_role("alert")).to_contain_text("Ada")
    expect(setup.get_by_role("button", name="Begin the game")).to_be_disabled()
    seats.nth(1).get_by_label("Name").fill("Ben")
    expect(setup.get_by_role("button", name="Begin the game")).to_be_enabled()


def test_seats_change_places_with_their_names(setup):
    seats = setup.get_by_role("group", name=re.compile("^Seat"))
    seats.nth(0).get_by_label("Name").fill("Ada")
    seats.nth(0).get_by_role("button", name="Sit one place later").click()
    expect(seats.nth(1).get_by_label("Name")).to_have_value("Ada")


def test_a_changed_rule_is_marked_played_and_set_back(setup):
    setup.get_by_label("Find a rule").fill("money at the start")
    field = setup.get_by_label("Money at the start", exact=True)
    field.fill("375")
    field.blur()
    expect(setup.get_by_text("1 rule changed").first).to_be_visible()
    setup.get_by_role("button", name=re.compile("Set “Money at the start” back")).click()
    expect(field).to_have_value("200")
    expect(setup.get_by_text("1 rule changed")).to_have_count(0)
    field.fill("375")
    field.blur()
    begin(setup)
    expect(setup.locator(".table")).to_contain_text("$375")


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
    setup.get_by_role("button", name="Begin the game").click()
    expect(setup.get_by_role("alert").first).to_contain_text("trade.boost")
    expect(field).to_have_attribute("aria-invalid", "true")


def test_house_rules_are_saved_as_a_file_that_the_page_takes_back(setup, tmp_path: Path):
    setup.get_by_label("Find a rule").fill("turn limit")
    setup.get_by_label("Turn limit").fill("7")
    setup.get_by_label("Name of your house rules").fill("Seven turns")
    with setup.expect_download() as coming:
        setup.get_by_role("button", name="Save as a file").click()
    assert coming.value.suggested_filename == "seven_turns.toml"
    file = tmp_path / "seven_turns.toml"
    coming.value.save_as(file)
    assert tomllib.loads(file.read_text())["win"] == {"turn_limit": 7}
    assert content.load(file).overrides == {"win.turn_limit": 7}

    setup.reload()
    setup.get_by_label("Choose a file").set_input_files(file)
    expect(setup.get_by_text("The house rules “Seven turns” are loaded.")).to_be_visible()
    begin(setup)
    expect(setup.locator(".table")).to_contain_text("Seven turns")


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ('format = 1\nid = "mine"\nname = "Mine"\nedition = "forvm"\nwin.prestige = -3\n', "line 5"),
        ('format = 1\nid = "mine"\nname = "Mine"\nedition = "forvm"\nwin.presitge = 3\n', "win.presitge"),
        ("format = ", "line 1"),
    ],
)
def test_a_broken_house_rules_file_is_explained_with_its_line(setup, written, complaint):
    setup.get_by_label("Choose a file").set_input_files(file_of("mine.toml", written))
    trouble = setup.get_by_role("alert")
    expect(trouble).to_contain_text("In mine.toml")
    expect(trouble).to_contain_text(complaint)
