"""Whole games in a browser, from the first page to the last."""

from __future__ import annotations

import json
import random
import re

from playwright.sync_api import Page, Route, expect

from tests.browser.keys import Keys
from tests.browser.tables import TablePage


def seeded(page: Page, seed: int) -> None:
    """Games that the page begins get this seed, so that a test always sees the same game."""

    def begin(route: Route) -> None:
        wanted = route.request.post_data_json
        route.continue_(post_data=json.dumps({**wanted, "seed": seed}) if wanted else None)

    page.route("**/api/games", begin)


def test_a_person_plays_a_whole_game_against_three_bots_by_mouse(page):
    seeded(page, 11)
    page.goto("/")
    page.get_by_role("link", name="New game").click()
    seats = page.get_by_role("group", name=re.compile("^Seat"))
    expect(seats).to_have_count(4)
    seats.nth(0).get_by_label("Name").fill("Ada")
    for seat in range(1, 4):
        seats.nth(seat).get_by_label("Who sits here").select_option("tiro")
    page.get_by_label("Find a rule").fill("turn limit")
    page.get_by_label("Turn limit").fill("3")
    table = TablePage(page, "")
    page.get_by_role("button", name="Start the game").click()
    table.settle()
    expect(table.plate("Ada")).to_be_visible()
    walked = table.finish_with(random.Random(3), by_board=True)
    assert walked, "no agent was ever moved by clicking the board"

    table.end_link.click()
    expect(page.get_by_role("heading", level=1, name=re.compile("has won|share the victory"))).to_be_visible()
    winner = page.get_by_role("table").first.locator("tbody tr").first.get_by_role("rowheader").inner_text()
    expect(page.get_by_role("heading", level=1)).to_contain_text(winner.strip())
    for section in ("Final standings", "The course of the game", "Where the prestige came from", "How the dice fell"):
        expect(page.get_by_role("region", name=section)).to_be_visible()


def test_a_person_plays_a_whole_game_by_keyboard_alone(page):
    keys = Keys(page)
    seeded(page, 4)
    page.goto("/")
    keys.tab_to(page.get_by_role("link", name="New game")).press("Enter")
    keys.tab_to(page.get_by_role("group", name="Seat 1").get_by_label("Name"))
    page.keyboard.press("Control+A")
    page.keyboard.type("Ada")
    for seat in range(2, 5):
        keys.tab_to(page.get_by_role("group", name=f"Seat {seat}").get_by_label("Who sits here"))
        page.keyboard.type("Tiro")
    keys.tab_to(page.get_by_label("Find a rule"))
    page.keyboard.type("turn limit")
    keys.tab_to(page.get_by_label("Turn limit"))
    page.keyboard.type("2")
    keys.tab_to(page.get_by_role("button", name="Start the game")).press("Enter")

    table = TablePage(page, "").settle()
    expect(table.plate("Ada")).to_be_visible()
    dice = random.Random(8)
    steps_on_the_map = 0
    while not table.is_over:
        before = table.seq
        choices = table.choices()
        targets = [choice.partition(">")[2] for choice in choices if choice.startswith("Roma>")]
        if targets and not steps_on_the_map:
            keys.step_on_the_map("Roma", targets)
            steps_on_the_map += 1
        elif "end" in choices and dice.random() < 0.4:
            keys.end_phase()
        else:
            keys.choose(dice.randrange(len(choices)))
        table.moved_on(before)
    assert steps_on_the_map

    keys.tab_to(table.end_link).press("Enter")
    expect(page.get_by_role("heading", level=1, name=re.compile("has won|share the victory"))).to_be_visible()
