"""The page as a whole: nothing from outside, nothing unescaped, everything labelled, the same each time."""

import re
from importlib import resources
from pathlib import Path

import pytest

from forvm import text
from forvm.lab.report import report_of
from tests.lab.report.making import STUDIES, Outline, games, report, study


@pytest.fixture(scope="module", params=list(STUDIES))
def page(request):
    return request.param, report(request.param).html, Outline(report(request.param).html)


def test_the_page_needs_nothing_but_itself(page):
    _, html, outline = page
    assert not [tag for tag, _ in outline.tags if tag in ("script", "link", "img", "iframe", "object")]
    for tag, attributes in outline.tags:
        for name, value in attributes.items():
            if name in ("src", "href", "xlink:href"):
                assert (value or "").startswith("#"), (tag, name, value)
    assert "@import" not in html
    assert not re.findall(r"url\((?!#)", html)


def test_every_id_is_there_once_and_every_link_leads_somewhere(page):
    _, _, outline = page
    ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in outline.tags:
        target = attributes.get("href") or attributes.get("xlink:href")
        if target:
            assert target[1:] in ids


def test_every_picture_has_a_title_and_a_description(page):
    _, html, outline = page
    figures = [attributes for tag, attributes in outline.tags if tag == "figure"]
    assert figures
    assert all(figure["aria-label"] for figure in figures)
    captions = re.findall(r'<figcaption class="unseen">(.*?)</figcaption>', html, re.S)
    assert len(captions) == len(figures)
    assert all(len(caption) > 20 for caption in captions)


def test_the_study_is_told_in_full(page):
    name, _, outline = page
    told = study(name)
    assert told.title in outline.headings
    assert told.text in outline.text
    assert told.digest() in outline.text
    assert f"{sum(frame.height for frame in games(name).values()):,} games" in outline.text


def test_no_placeholder_and_no_missing_number_is_left(page):
    _, _, outline = page
    assert not re.findall(r"\{[a-z_.:$|]+\}", outline.text)
    assert "nan" not in re.findall(r"\b\w+\b", outline.text)
    assert "None" not in outline.text


def test_what_a_study_says_is_escaped():
    html = report("variants").html
    assert "<script>" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "<i>shorten</i>" not in html


def test_the_same_games_give_the_same_page():
    again = report_of(study("tables"), lambda cell: games("tables")[cell].lazy())
    assert again.html == report("tables").html


def test_all_tables_are_filled():
    for name in STUDIES:
        for table, frame in report(name).tables.items():
            assert frame.height, (name, table)


def test_every_text_of_the_report_is_used():
    """A text that nothing says is a text that nobody mends."""
    folder = Path(str(resources.files("forvm.lab.report")))
    written = "\n".join(file.read_text(encoding="utf-8") for file in (*folder.rglob("*.py"), *folder.rglob("*.j2")))
    # The names of these are put together from the study's or the board's own words.
    composed = ("metrics", "source", "kinds", "designs", "factors", "cli", "network", "sensitivity")
    for section, entries in text.load("report").items():
        for key in entries if section not in composed else ():
            assert re.search(rf"[\"'](?:{section}\.)?{key}[\"']", written), f"{section}.{key}"
