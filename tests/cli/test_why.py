"""forvm why, on a folder that a sweep has written."""

from pathlib import Path

import pytest

from tests.cli.conftest import Call

pytest.importorskip("numba")
polars = pytest.importorskip("polars")

from forvm.game import Game  # noqa: E402
from forvm.lab.study.sweeping import sweep  # noqa: E402

STUDY = {
    "format": 1,
    "id": "money",
    "title": "Fortunes",
    "seed": 3,
    "baseline": {"edition": "forvm", "players": 3, "bots": ["random"], "win.turn_limit": 4},
    "variants": [{"name": "Rich", "start.money": 800}, {"players": 4}],
    "games": {"each": 60},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("why") / "study"
    sweep(STUDY, out=where, workers=1)
    return where


def test_a_change_is_told_with_its_parts_turns_and_first_difference(call: Call, folder: Path, tmp_path: Path):
    done = call("why", folder, "--games", 20, "--out", tmp_path / "why.csv", "--records", tmp_path / "games")
    assert done.code == 0, done.err
    told = " ".join(done.out.split())
    assert "Fortunes: Rich" in told
    assert "at the start $200 $800 +$600 +$600 to +$600" in told
    assert "20 of 20 pairs that were played again part" in told
    assert "This is what moved most. It is no proof of what caused it." in told
    table = polars.read_csv(tmp_path / "why.csv")
    assert table.filter(what="money", whose="everyone", part="start")["difference"].to_list() == [600]
    games = [Game.load(file) for file in sorted((tmp_path / "games").iterdir())]
    assert len(games) == 2
    parts = next(
        n for n, (one, other) in enumerate(zip(*(g.history for g in games), strict=False)) if one.id != other.id
    )
    for game in games:
        assert game.history[parts].sentence in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nowhere",), "There is no study in nowhere"),
        (
            ("FOLDER", "--variant", "Poor"),
            "There is no variant “Poor” in this study: say its number, from 1 to 2, or its name.",
        ),
        (("FOLDER", "--variant", "2"), "Games of 4 and of 3 players cannot be paired seat by seat"),
        (("FOLDER", "--game", "60"), "There is no pair of games 60: choose a number from 0 to 59."),
        (("FOLDER", "--games", "-1"), "0 or more, not -1"),
        (("FOLDER", "--out", "why.txt"), "name a .csv or a .parquet file"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_paragraph(call: Call, folder: Path, words: tuple[str, ...], told: str):
    done = call("why", *(word.replace("FOLDER", str(folder)) for word in words))
    assert done.code == 2
    assert told in " ".join(done.err.split())
