"""The words for the dice: kept by each page until all are in, opened by themselves, and sealed for the end."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.online import AGREEMENT, OPEN, TIRO, People, Person, whose_turn
from tests.browser.tables import TablePage

VERY_SHORT = {"rules": "short", "changes": {"win.turn_limit": 1}}


def gather(people: People) -> tuple[str, Person, Person]:
    """Ada has opened a gathering, and Ben sits at it; both look at its page."""
    ada, ben = people.come("Ada"), people.come("Ben")
    opened = ada.post("/gatherings", seats=[OPEN, OPEN, TIRO], agreement=AGREEMENT, name="Ada", **VERY_SHORT)
    game = opened["gathering"]["id"]
    ben.post("/join", secret=opened["links"]["seats"][1])
    ben.post(f"/gatherings/{game}/sit", name="Ben", seat=1)
    for person in (ada, ben):
        person.page.goto(f"/game/{game}")
        expect(person.page.get_by_role("heading", name="The lobby")).to_be_visible()
    return game, ada, ben


def say_ready(person: Person) -> None:
    person.page.get_by_role("button", name="I am ready").click()
    expect(person.page.get_by_role("button", name="Not ready after all")).to_be_visible()


def begin(person: Person) -> None:
    person.page.get_by_role("button", name="Start the game").click()


def expect_table(*people: Person) -> None:
    for person in people:
        expect(person.page.locator(".table")).to_be_visible()


def verdict(page: Page, game: str) -> Any:
    page.goto(f"/game/{game}/dice")
    page.locator("[data-action=check]").click()
    return page.locator("[data-verdict]")


def test_a_game_is_checked_against_the_seal_that_each_browser_was_shown(people):
    game, ada, ben = gather(people)
    ben.page.get_by_label("Your own words for the dice").fill("alea iacta est")
    say_ready(ben)
    begin(ada)
    expect_table(ada, ben)
    tables = [TablePage(person.page, game) for person in (ada, ben)]
    while (table := whose_turn(tables)) is not None:
        before = table.seq
        table.pick(table.choices()[-1])
        expect(table.root).not_to_have_attribute("data-seq", str(before))
    for person in (ada, ben):
        told = verdict(person.page, game)
        expect(told).to_contain_text(re.compile(r"All \d+ dice and cards are as the secret says"))
        expect(told).to_contain_text("the seal that this browser was shown before the game")
        expect(person.page.get_by_text("alea iacta est")).to_be_visible()
    # Another device of Ada's was not there, and says so.
    phone = people.come("Ada", storage_state={"cookies": ada.context.cookies(), "origins": []})
    expect(verdict(phone.page, game)).to_contain_text("This browser was not there when the game started")
    # The dice were made without the words that Ben's browser committed to.
    ben.page.evaluate(
        """game => {
            const key = `forvm.words.${game}.1`;
            localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), words: 'vincam' }));
        }""",
        game,
    )
    expect(verdict(ben.page, game)).to_contain_text("The dice do not use the words that this browser sent.")
    # Somebody shows Ada another game than the one she sat down to.
    ada.page.evaluate(
        "game => localStorage.setItem(`forvm.seal.${game}`, JSON.stringify({ round: 1, digest: '0'.repeat(64) }))",
        game,
    )
    told = verdict(ada.page, game)
    expect(ada.page.get_by_role("alert")).to_contain_text("not the seal that this browser was shown")
    expect(told).to_contain_text("this browser was shown a different game before")
    expect(told).not_to_contain_text("are as the secret says")


def test_a_page_that_was_away_opens_its_words_when_it_is_back(people):
    game, ada, ben = gather(people)
    say_ready(ben)
    ben.page.goto("about:blank")
    begin(ada)
    expect(ada.page.get_by_role("heading", name="Opening the dice")).to_be_visible()
    expect(ada.page.get_by_text("Waiting for Ben.")).to_be_visible()
    expect(ada.page.get_by_label("Your name")).to_have_count(0)
    ben.page.goto(f"/game/{game}")
    expect_table(ada, ben)


def test_the_host_stops_an_opening_and_everyone_is_asked_again(people):
    game, ada, ben = gather(people)
    say_ready(ben)
    ada.page.get_by_role("button", name="Change", exact=True).click()
    ada.page.get_by_role("dialog").get_by_label("Asking a bot what it would do").check()
    ada.page.get_by_role("dialog").get_by_role("button", name="Agree on this").click()
    expect(ben.page.get_by_text("Something has changed since you said that you were ready.")).to_be_visible()
    say_ready(ben)
    expect(ben.page.get_by_text("Something has changed since you said that you were ready.")).to_have_count(0)
    fingerprint = ben.page.locator("[data-commitment]").inner_text()
    ben.page.goto("about:blank")
    begin(ada)
    ada.page.get_by_role("button", name="Stop the opening").click()
    for person in (ada, ben):
        if person is ben:
            ben.page.goto(f"/game/{game}")
        expect(person.page.get_by_text("stopped before Ben had opened their words")).to_be_visible()
        expect(person.page.get_by_text("This is round 2")).to_be_visible()
        expect(person.page.locator("[data-commitment]")).not_to_have_text(fingerprint)
    expect(ada.page.get_by_role("button", name="Start the game")).to_be_disabled()
    say_ready(ben)
    begin(ada)
    expect_table(ada, ben)


def test_a_page_that_refused_the_seal_does_not_go_to_the_table_by_itself(people):
    ada, eve = people.come("Ada"), people.come("Eve")
    opened = ada.post("/gatherings", seats=[OPEN, TIRO, TIRO], agreement=AGREEMENT, name="Ada", **VERY_SHORT)
    game = opened["gathering"]["id"]
    eve.post("/join", secret=opened["links"]["everyone"])  # where no seat is free: she looks on
    for person in (ada, eve):
        person.page.goto(f"/game/{game}")
        expect(person.page.get_by_role("heading", name="The lobby")).to_be_visible()
    # Eve's browser was shown another seal before.
    eve.page.evaluate(
        "game => localStorage.setItem(`forvm.seal.${game}`, JSON.stringify({ round: 1, digest: '0'.repeat(64) }))",
        game,
    )
    begin(ada)
    expect_table(ada)
    expect(eve.page.get_by_text("Your browser refuses it")).to_be_visible()
    expect(eve.page.locator("[data-seal]")).to_have_text("0" * 64)
    expect(eve.page.get_by_text("The server now shows a different seal")).to_be_visible()
    expect(eve.page.locator(".table")).to_have_count(0)
    eve.page.get_by_role("button", name="Play anyway").click()
    expect_table(eve)


def test_a_page_that_has_lost_its_words_says_so(people):
    game, ada, ben = gather(people)
    say_ready(ben)
    ben.page.goto("about:blank")
    begin(ada)
    expect(ada.page.get_by_text("Waiting for Ben.")).to_be_visible()
    other = people.come("Ben", storage_state={"cookies": ben.context.cookies(), "origins": []})
    other.page.goto(f"/game/{game}")
    expect(other.page.get_by_text("this browser no longer has them")).to_be_visible()
    # Where they are kept, they are opened.
    ben.page.goto(f"/game/{game}")
    expect_table(ada, ben, other)
