"""What docs/odd.md and the pages of docs/studies name is there."""

import csv
import re
from pathlib import Path

import pytest

from forvm import text
from forvm._version import __version__
from forvm.lab.study import load

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGES = [DOCS / "odd.md", DOCS / "studies" / "README.md"]
STUDIES = sorted((DOCS / "studies").glob("*/study.toml"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name + "/" + page.name)
def test_links_lead_somewhere_and_clauses_exist(page: Path):
    written = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", written):
        assert (page.parent / target).exists(), target
    sections = {id.partition("-")[0] for id in text.clause_ids()}
    for clause in re.findall(rf"`((?:{'|'.join(sections)})-\d+)`", written):
        assert clause in text.clause_ids()


def test_the_model_is_cited_in_the_version_that_there_is():
    assert f"version {__version__}" in PAGES[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.parent.name)
def test_the_committed_tables_have_the_cells_of_the_committed_studies(file: Path):
    study = load(file)
    assert study.id == file.parent.name
    with (file.parent / "tables" / "cells.csv").open(encoding="utf-8", newline="") as table:
        assert len(list(csv.DictReader(table))) == len(study.cells)
    assert list((file.parent / "pictures").glob("*.svg"))
