"""Looking through a game: step by step, by slider and keys, through anybody's eyes; and looking back upon it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.records import NAMES, played, record_file
from tests.browser.tables import TablePage


@pytest.fixture
def replay(page: Page, tmp_path: Path) -> Page:
    page.goto("/")
    page.get_by_label("Choose a file").set_input_files(record_file(tmp_path))
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    return page


def said(page: Page):
    return page.locator(".now p")


def test_buttons_keys_and_slider_go_through_the_game(replay):
    slider = replay.get_by_role("slider", name="Position")
    end = str(len(played().history))
    expect(slider).to_have_attribute("max", end)
    expect(said(replay)).to_have_text("The beginning")
    replay.get_by_role("button", name="One step forward").click()
    expect(slider).to_have_value("1")
    replay.locator("body").press("ArrowRight")
    expect(slider).to_have_value("2")
    replay.locator("body").press("ArrowLeft")
    expect(slider).to_have_value("1")
    slider.fill(end)
    expect(said(replay)).not_to_have_text("The beginning")
    expect(replay.get_by_role("button", name="One step forward")).to_be_disabled()
    replay.locator("body").press("Shift+ArrowLeft")
    expect(slider).not_to_have_value(end)
    starts = int(slider.input_value())
    assert played().history[starts].turn != played().history[starts - 1].turn


def test_the_position_is_the_one_of_the_record(replay):
    replay.get_by_role("slider", name="Position").fill(str(len(played().history)))
    for player in played().players:
        plate = replay.locator("aside article").filter(has=replay.get_by_role("heading", name=player.name, exact=True))
        expect(plate).to_contain_text(f"${player.money:,}".replace("$-", "−$"))


def test_hidden_hands_are_seen_by_everyone_at_once_or_by_one(replay):
    dealt = next(n for n, entry in enumerate(played().history) if entry.phase != "deal")
    replay.get_by_role("slider", name="Position").fill(str(dealt))
    hidden = replay.locator("aside article").filter(has_text=NAMES[1])
    # A hand that is seen tells sons from daughters; one that is not tells only how many cards it has.
    expect(hidden).to_contain_text("♂")
    replay.get_by_label("Seen by").select_option(label=NAMES[0])
    expect(hidden).not_to_contain_text("♂")
    expect(replay.locator("aside article").filter(has_text=NAMES[0])).to_contain_text("♂")
    replay.get_by_label("Seen by").select_option(label="a spectator")
    expect(replay.locator("aside")).not_to_contain_text("♂")


def test_a_line_of_the_log_leads_to_its_position(replay):
    slider = replay.get_by_role("slider", name="Position")
    slider.fill("20")
    replay.get_by_role("tabpanel").get_by_role("button").filter(has_text=re.compile(r"\.$")).nth(3).click()
    expect(slider).not_to_have_value("20")


def test_looking_back_tells_who_won_and_why(replay):
    replay.get_by_role("link", name="How it went").click()
    outcome = played().outcome
    assert outcome is not None
    expect(replay.get_by_role("heading", level=1)).to_contain_text(NAMES[outcome.winners[0]])
    expect(replay.locator("header.title")).to_contain_text(outcome.reason)
    chart = replay.get_by_role("img", name="Prestige, turn by turn")
    chart.focus()
    replay.keyboard.press("ArrowRight")
    expect(replay.get_by_role("status").filter(has_text="At the start: Ada")).to_be_visible()
    replay.get_by_text("As a table").nth(1).click()
    money = replay.get_by_role("region", name="Money, turn by turn").get_by_role("row").last
    for player in played().players:
        expect(money).to_contain_text(f"${player.money:,}")
    expect(replay.locator("#map")).to_be_visible()


def test_a_replay_that_is_no_longer_kept_says_so(page):
    page.goto("/replay/0123456789abcdef")
    expect(page.get_by_role("alert")).to_contain_text("Open the record's file again")


def test_a_game_that_ended_here_is_replayed_kept_and_played_again(table, tmp_path):
    opened: TablePage = table(changes={"win.turn_limit": 1})
    while not opened.is_over:
        choices = opened.choices()
        opened.choose("end" if "end" in choices else choices[0])
    page = opened.page
    opened.end_link.click()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Save the record").click()
    kept = tmp_path / "kept.txt"
    coming.value.save_as(kept)
    assert kept.read_text(encoding="utf-8").startswith("FORVM record")
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Rematch").click()
    again = TablePage(page, "").settle()
    expect(again.plate("Ada")).to_be_visible()
    assert opened.game not in page.url
