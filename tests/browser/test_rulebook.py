"""The rulebook: every clause, what other editions say, and the way to it from wherever a clause is cited."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from forvm import content, text


@pytest.mark.parametrize("edition", content.names())
def test_every_clause_of_an_edition_is_there(page, edition):
    page.goto(f"/rules/{edition}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(content.load(edition).name)
    clauses = page.get_by_role("article")
    expect(clauses).to_have_count(len(text.clause_ids()))
    assert clauses.evaluate_all("clauses => clauses.map((clause) => clause.id)") == list(text.clause_ids())


def test_a_link_leads_to_its_clause(page):
    page.goto("/rules/forvm#OUST-2")
    clause = page.locator("#OUST-2")
    expect(clause).to_be_in_viewport()
    expect(clause).to_be_focused()
    page.locator("#OUST-3").get_by_role("link", name="MOVE-1", exact=True).click()
    expect(page.locator("#MOVE-1")).to_be_in_viewport()
    expect(page).to_have_url(re.compile("#MOVE-1$"))


def test_the_editions_are_compared_and_switched_at_the_same_clause(page):
    page.goto("/rules/forvm#SETUP-2")
    page.get_by_label("Show where the editions differ").check()
    other = page.locator("#SETUP-2").get_by_role("heading", name="In Short")
    expect(other).to_be_visible()
    page.get_by_role("navigation", name="Edition").get_by_role("link", name="Short").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Short")
    expect(page.locator("#SETUP-2")).to_be_in_viewport()


def test_searching_leaves_what_fits(page):
    page.goto("/rules/forvm")
    page.get_by_label("Search the rules").fill("tiberius")
    expect(page.get_by_role("article")).to_have_count(1)
    expect(page.locator("mark, #DEBT-4").first).to_be_visible()
    page.get_by_label("Search the rules").fill("no such words anywhere")
    expect(page.get_by_role("article")).to_have_count(0)
    expect(page.get_by_text("No clause matches.").last).to_be_visible()


def test_rulings_and_notes_are_marked(page):
    page.goto("/rules/forvm#RECKON-2")
    clause = page.locator("#RECKON-2")
    expect(clause.get_by_text("Ruling", exact=True).first).to_be_visible()
    expect(clause.get_by_role("complementary", name="Why the rule is there")).to_be_visible()
    page.get_by_label("Show historical notes").uncheck()
    expect(clause.get_by_role("complementary")).to_have_count(0)


def test_a_clause_cited_at_the_table_opens_in_the_rules_in_play(table):
    opened = table(changes={"oust.cost": 75})
    page = opened.page
    page.get_by_role("button", name="Rule SETUP-4").first.click()
    page.get_by_role("link", name="Open the rulebook here").click()
    expect(page.locator("#SETUP-4")).to_be_in_viewport()
    expect(page.get_by_role("region", name="House rules in play")).to_contain_text("$75")
    expect(page.locator("#OUST-2")).to_contain_text("House rule")
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator(".table")).to_be_visible()


def test_an_edition_that_there_is_not_is_told(page):
    page.goto("/rules/atlantis")
    expect(page.get_by_role("alert")).to_contain_text("atlantis")


@pytest.mark.parametrize("edition", content.names())
def test_the_fate_cards_are_in_the_rulebook(page, edition):
    page.goto(f"/rules/{edition}")
    page.get_by_role("button", name="Read the fate cards").click()
    deck = page.get_by_role("dialog", name="The fate deck")
    cards = content.load(edition).deck.cards
    expect(deck).to_contain_text(f"There are {sum(card.copies for card in cards)} cards in the deck.")
    expect(deck.get_by_role("listitem")).to_have_count(len(cards))
    for card in cards:
        shown = deck.locator(f'[data-card="{card.id}"]')
        expect(shown.get_by_role("heading")).to_have_text(text.load("cards")[card.id]["name"])
        expect(shown).to_contain_text(f"{card.copies} in the deck")
        expect(shown.locator("p").first).to_have_text(re.compile(r"\w+.*\.$"))
    page.keyboard.press("Escape")
    expect(deck).to_have_count(0)


def test_the_cards_of_a_game_are_those_of_its_rules(table):
    opened = table(rules="horrea", changes={"senate.threshold": 700})
    page = opened.page
    page.goto(f"/game/{opened.game}/rules")
    page.get_by_role("button", name="Read the fate cards").click()
    census = page.get_by_role("dialog", name="The fate deck").locator('[data-card="census"]')
    expect(census).to_contain_text("Each player with $700 or more")
