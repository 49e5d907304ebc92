"""forvm report, on a folder that a sweep has written."""

from pathlib import Path

import pytest

from tests.cli.conftest import Call

pytest.importorskip("numba")
polars = pytest.importorskip("polars")

from forvm.lab.study.sweeping import sweep  # noqa: E402

STUDY = {
    "format": 1,
    "id": "money",
    "title": "Fortunes",
    "seed": 3,
    "metrics": ["turns"],
    "baseline": {"edition": "forvm", "players": 3, "bots": ["random"]},
    "variants": [{"name": "Rich", "start.money": 800}],
    "games": {"each": 30},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("report") / "study"
    sweep(STUDY, out=where, workers=1)
    (where / "report.html").unlink(missing_ok=True)
    return where


def test_the_page_and_its_tables_lie_in_the_folder(call: Call, folder: Path):
    done = call("report", str(folder))
    assert done.code == 0
    assert "report.html" in done.out
    assert "Fortunes" in (folder / "report.html").read_text(encoding="utf-8")
    effects = polars.read_csv(folder / "tables" / "effects.csv")
    assert effects["variant"].to_list() == ["Rich"]


def test_the_page_goes_where_it_is_wanted(call: Call, folder: Path, tmp_path: Path):
    assert call("report", str(folder), "--out", str(tmp_path / "page.html")).code == 0
    assert (tmp_path / "page.html").is_file()
    assert (tmp_path / "tables" / "cells.csv").is_file()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nowhere",), "There is no study in nowhere"),
        (("FOLDER", "--out", "FOLDER"), "is a folder: name a file"),
        (("FOLDER", "--out", "FOLDER/study.toml/page.html"), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_paragraph(call: Call, folder: Path, words: tuple[str, ...], told: str):
    done = call("report", *(word.replace("FOLDER", str(folder)) for word in words))
    assert done.code == 2
    assert told in " ".join(done.err.split())
    assert "Traceback" not in done.err
