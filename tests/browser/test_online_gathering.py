"""Before an online game: a table is set, people come by links, and one of them takes another device."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.online import SHORT
from tests.browser.tables import TablePage


def set_a_table(page: Page) -> None:
    """The short rules, three seats: me, whoever gets a link, and a bot."""
    page.goto("/new")
    page.get_by_role("radio", name="Short").check()
    page.get_by_label("3 players").check(force=True)
    page.get_by_label("Name", exact=True).first.fill("Ada")
    page.get_by_role("button", name="Open a lobby and invite").click()
    expect(page.get_by_role("heading", name="The lobby")).to_be_visible()


def shared_link(page: Page, label: str) -> str:
    """A link to hand on, once the page has it."""
    field = page.get_by_label(label, exact=True)
    expect(field).to_have_value(re.compile("/join#."))
    return field.input_value()


def test_two_people_meet_by_a_link(people):
    ada, ben = people.come("Ada"), people.come("Ben", viewport={"width": 390, "height": 844}, has_touch=True)
    set_a_table(ada.page)
    expect(ada.page.get_by_text("1 seat is still open.")).to_be_visible()
    begin = ada.page.get_by_role("button", name="Start the game")
    expect(begin).to_be_disabled()
    link = shared_link(ada.page, "One link for all")
    expect(ada.page.locator("[data-commitment]")).to_have_text(re.compile(r"^[0-9a-f]{64}$"))
    seal = ada.page.locator("[data-commitment]").inner_text()

    ben.page.goto(link)
    expect(ben.page.get_by_text("Choose a name and a colour")).to_be_visible()
    # The secret is gone from the address, and from where one came.
    expect(ben.page).to_have_url(ada.page.url)
    assert "#" not in ben.page.url
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_label("purple hexagon").check(force=True)
    ben.page.get_by_role("button", name="Sit here").click()
    expect(ben.page.locator("[data-commitment]")).to_have_text(seal)
    # Words of one's own for the dice stay in the browser until everyone has committed to theirs.
    told: list[str] = []
    ben.page.on("request", lambda request: told.append(request.post_data or ""))
    ben.page.get_by_label("Your own words for the dice").fill("alea iacta est")
    ben.page.get_by_label("Your own words for the dice").press("Enter")
    expect(ada.page.get_by_text("Not ready yet: Ben.")).to_be_visible()
    ben.page.get_by_role("button", name="I am ready").click()
    expect(begin).to_be_enabled()
    assert told
    assert "alea iacta" not in str(told)
    begin.click()
    for person in (ada, ben):
        expect(person.page.locator(".table")).to_be_visible()
    game = ada.page.url.rpartition("/game/")[2]
    colours = [seat["colour"] for seat in ada.get(f"/games/{game}")["seats"]]
    assert colours[1] == 4
    assert "alea iacta est" in str(told)
    seals = set()
    for person in (ada, ben):
        person.page.get_by_role("button", name="This game").click()
        seals.add(person.page.locator("[data-seal]").inner_text())
    assert len(seals) == 1


def test_the_host_may_change_what_is_agreed_and_who_comes(people):
    ada = people.come("Ada")
    set_a_table(ada.page)
    ada.page.get_by_role("button", name="Change", exact=True).click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_label("Over several days").check(force=True)
    dialog.get_by_label("Asking a bot what it would do").check()
    dialog.get_by_role("button", name="Agree on this").click()
    expect(ada.page.get_by_text("Hints allowed")).to_be_visible()
    expect(ada.page.get_by_text("away for 2 days")).to_be_visible()
    ada.page.get_by_label("Who sits in seat 2").select_option("tiro")
    ada.page.get_by_role("button", name="Start the game").click()
    TablePage(ada.page, "").settle()


def test_a_link_that_leads_nowhere_says_so(people):
    ada = people.come("Ada")
    ada.page.goto("/join#no-such-secret")
    expect(ada.page.get_by_role("alert")).to_be_visible()
    ada.page.goto("/join")
    expect(ada.page.get_by_role("alert")).to_contain_text("incomplete")


def test_a_seat_is_taken_to_another_device(people):
    game, (ada, _) = people.meet("Ada", "Ben", **SHORT)
    ada.sit_down(game)
    ada.page.get_by_role("button", name="This game").click()
    ada.page.locator("[data-action=device]").click()
    link = shared_link(ada.page, "Play on another device")
    ada.page.get_by_role("button", name="QR code").click()
    expect(ada.page.get_by_role("img", name="QR code: Play on another device")).to_be_visible()
    phone = people.come("Ada", viewport={"width": 390, "height": 844})
    phone.page.goto(link)
    expect(phone.page.locator(".table")).to_be_visible()
    seats = phone.get(f"/games/{game}")["seats"]
    assert [seat["name"] for seat in seats if seat["here"]] == ["Ada"]
    # It leads there once.
    stranger = people.come("Stranger")
    stranger.page.goto(link)
    expect(stranger.page.get_by_role("alert")).to_be_visible()


def test_a_rematch_gathers_the_people_again(people, played_online, online_server):
    ada = people.come("Ada").played(played_online, online_server)
    ada.page.goto(f"/game/{played_online.id}")
    expect(ada.page.get_by_role("link", name="See how it went")).to_be_visible()
    other = ada.context.new_page()
    other.goto(f"/game/{played_online.id}/end")
    other.get_by_role("button", name="Rematch").click()
    expect(other.get_by_text("A rematch with the same players.")).to_be_visible()
    # Who still sits at the old table is told where the others are.
    ada.page.get_by_role("status").get_by_role("link", name="Go there").click()
    expect(ada.page).to_have_url(other.url)
    other.get_by_role("button", name="Start the game").click()
    for page in (ada.page, other):
        expect(page.locator(".table")).to_be_visible()


def test_a_stranger_is_not_let_in(people):
    game, _ = people.meet("Ada", "Ben", **SHORT)
    stranger = people.come("Stranger")
    stranger.page.goto(f"/game/{game}")
    expect(stranger.page.get_by_role("alert")).to_be_visible()
    assert stranger.page.locator(".table").count() == 0
    stranger.page.goto("/")
    expect(stranger.page.get_by_text("You have no games here yet")).to_be_visible()


def test_a_table_to_which_nobody_comes_says_when_it_is_dissolved(people):
    ada, ben = people.come("Ada"), people.come("Ben")
    set_a_table(ada.page)
    told = ada.page.get_by_text("This lobby is closed on")
    expect(told).to_be_visible()
    link = shared_link(ada.page, "One link for all")
    ada_at_home = ada.context.new_page()
    ada_at_home.goto("/")
    expect(ada_at_home.get_by_text("This lobby is closed on")).to_be_visible()
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit here").click()
    expect(told).to_be_hidden()
