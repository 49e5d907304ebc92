"""Several people at one screen: the curtain between them, and nobody's hand where somebody else sits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.tables import TablePage
from tests.server.serving import PEOPLE

HIDDEN = {"seats": PEOPLE, "rules": "horrea", "changes": {"win.turn_limit": 1}}


def hands(message: object) -> Iterator[int]:
    """The seats whose children a message tells."""
    if isinstance(message, dict):
        if "children" in message and message["children"] is not None:
            yield message["seat"]
        for part in message.values():
            yield from hands(part)
    elif isinstance(message, list):
        for part in message:
            yield from hands(part)


def check_frames(table: TablePage) -> int:
    """No frame ever told a hand to a screen where its owner did not sit; how many hands were told to their owners."""
    told = 0
    for frame in table.received:
        seen = set(hands(frame))
        if frame["type"] == "snapshot":
            owner = None if frame["curtain"] else frame["seat"]
            assert seen <= ({owner} - {None}), f"a snapshot for {owner} tells the hands of {seen}"
            told += len(seen)
        for step in [frame["step"]] if frame["type"] == "happened" else frame.get("steps", []):
            assert step["move"] != "child" or step["child"] is None, "a family card was told to everybody"
    return told


def plates_with_children(table: TablePage) -> list[str]:
    """Whose plate tells sons and daughters, rather than a number of cards."""
    plates = table.page.locator(".plates article").filter(has_text="daughter")
    return [name.strip() for name in plates.get_by_role("heading").all_inner_texts()]


def sitting_here(table: TablePage) -> str:
    heading = table.curtain.get_by_role("heading").inner_text()
    return heading.partition(",")[0]


def test_a_curtain_falls_between_people_and_no_hand_is_on_the_page_behind_it(table):
    opened = table(**HIDDEN)
    dice = random.Random(2)
    sat = set()
    while not opened.is_over:
        if not opened.curtain.count():
            opened.choose(dice.choice([*opened.choices(), *(["end"] if "end" in opened.choices() else [])]))
            continue
        who = sitting_here(opened)
        sat.add(who)
        assert plates_with_children(opened) == []
        assert opened.choices() == []
        opened.lift()
        assert plates_with_children(opened) == [who]
    assert sat == {"Ada", "Ben", "Cleo"}
    assert check_frames(opened) > 0


def test_reloading_behind_the_curtain_shows_no_hand(table):
    opened: TablePage = table(**HIDDEN)
    opened.lift()
    opened.page.reload()
    opened.settle()
    expect(opened.curtain).to_be_visible()
    assert plates_with_children(opened) == []
    check_frames(opened)


def test_a_rematch_seats_the_same_people_anew(page, server, finished):
    page.goto(f"/game/{finished.id}/end")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".table")).to_be_visible()
    again = page.url.rpartition("/game/")[2]
    assert again != finished.id
    before, now = (server.ask("GET", f"/api/games/{game}").body for game in (finished.id, again))
    assert sorted(seat["name"] for seat in now["seats"]) == sorted(seat["name"] for seat in before["seats"])
    assert now["rules"] == before["rules"]


def test_where_hands_are_open_there_is_no_curtain(table):
    opened: TablePage = table(seats=PEOPLE)
    expect(opened.curtain).to_have_count(0)
    assert plates_with_children(opened) == ["Ada", "Ben", "Cleo"]


def to_intrigue(opened: TablePage) -> str:
    """Everyone stays where they are; who is the first to plot?"""
    who = ""
    while not opened.page.locator("[data-offer]").count():
        if opened.curtain.count():
            who = sitting_here(opened)
            opened.lift()
        else:
            opened.choose("end")
    return who


def slide(page: Page, label: str, presses: int, key: str = "ArrowRight") -> None:
    slider = page.get_by_label(label)
    slider.focus()
    for _ in range(presses):
        page.keyboard.press(key)


def sit_down(opened: TablePage, who: str) -> TablePage:
    expect(opened.curtain).to_contain_text(who)
    return opened.lift()


def test_a_marriage_is_proposed_countered_and_agreed_upon(table):
    opened: TablePage = table(seats=PEOPLE, rules="horrea", seed=3)
    page = opened.page
    proposer = to_intrigue(opened)
    other = page.locator("[data-offer]").first.inner_text().partition("marriage to ")[2].removesuffix(" …").strip()
    page.locator("[data-offer]").first.click()
    dialog = page.get_by_role("dialog", name=f"A marriage with {other}")
    slide(page, "The price you pay", 4)
    dialog.get_by_role("button", name="Propose at $100").click()

    sit_down(opened, other)
    bargain = page.get_by_role("region", name="A bargain")
    expect(bargain).to_contain_text("$100 is on the table")
    expect(bargain).to_contain_text(f"{proposer} would pay it.")
    expect(bargain).to_contain_text("3 counter-offers are left.")
    slide(page, "Name another price", 1)
    bargain.get_by_role("button", name="Answer with").click()
    bargain.get_by_role("button", name="Yes, name").click()

    sit_down(opened, proposer)
    expect(bargain).to_contain_text("You would pay it.")
    expect(bargain).to_contain_text("2 counter-offers are left.")
    before = prestige(opened, proposer), prestige(opened, other)
    opened.choose("accept")
    expect(opened.plate(proposer).get_by_title(f"Allied with {other}").first).to_be_attached()
    expect(opened.plate(other).get_by_title(f"Allied with {proposer}").first).to_be_attached()
    assert prestige(opened, proposer) > before[0]
    assert prestige(opened, other) > before[1]


def prestige(opened: TablePage, name: str) -> int:
    told: Any = opened.plate(name).get_by_title("Prestige", exact=True).locator("dd").inner_text()
    return int(told)
