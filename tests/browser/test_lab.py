"""The laboratory in the browser: a question is asked, the answer sharpens, and what was found is taken along."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from forvm.content import load as load_rules
from forvm.lab.study import load as load_study
from tests.browser.test_access import check

# On a machine that has never played, the first experiment waits for the compiler.
COMPILING = 300_000
GONE = {"code": "unknown", "message": "There is no such experiment.", "where": None}


@pytest.fixture
def lab(page: Page) -> Page:
    page.goto("/lab")
    expect(page.get_by_role("heading", name="Your own experiment")).to_be_visible()
    return page


def games(page: Page) -> int:
    return int(page.locator("[data-games]").get_attribute("data-games") or 0)


def ask(page: Page, question: str) -> None:
    page.get_by_role("region", name="Ready questions").get_by_role("button", name=question).click()
    expect(page.locator("[data-verdict]")).to_be_visible(timeout=COMPILING)


def stop(page: Page) -> None:
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped.")).to_be_visible()


def saved(page: Page, button: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_question_is_asked_answered_and_taken_along(lab: Page, tmp_path):
    ask(lab, "Does marrying locally pay?")
    expect(lab.get_by_role("heading", name="Does marrying locally pay?", level=2)).to_be_visible()
    expect(lab.get_by_role("slider", name="Prestige of a local marriage")).to_have_value("0")
    first = games(lab)
    lab.wait_for_function("before => Number(document.querySelector('[data-games]').dataset.games) > before", arg=first)
    # A reload finds the experiment that goes on.
    expect(lab).to_have_url(re.compile(r"/lab/.+"))
    lab.reload()
    expect(lab.locator("[data-verdict]")).to_contain_text("ocal marriages")
    assert games(lab) >= first
    expect(lab.get_by_role("slider", name="Prestige of a local marriage")).to_have_value("0")
    # It takes some dozens of games to be sure of a difference.
    expect(lab.locator("[data-verdict]")).to_contain_text("fewer local marriages a game", timeout=COMPILING)
    stop(lab)
    expect(lab.locator("[data-verdict]")).to_contain_text("fewer local marriages a game")
    for chart in ("How the estimate settles", "How long games are", "Who wins, by order of play"):
        expect(lab.get_by_role("region", name=chart).first).to_be_visible()
    lab.get_by_role("radio", name="Income").check(force=True)
    expect(lab.get_by_text("Money that a market pays through trade in a game.")).to_be_visible()

    study = load_study(saved(lab, "Save as a study file", tmp_path))
    assert [cell.rules.values["local.prestige"] for cell in study.cells] == [1, 0]
    rules = load_rules(saved(lab, "Save as house rules", tmp_path))
    assert rules.overrides == {"local.prestige": 0}
    with lab.context.expect_page(timeout=COMPILING) as opened:
        lab.get_by_role("link", name="Open the report").click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text(
        "Does marrying locally pay?", timeout=COMPILING
    )
    opened.value.close()

    lab.get_by_role("link", name="Play these rules").click()
    expect(lab).to_have_url(re.compile(r"/new\?"))
    expect(lab.get_by_label("Prestige of a local marriage", exact=True)).to_have_value("0")
    lab.get_by_role("button", name="Start the game").click()
    expect(lab).to_have_url(re.compile("/game/"))


def test_a_question_is_asked_by_a_link(page: Page):
    page.goto("/")
    page.get_by_role("link", name="… Rome never burned?").click()
    expect(page.get_by_role("heading", name="What does the Great Fire do?", level=2)).to_be_visible(timeout=COMPILING)
    expect(page.get_by_label("Copies of “Great fire”")).to_have_value("0")
    expect(page.get_by_text("Copies of “Great fire”: 0 instead of 1")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/lab/.+"))
    page.reload()
    expect(page.get_by_role("heading", name="What does the Great Fire do?", level=2)).to_be_visible()
    stop(page)
    # The answer keeps its title, and what is changed on the bench is another question.
    outdated = page.get_by_text("You have changed the experiment since")
    asked = page.get_by_role("region", name="Ready questions").get_by_role("button", name="What does the Great Fire")
    expect(outdated).to_have_count(0)
    expect(asked).to_have_attribute("aria-pressed", "true")
    page.get_by_role("slider", name="Money at the start").fill("600")
    expect(outdated).to_be_visible()
    expect(asked).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("heading", name="What does the Great Fire do?", level=2)).to_be_visible()
    page.get_by_role("button", name="Run it again").click()
    expect(page.get_by_role("heading", name="Does it make a difference?", level=2)).to_be_visible()
    stop(page)
    page.go_back()
    expect(page.get_by_role("heading", name="What if …?")).to_be_visible()
    page.goto("/lab?ask=nothing")
    expect(page.get_by_role("button", name="Run it")).to_be_enabled()
    expect(page.get_by_text("Ask a question, or set up an experiment")).to_be_visible()


def test_an_experiment_of_ones_own(lab: Page, tmp_path):
    lab.get_by_role("slider", name="Money at the start").fill("600")
    lab.get_by_role("radio", name="3 players").check(force=True)
    lab.get_by_label("Player 1", exact=True).select_option("merchant")
    lab.get_by_text("Fate cards", exact=True).click()
    lab.get_by_label("Copies of “Great fire”").fill("0")
    lab.get_by_label("Games of each side").fill("48")
    expect(lab.get_by_text("Money at the start: $600 instead of $200")).to_be_visible()
    lab.get_by_role("button", name="Run it").click()
    expect(lab.get_by_text("All games are played.")).to_be_visible(timeout=COMPILING)
    expect(lab.get_by_role("region", name="Who wins, by strategy")).to_contain_text("The merchant")
    baseline, variant = load_study(saved(lab, "Save as a study file", tmp_path)).cells
    assert baseline.bots == ("merchant", "greedy", "greedy")
    assert variant.changes == {"start.money": 600, "cards.great_fire": 0}
    expect(lab.get_by_text("House rules cannot change the deck of cards")).to_be_visible()
    lab.get_by_role("button", name="Set “Money at the start” back to $200").click()
    expect(lab.get_by_role("slider", name="Money at the start")).to_have_value("200")


def test_what_cannot_be_is_told_where_it_was_typed(lab: Page):
    field = lab.get_by_role("spinbutton", name="Cost of a challenge")
    field.fill("20000")
    field.blur()
    expect(lab.get_by_role("alert")).to_contain_text("from 0 to 10000")
    field.fill("300")
    field.blur()
    expect(lab.get_by_role("alert")).to_have_count(0)
    lab.get_by_label("Games of each side").fill("0")
    expect(lab.get_by_role("alert")).to_contain_text("from 1 to 20,000")
    expect(lab.get_by_role("button", name="Run it")).to_be_disabled()
    lab.get_by_label("Games of each side").fill("24")
    lab.get_by_text("All rules", exact=True).click()
    lab.get_by_label("Find a rule").fill("boost")
    lab.locator("input.list").first.fill("25, 50")
    lab.locator("input.list").first.blur()
    lab.get_by_role("button", name="Run it").click()
    expect(lab.get_by_role("alert").first).to_contain_text("trade.boost")


def test_the_dials_answer_before_anything_is_played(lab: Page):
    forecast = lab.locator("[data-forecast]")
    expect(forecast).to_have_count(0)
    lab.get_by_role("slider", name="Prestige to win").fill("10")
    length = forecast.locator("[data-row=turns]")
    expect(length.locator(".change")).to_contain_text("−")
    expect(forecast).to_contain_text("Emulated")
    expect(forecast).to_contain_text("Nothing was played for it")
    # Where no emulator knows the answer, it says so.
    lab.get_by_label("Player 1", exact=True).select_option("merchant")
    expect(forecast).to_contain_text("No emulator knows")
    lab.get_by_label("Player 1", exact=True).select_option("greedy")
    expect(length).to_be_visible()
    lab.get_by_role("button", name="Set “Prestige to win” back to 15").click()
    expect(forecast).to_have_count(0)


def play(page: Page, money: str) -> None:
    page.get_by_role("slider", name="Money at the start").fill(money)
    page.get_by_label("Games of each side").fill("48")
    page.get_by_role("button", name=re.compile("^Run it")).click()


def test_the_notebook_keeps_names_and_compares_experiments(lab: Page):
    entries = lab.locator("[data-entry]")
    for number, money in enumerate(("600", "0"), start=1):
        play(lab, money)
        expect(entries).to_have_count(number)
        expect(entries.first).to_contain_text("48 games of each side", timeout=COMPILING)
        expect(lab.get_by_text("All games are played.")).to_be_visible(timeout=COMPILING)
    first = entries.filter(has_text="$600 instead of $200")
    first.get_by_role("button", name="Rename").click()
    lab.get_by_label("Name of the experiment").fill("Rich from the start")
    lab.keyboard.press("Enter")
    lab.reload()
    expect(entries).to_have_count(2)
    expect(lab.get_by_role("button", name="Open “Rich from the start”")).to_be_enabled()
    boxes = lab.get_by_role("checkbox", name=re.compile("^Compare"))
    expect(boxes).to_have_count(2)
    for box in boxes.all():
        box.check()
    table = lab.get_by_role("region", name="Side by side").get_by_role("table")
    expect(table.get_by_role("columnheader", name="Rich from the start")).to_be_visible()
    expect(table.get_by_role("row", name=re.compile("^Length of a game"))).to_be_visible()

    # The first one is there again, its report too; and what the server has forgotten is still in the notebook.
    lab.get_by_role("button", name="Open “Rich from the start”").click()
    expect(lab.get_by_role("slider", name="Money at the start")).to_have_value("600")
    expect(lab.get_by_role("link", name="Open the report")).to_be_visible()
    lab.route("**/api/lab/runs/*", lambda route: route.fulfill(status=404, json=GONE))
    lab.reload()
    expect(lab.get_by_text("The server no longer has this experiment")).to_be_visible()
    expect(lab.locator("[data-verdict]")).to_be_visible()
    expect(lab.get_by_role("link", name="Open the report")).to_have_count(0)
    lab.get_by_role("button", name="Remove “Rich from the start”").click()
    expect(entries).to_have_count(1)


def test_an_experiment_that_was_put_away(page: Page):
    page.goto("/lab/long-ago")
    expect(page.get_by_role("alert").first).to_contain_text("no such experiment")
    expect(page.get_by_role("button", name="Run it")).to_be_enabled()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_use_it(new_context: Any, scheme: str):
    page: Page = new_context(color_scheme=scheme, viewport={"width": 390, "height": 844}).new_page()
    page.goto("/lab")
    expect(page.get_by_role("heading", name="Your own experiment")).to_be_visible()
    check(page)
    page.get_by_label("Games of each side").fill("48")
    page.get_by_role("slider", name="Cost of a horreum").press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_text("All games are played.")).to_be_visible(timeout=COMPILING)
    tables = page.get_by_text("As a table")
    expect(tables).not_to_have_count(0)
    for table in tables.all():
        table.click()
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
