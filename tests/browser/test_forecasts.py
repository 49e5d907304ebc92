"""What would come of a move is on its row before one makes it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.tables import TablePage
from tests.server.serving import PEOPLE

RICH = {"start.money": 900, "enter.roll": 1}


def row(table: TablePage, notation: str) -> Locator:
    return table.page.locator(f'#moves li:has([data-choice="{notation}"])').first


@pytest.fixture
def two_in_luna(table: Callable[..., TablePage]) -> TablePage:
    """Ben's agent stands in Luna; Cleo may follow."""
    begun = table(seats=PEOPLE, changes=RICH, seed=7)
    begun.choose("Roma>Luna")
    if "end" in begun.choices():
        begun.choose("end")
    return begun


def test_a_step_says_what_a_horreum_would_bring_and_a_build_what_the_next_trade_becomes(
    table: Callable[..., TablePage],
):
    begun = table(seats=PEOPLE, changes=RICH)
    expect(row(begun, "Roma>Luna")).to_contain_text("a horreum there: +$75 a trade")
    begun.choose("Roma>Luna")
    while not any(choice.startswith("build@") for choice in begun.choices()):
        choices = begun.choices()
        begun.choose("end" if "end" in choices else choices[-1])
    build = next(choice for choice in begun.choices() if choice.startswith("build@"))
    expect(row(begun, build)).to_contain_text("next trade $0 → $75")
    row(begun, build).locator("button.move").hover()
    # Where it would bring one on the ladders, the money as well as the prestige of a first horreum.
    expect(begun.page.locator(".money-ladder .ghost")).to_have_count(1)
    expect(begun.page.locator(".prestige .ghost")).to_have_count(1)


def test_stepping_onto_a_held_market_tells_of_the_challenge_and_asks(two_in_luna: TablePage):
    step = row(two_in_luna, "Roma>Luna")
    expect(step).to_contain_text("You must then challenge Ben in Luna for $200: 4 or more succeeds (3 in 6).")
    before = two_in_luna.seq
    step.locator("button.move").click()
    expect(step.get_by_role("button", name="Do it")).to_be_visible()
    assert two_in_luna.seq == before


def test_the_board_asks_too(two_in_luna: TablePage):
    before = two_in_luna.seq
    two_in_luna.click_market("Roma")
    expect(two_in_luna.market("Roma")).to_have_attribute("aria-pressed", "true")
    two_in_luna.click_market("Luna")
    expect(two_in_luna.page.get_by_role("article", name="Luna")).to_contain_text("You must then challenge Ben")
    assert two_in_luna.seq == before


def test_while_a_phase_cannot_be_ended_it_says_why(table: Callable[..., TablePage], page: Page):
    begun = table(seats=PEOPLE, changes=RICH).choose("enter")
    cannot = page.get_by_role("button", name="You cannot end yet")
    expect(cannot).to_have_attribute("aria-disabled", "true")
    expect(cannot).to_have_accessible_description(
        "You have two agents on Roma. One must leave before you can end the move. Rule MOVE-3"
    )
    before = begun.seq
    page.keyboard.press("e")
    expect(cannot).to_be_focused()
    assert begun.seq == before


def test_gifts_that_cost_the_mark_they_earn_are_folded_away(table: Callable[..., TablePage], page: Page):
    begun = table(seats=PEOPLE, changes={"start.money": 1050, "start.prestige": 1, "enter.roll": 6})
    while begun.page.locator("#moves h3", has_text="Benefactions").count() == 0:
        begun.choose("end")
    assert not any(choice.startswith("give") for choice in begun.choices())
    folded = page.get_by_role("button", name="3 moves that only cost you")
    expect(folded).to_have_attribute("aria-expanded", "false")
    folded.click()
    expect(row(begun, "give:temple.1")).to_contain_text("+1 prestige, net +0")
    page.locator('#moves [data-choice="end"]').click()
    # Nothing nags: there is nothing to win by giving.
    expect(begun.page.get_by_text("You could still give")).to_have_count(0)


def test_the_price_tells_its_loan(table: Callable[..., TablePage], page: Page):
    table(seats=PEOPLE, changes={"start.money": 50, "start.prestige": 3, "enter.roll": 6}).end_until_offers()
    page.locator("[data-offer]").first.click()
    dialog = page.get_by_role("dialog", name="A marriage with")
    expect(dialog).to_contain_text("+2 prestige")
    expect(dialog).not_to_contain_text("loan")
    for _ in range(3):
        dialog.get_by_role("button", name="25 dollars more").click()
    expect(dialog).to_contain_text("a loan for it takes 1 prestige")
    expect(dialog).to_contain_text("+1 prestige")
    # The other rises by the whole two.
    expect(dialog.locator("[role=status] p").nth(1)).to_contain_text("+2 prestige")
