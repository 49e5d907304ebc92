"""Two records side by side: opened where they part, and moved together."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import Page, expect

import forvm
from forvm.game import Game
from tests.browser.records import NAMES, Whim
from tests.server.serving import Server

COMMON = 30


@cache
def pair() -> tuple[Game, Game]:
    """Two games of three turns that are the same for thirty moves and dice, and not in the next."""
    rules = forvm.content.from_overrides("forvm", {"win.turn_limit": 3}, name="Three turns")
    one = Game(rules, players=3, names=NAMES)
    forvm.play_out(one, Whim(2), seed=2)
    moves = [played.id for played in one.history]
    for at in range(COMMON, len(moves)):
        other = Game(rules, players=3, names=NAMES)
        for move in moves[:at]:
            other.play(move)
        others = [move for move in other.legal() if move.id != moves[at]]
        if others:
            other.play(others[-1])
            forvm.play_out(other, Whim(5), seed=9)
            return one, other
    raise AssertionError("no choice was left")


def parting() -> int:
    one, other = ([played.id for played in game.history] for game in pair())
    return next(at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right)


@pytest.fixture
def compare(page: Page, server: Server) -> Page:
    ids = [server.ask("POST", "/api/replays", {"text": game.record()}).body["id"] for game in pair()]
    page.goto(f"/compare/{ids[0]}/{ids[1]}?left=Baseline&right=Rich")
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    return page


def side(page: Page, name: str):
    return page.get_by_role("region", name=name)


def test_it_opens_where_the_games_part(compare: Page):
    at = parting()
    expect(compare.get_by_role("status").filter(has_text="Here the games part")).to_be_visible()
    expect(compare.get_by_role("slider", name="Position")).to_have_value(str(at + 1))
    left, right = (side(compare, name).locator(".said") for name in ("Baseline", "Rich"))
    assert left.inner_text() != right.inner_text()
    compare.locator("body").press("ArrowLeft")
    expect(compare.get_by_role("status").filter(has_text="Still the same")).to_be_visible()
    expect(left).to_have_text(right.inner_text())
    expect(compare.locator("td.differs")).to_have_count(0)


def test_both_move_together_and_end_as_their_games_did(compare: Page):
    slider = compare.get_by_role("slider", name="Position")
    slider.fill("0")
    expect(side(compare, "Baseline")).to_contain_text("The beginning")
    expect(side(compare, "Rich")).to_contain_text("The beginning")
    slider.fill(str(slider.get_attribute("max")))
    for row, (one, other) in enumerate(zip(pair()[0].players, pair()[1].players, strict=True)):
        cells = compare.locator("tbody tr").nth(row).locator("td")
        expect(cells.nth(0)).to_have_text(str(one.prestige))
        expect(cells.nth(1)).to_have_text(str(other.prestige))
        expect(cells.nth(2)).to_have_text(f"${one.money:,}")
        expect(cells.nth(3)).to_have_text(f"${other.money:,}")
    compare.get_by_role("button", name="Where they part").click()
    expect(slider).to_have_value(str(parting() + 1))


def test_it_fits_a_phone(compare: Page):
    compare.set_viewport_size({"width": 390, "height": 844})
    expect(side(compare, "Rich").locator("svg").first).to_be_visible()
    assert compare.evaluate("document.documentElement.scrollWidth") <= 390
    expect(compare.get_by_role("button", name="One step forward")).to_be_in_viewport()


def test_each_can_be_looked_through_by_itself(compare: Page):
    side(compare, "Rich").get_by_role("link", name="By itself").click()
    expect(compare).to_have_url(re.compile(r"/replay/[0-9a-f]{16}$"))
    expect(compare.get_by_role("slider", name="Position")).to_be_visible()


def test_records_that_are_gone_are_told(page: Page):
    page.goto("/compare/0123456789abcdef/0123456789abcdee")
    expect(page.get_by_role("alert")).to_contain_text("Open the record's file again")
