"""After an online game: every die is worked out again in the page, and a changed one is found."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.online import Person
from tests.browser.records import file_of


@pytest.fixture
def ada(people, played_online, online_server) -> Person:
    """Who has just played a game to its end."""
    person: Person = people.come("Ada").played(played_online, online_server)
    return person


def check(page: Page) -> Any:
    page.locator("[data-action=check]").click()
    return page.locator("[data-verdict]")


def test_every_die_can_be_checked_and_a_changed_one_is_found(ada, people, played_online):
    page = ada.page
    page.goto(f"/game/{played_online.id}/end")
    page.get_by_role("link", name="Check the dice").click()
    expect(page.locator("[data-secret]")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    expect(check(page)).to_contain_text(re.compile(r"All \d+ dice and cards are as the secret says"))
    expect(page.get_by_role("table", name="Dice")).to_be_visible()
    page.get_by_text(re.compile(r"All \d+, one by one")).click()
    expect(page.get_by_role("cell", name="wrong", exact=True)).to_have_count(0)

    record = ada.context.request.get(f"/api/games/{played_online.id}/record").text()
    stranger = people.come("Stranger")
    stranger.page.goto("/")
    upload(stranger.page, record)
    stranger.page.get_by_role("link", name="The dice").click()
    expect(check(stranger.page)).to_contain_text("are as the secret says")

    # Somebody changes one die: the first roll for who begins.
    changed = re.sub(r"\bd([1-6])\b", lambda die: f"d{int(die[1]) % 6 + 1}", record, count=1)
    assert changed != record
    stranger.page.goto("/")
    upload(stranger.page, changed)
    expect(stranger.page.get_by_role("alert")).to_contain_text(re.compile("die|dice"))


def upload(page: Page, record: str) -> None:
    page.locator("input[type=file]").first.set_input_files(file_of("game.txt", record))  # type: ignore[arg-type]


def test_a_report_that_does_not_fit_the_secret_is_found_out(ada, played_online):
    """Whatever a server may say, the page works it out itself."""

    def lie(route: Any) -> None:
        report = route.fetch().json()
        draw = next(draw for draw in report["draws"] if draw["kind"] == "die")
        draw["shows"] = next(shows for shows in draw["outcomes"] if shows != draw["shows"])
        report["checked"] = True
        route.fulfill(json=report)

    ada.page.route(f"**/api/games/{played_online.id}/dice", lie)
    ada.page.goto(f"/game/{played_online.id}/dice")
    verdict = check(ada.page)
    expect(verdict).to_contain_text("One die or card is wrong.")
    expect(verdict).to_contain_text("the record says")


def test_what_the_server_itself_doubts_does_not_become_good(ada, played_online):
    told: dict[str, Any] = {}

    def doubt(route: Any) -> None:
        report = route.fetch().json() | told
        if told["checked"]:
            report["draws"][-1]["taken_back"] = True
        route.fulfill(json=report)

    page = ada.page
    page.route(f"**/api/games/{played_online.id}/dice", doubt)
    for checked, state, words in [
        (False, "bad", "Something is wrong."),
        (None, "qualified", "Something is wrong."),
        (True, "qualified", "One die or card was taken back."),
    ]:
        told |= {"checked": checked, "verdict": "Something is wrong."}
        page.goto(f"/game/{played_online.id}/dice")
        verdict = check(page)
        expect(verdict).to_have_attribute("data-verdict", state)
        expect(verdict).to_contain_text(words)
        expect(verdict).not_to_contain_text("are as the secret says")


@pytest.mark.parametrize("lie", ["no_seal", "scheme_1", "other_round", "names"])
def test_a_report_that_does_not_fit_the_seal_that_the_page_kept_is_found_out(ada, played_online, lie):
    """Also one that says that there was no seal, or an older kind that binds less."""
    page = ada.page
    page.goto(f"/game/{played_online.id}/dice")
    digest = page.locator("[data-seal]")
    expect(digest).to_have_text(re.compile("^[0-9a-f]{64}$"))
    kept = json.dumps({"round": 1, "digest": digest.inner_text()})
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [f"forvm.seal.{played_online.id}", kept])
    page.reload()
    expect(check(page)).to_contain_text("Checked against the seal that this browser was shown before the game.")

    def answer(route: Any) -> None:
        report = route.fetch().json()
        if lie == "no_seal":
            report["seal"] = None
        elif lie == "scheme_1":
            report["seal"] |= {"scheme": 1, "seats": [], "words": [], "opened": []}
        elif lie == "other_round":
            report["seal"]["round"] += 1
        else:
            report["seal"]["seats"].reverse()
        route.fulfill(json=report)

    page.route(f"**/api/games/{played_online.id}/dice", answer)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("not the seal that this browser was shown")
    if lie != "no_seal":
        expect(check(page)).not_to_contain_text("are as the secret says")
