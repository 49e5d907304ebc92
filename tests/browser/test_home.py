"""The first page: games that are kept, deleting one, and records that are brought."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.records import NAMES, file_of, played, record_file
from tests.server.serving import Server


@pytest.fixture
def kept(server: Server) -> str:
    """A game under way that nobody else has."""
    return server.begin(
        seats=[{"name": "Drusilla"}, {"name": "Rufus", "bot": "tiro"}, {"name": "Gaius", "bot": "tiro"}]
    )


def card_of(page: Page, game: str):
    return page.get_by_role("article").filter(has=page.locator(f'a[href="/game/{game}"]'))


def test_a_game_under_way_is_continued_from_the_list(page, kept):
    page.goto("/")
    card = card_of(page, kept)
    for name in ("Drusilla", "Rufus", "Gaius"):
        expect(card.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    card.get_by_role("link", name="Continue").click()
    expect(page).to_have_url(f"/game/{kept}")
    expect(page.locator(".table")).to_be_visible()


def test_deleting_can_be_undone(page, server, kept):
    page.clock.install()
    page.goto("/")
    page.clock.pause_at(time.time() + 3600)  # so that the offer to undo does not pass on a busy machine
    card_of(page, kept).get_by_role("button", name="Delete the game").click()
    expect(card_of(page, kept)).to_have_count(0)
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(card_of(page, kept)).to_be_visible()
    page.reload()
    expect(card_of(page, kept)).to_be_visible()


def test_a_deleted_game_is_gone_when_the_page_is_left(page, server, kept):
    page.goto("/")
    card_of(page, kept).get_by_role("button", name="Delete the game").click()
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        page.get_by_role("link", name="Rulebook").first.click()
    assert server.ask("GET", f"/api/games/{kept}").status == 404


def test_every_question_leads_to_one_that_the_laboratory_knows(page, server):
    page.goto("/")
    section = page.get_by_role("region", name="What if …?")
    links = section.get_by_role("listitem").get_by_role("link")
    expect(links).to_have_count(4)
    asked = {link.get_attribute("href") for link in links.all()}
    known = {f"/lab?ask={question['id']}" for question in server.ask("GET", "/api/lab/questions").body}
    assert len(asked) == 4
    assert asked <= known
    section.get_by_role("link", name="To the laboratory").click()
    expect(page).to_have_url("/lab")


def test_the_designers_are_named(page):
    page.goto("/")
    for designer in ("Shawn Graham", "Tom Brughmans", "Iza Romanowska"):
        expect(page.get_by_role("contentinfo")).to_contain_text(designer)


def test_a_record_is_brought_and_replayed(page, tmp_path):
    page.goto("/")
    page.get_by_label("Choose a file").set_input_files(record_file(tmp_path))
    expect(page).to_have_title(f"Replay: {NAMES[0]}, {NAMES[1]} and {NAMES[2]} · FORVM")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("Arma virumque cano", "record"),
        (played().record().replace(" d", " d9", 1), "d9"),
        (played().record().replace("Three turns", 'Three "turns', 1), "line"),
    ],
)
def test_a_damaged_record_is_explained_with_its_line(page, content, complaint):
    page.goto("/")
    page.get_by_label("Choose a file").set_input_files(file_of("damaged.txt", content))
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text("In damaged.txt")
    expect(trouble).to_contain_text(complaint)
    expect(page).to_have_url("/")


def test_a_file_that_is_far_too_large_is_not_even_sent(page):
    page.goto("/")
    page.route("**/api/replays", lambda route: pytest.fail("the file was sent"))
    page.get_by_label("Choose a file").set_input_files(file_of("novel.txt", "x" * 1_000_001))
    expect(page.get_by_role("alert")).to_contain_text("larger than 1000 kB")
