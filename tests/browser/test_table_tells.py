"""What the table tells beside moves: what happened meanwhile, what a card says, how a bargain stands."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.tables import TablePage
from tests.server.serving import PEOPLE

TO_MARRY = {"start.money": 500, "start.agents": 0, "enter.roll": 6}


@pytest.fixture
def asked(table: Callable[..., TablePage], page: Page) -> TablePage:
    """Somebody has proposed a marriage for nothing, and another is to answer."""
    begun = table(seats=PEOPLE, changes=TO_MARRY).end_until_offers()
    before = begun.seq
    page.locator("[data-offer]").first.click()
    page.locator('[data-confirm="propose"]').click()
    return begun.moved_on(before)


def counter(table: TablePage) -> Locator:
    return table.page.locator('section.bargain [data-confirm="counter"]')


def test_a_counter_offer_begins_beside_the_price_and_is_confirmed(asked: TablePage, page: Page):
    # Whoever is paid asks for more …
    expect(counter(asked)).to_have_text("Answer with $25")
    for _ in range(3):
        page.get_by_role("button", name="25 dollars more").click()
    before = asked.seq
    counter(asked).click()
    expect(counter(asked)).to_have_text("Yes, name $100")
    assert asked.seq == before
    counter(asked).click()
    asked.moved_on(before)
    # … and whoever pays begins below what is asked.
    expect(counter(asked)).to_have_text("Answer with $75")
    expect(page.get_by_role("list", name="Prices named so far").locator("li")).to_have_count(2)
    expect(page.locator("section.bargain")).to_contain_text("You would pay it.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_bargain_fits_on_a_low_screen(
    table: Callable[..., TablePage], new_context: Callable[..., BrowserContext], theme: str
):
    page = new_context(viewport={"width": 1440, "height": 900}, color_scheme=theme).new_page()
    begun = table(on=page, seats=PEOPLE, changes=TO_MARRY).end_until_offers()
    before = begun.seq
    page.locator("[data-offer]").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("slider")).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_role("button", name="Propose")).to_be_in_viewport(ratio=1)
    dialog.get_by_role("button", name="Propose").click()
    begun.moved_on(before)
    bargain = page.locator("section.bargain")
    for answer in (bargain.get_by_role("slider"), counter(begun), *(begun.moves.nth(i) for i in range(2))):
        expect(answer).to_be_in_viewport(ratio=1)


def test_what_was_done_to_somebody_is_told_when_it_is_their_move(asked: TablePage, page: Page):
    asked.choose("refuse")
    digest = page.get_by_role("region", name="Since your last move")
    expect(digest).to_contain_text(" refuses ")
    digest.get_by_role("button", name="Close what happened").click()
    expect(digest).to_have_count(0)


def test_the_fate_deck_can_be_read(table: Callable[..., TablePage], page: Page):
    table(seats=PEOPLE)
    page.get_by_role("button", name="The fate deck").click()
    deck = page.get_by_role("dialog", name="The fate deck")
    expect(deck).to_contain_text("30 of 30 cards are left to draw.")
    expect(deck.locator("li").filter(has_text="Patron")).to_contain_text("Each player pays $500 or loses one")
    page.keyboard.press("Escape")
    expect(deck).to_have_count(0)


def test_a_card_in_the_log_opens_its_text(table: Callable[..., TablePage], page: Page):
    begun = table(seats=PEOPLE)
    card = page.get_by_role("button", name="Read the card")
    while not card.count():
        choices = begun.choices()
        begun.choose("end" if "end" in choices else choices[-1])
    name = card.first.inner_text()
    card.first.click()
    expect(page.get_by_role("dialog", name="The fate deck").locator("li.first h3")).to_have_text(name)
