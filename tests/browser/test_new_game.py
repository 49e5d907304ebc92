"""Setting up a game in the page: every edition, a house rule, and files that are right or wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from forvm import content
from tests.browser.tables import TablePage


def begin(page: Page) -> TablePage:
    page.get_by_role("button", name="Start the game").click()
    return TablePage(page, "").settle()


def against_beginners(page: Page) -> None:
    page.goto("/new")
    page.get_by_text("3 players", exact=True).click()
    for seat in (2, 3):
        chair = page.get_by_role("group", name=f"Seat {seat}")
        chair.get_by_label("Who sits here").select_option("tiro")


@pytest.mark.parametrize("edition", content.names())
def test_each_edition_starts_and_plays_a_turn(page, edition):
    name = content.load(edition).name
    against_beginners(page)
    page.get_by_role("radiogroup", name="The rules").get_by_label(name).check()
    table = begin(page)
    expect(page.get_by_role("banner")).to_contain_text(name)
    expect(page.get_by_role("banner")).to_contain_text("Turn 1", ignore_case=True)
    while not page.get_by_role("banner").get_by_text("Turn 2").count():
        choices = table.choices()
        table.choose("end" if "end" in choices else choices[0])


def test_a_house_rule_is_changed_marked_and_played_by(page):
    against_beginners(page)
    page.get_by_label("Find a rule").fill("start")
    money = page.get_by_label("Money at the start")
    money.fill("5000000")
    money.press("Tab")
    expect(page.get_by_role("alert").first).to_contain_text("Enter a whole number from")
    money.fill("650")
    money.press("Tab")
    expect(page.get_by_text("1 rule changed").last).to_be_visible()
    page.get_by_role("button", name="Set everything back").click()
    expect(page.get_by_text("1 rule changed")).to_have_count(0)
    money.fill("650")
    money.press("Tab")
    table = begin(page)
    expect(table.page.locator(".plates article").nth(1)).to_contain_text("$650")
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("region", name="House rules in play")).to_contain_text("$650")


def test_house_rules_are_saved_as_a_file_and_read_again(page, tmp_path: Path):
    page.goto("/new")
    page.get_by_label("Find a rule").fill("turn limit")
    page.get_by_label("Turn limit").fill("7")
    page.get_by_label("Turn limit").press("Tab")
    page.get_by_label("Name of your house rules").fill("Seven turns")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert saved.name == "seven_turns.toml"

    page.reload()
    page.get_by_role("group", name="Use a house-rules file").locator("input").set_input_files(saved)
    expect(page.get_by_role("status").filter(has_text="Seven turns")).to_be_visible()
    begin(page)
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("region", name="House rules in play")).to_contain_text("7")


BROKEN = {
    "no toml": ("this is = = not toml\n", "line 1"),
    "an unknown key": (
        'format = 1\nid = "odd"\nname = "Odd"\nedition = "forvm"\n\n[win]\nprestigge = 5\n',
        "prestigge",
    ),
    "a value out of range": (
        'format = 1\nid = "odd"\nname = "Odd"\nedition = "forvm"\n\n[win]\nprestige = -5\n',
        "win.prestige",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_house_rules_file_is_explained(page, what):
    written, told = BROKEN[what]
    page.goto("/new")
    drop = page.get_by_role("group", name="Use a house-rules file")
    drop.locator("input").set_input_files(
        {"name": "odd.toml", "mimeType": "application/toml", "buffer": written.encode()}
    )
    alert = page.get_by_role("alert").filter(has_text="In odd.toml")
    expect(alert).to_contain_text(told)
    expect(page.get_by_role("status").filter(has_text="are loaded")).to_have_count(0)


def test_a_file_that_is_too_large_is_refused(page):
    page.goto("/new")
    drop = page.get_by_role("group", name="Use a house-rules file")
    drop.locator("input").set_input_files(
        {"name": "huge.toml", "mimeType": "application/toml", "buffer": b"#" * 1_100_000}
    )
    expect(page.get_by_role("alert").filter(has_text="huge.toml")).to_contain_text(re.compile("larger than"))


def test_two_players_of_one_name_are_not_seated(page):
    page.goto("/new")
    for seat in (1, 2):
        page.get_by_role("group", name=f"Seat {seat}").get_by_label("Name").fill("Ada")
    expect(page.get_by_role("alert")).to_contain_text("Two players are called “Ada”")
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
