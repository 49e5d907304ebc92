"""Looking back: the end of a game, its replay, and records that come from elsewhere."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.server.serving import Server


def upload(page: Page, name: str, record: str) -> None:
    page.goto("/")
    page.get_by_role("group", name="Replay a record").locator("input").set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": record.encode()}
    )


def told(page: Page) -> str:
    return page.get_by_role("region", name="Replay").get_by_role("status").inner_text()


def go_through(page: Page) -> None:
    """By button, by key and by slider, there and back."""
    slider = page.get_by_label("Position")
    last = int(slider.get_attribute("max") or 0)
    assert last > 10
    expect(slider).to_have_value("0")
    page.get_by_role("button", name="One step forward").click()
    expect(slider).to_have_value("1")
    page.get_by_role("heading", level=1).press("ArrowRight")
    expect(slider).to_have_value("2")
    second = told(page)
    slider.fill(str(last))
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    assert told(page) != second
    page.get_by_role("button", name="One turn back").click()
    expect(slider).not_to_have_value(str(last))
    slider.fill("2")
    expect(page.get_by_role("region", name="Replay").get_by_role("status")).to_have_text(second)


def test_a_finished_game_is_replayed_step_by_step(page, finished):
    page.goto(f"/game/{finished.id}/replay")
    go_through(page)
    page.get_by_label("Seen by").select_option(label="Ben")
    page.get_by_label("Seen by").select_option(label="a spectator")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_replay_plays_by_itself_and_pauses(page, finished):
    page.goto(f"/game/{finished.id}/replay")
    page.get_by_label("Speed").select_option(label="8 ×")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_label("Position")).to_have_value(re.compile("[3-9]"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_an_uploaded_record_is_replayed(page, finished):
    upload(page, "ours.txt", finished.record)
    expect(page).to_have_url(re.compile("/replay/"))
    go_through(page)
    page.get_by_role("link", name="How it went").click()
    expect(page.get_by_role("heading", level=1, name=re.compile("has won|share the victory"))).to_be_visible()


def test_the_end_tells_everything_and_leads_on(page, finished):
    page.goto("/")
    card = page.get_by_role("article").filter(has_text=finished.winner)
    card.first.get_by_role("link", name="Look back").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the record").click()
    assert download.value.path().read_text("utf-8") == finished.record
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".plates article")).to_have_count(3)


def test_a_broken_record_is_explained_with_its_line(page, finished):
    lines = finished.record.splitlines()
    # Far into the game somebody does what no rule knows.
    number = len(lines) - 3
    lines[number - 1] = "oust@Atlantis"
    upload(page, "broken.txt", "\n".join(lines) + "\n")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(f"In broken.txt, line {number}")
    expect(alert).to_contain_text("Atlantis")
    expect(page).to_have_url(re.compile("/$"))


def test_what_is_no_record_is_explained(page):
    upload(page, "shopping.txt", "bread\nolives\n")
    expect(page.get_by_role("alert")).to_contain_text("In shopping.txt")
    upload(page, "huge.txt", "x" * 5_100_000)
    expect(page.get_by_role("alert")).to_contain_text("larger than")


def test_deleting_a_game_can_be_undone(page, server: Server):
    server.begin([{"name": "Fulvia"}, {"name": "Rufus", "bot": "tiro"}, {"name": "Livia", "bot": "tiro"}])
    page.goto("/")
    card = page.get_by_role("article").filter(has_text="Fulvia")
    card.get_by_role("button", name="Delete").click()
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(card).to_have_count(1)
