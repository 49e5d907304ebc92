"""The pages of online play for everyone: on a phone and a wide screen, light and dark, axe finds nothing serious."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import test_access, test_screens
from tests.browser.online import AGREEMENT, OPEN, SHORT, TIRO, Person

LOOKS: list[tuple[str, dict[str, Any]]] = [
    ("wide", {"viewport": test_screens.SCREENS["wide"], "color_scheme": "dark"}),
    ("phone", {"viewport": test_screens.SCREENS["phone"], "has_touch": True, "color_scheme": "light"}),
    ("phone-dark", {"viewport": test_screens.SCREENS["phone"], "has_touch": True, "color_scheme": "dark"}),
]


@pytest.fixture(params=[look for _, look in LOOKS], ids=[name for name, _ in LOOKS])
def guest(request: pytest.FixtureRequest, people: Any) -> Person:
    person: Person = people.come("Ben", **request.param)
    return person


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return tmp_path_factory.mktemp("online-pictures")


def check(page: Page, pictures: Any, name: str) -> None:
    test_screens.check(page, pictures, f"{name}-{page.evaluate('document.documentElement.dataset.theme')}")
    test_access.check(page)


def test_gathering(guest, people, pictures):
    host = people.come("Ada")
    opened = host.post("/gatherings", seats=[OPEN, OPEN, TIRO], agreement=AGREEMENT, name="Ada", **SHORT)
    page = guest.page
    page.goto(f"/join#{opened['links']['everyone']}")
    expect(page.get_by_role("button", name="Sit here")).to_be_visible()
    check(page, pictures, "join")
    page.get_by_role("button", name="Sit here").click()
    ready = page.get_by_role("button", name="I am ready")
    test_screens.in_reach(page, ready)
    check(page, pictures, "seated")
    page.goto("/")
    expect(page.get_by_text("Lobby: 3 of 3 seats taken")).to_be_visible()
    check(page, pictures, "lobby")


def test_setting_a_table(guest, pictures):
    page = guest.page
    page.goto("/new")
    button = page.get_by_role("button", name="Open a lobby and invite")
    expect(button).to_be_visible()
    check(page, pictures, "new")
    button.click()
    page.get_by_text("A link for each seat").click()
    page.get_by_role("button", name="QR code").first.click()
    expect(page.get_by_role("img", name="QR code").first).to_be_visible()
    check(page, pictures, "hosting")
    page.get_by_role("button", name="Change", exact=True).click()
    check(page, pictures, "agreement")


def test_table_and_dice(guest, people, pictures, played_online, online_server):
    game, _ = people.meet("Ada", "Ben", **SHORT)
    page = guest.page
    guest.post("/join", secret=people.links["spectators"])
    guest.sit_down(game)
    page.locator("[data-tab=talk]").click()
    page.get_by_label("Write a message").fill("Salvete!")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Salvete!")
    check(page, pictures, "talk")
    page.get_by_role("button", name="This game").click()
    check(page, pictures, "this-game")
    guest.played(played_online, online_server)
    page.goto(f"/game/{played_online.id}/dice")
    page.locator("[data-action=check]").click()
    page.get_by_text(re.compile("one by one")).click()
    expect(page.locator("[data-verdict]")).to_contain_text("as the secret says")
    check(page, pictures, "dice")
