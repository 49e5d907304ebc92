"""A study's folder says what everything in it is, is complete in itself, and plays again elsewhere."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from forvm.errors import ForvmError
from forvm.lab.study import sweep
from forvm.lab.study.citing import cite
from forvm.lab.study.environment import environment, packages

BOT = '''
import own_taste


class Wary:
    """Takes the first move of its taste."""

    def choose(self, game, seat):
        return own_taste.prefer(game.legal())
'''
TASTE = "def prefer(moves):\n    return moves[0]\n"
RULES = 'format = 1\nid = "near"\nname = "Near"\nedition = "forvm"\nboard = "near.toml"\n[win]\nturn_limit = 2\n'
STUDY = """format = 1
id = "moved"
title = "Moved & kept"
question = "Does it play elsewhere?"
seed = 4
[baseline]
edition = "near-rules.toml"
bots = ["own_bot:Wary", "random"]
[factors]
oust.cost = [100, 300]
[games]
each = 8
"""
ELSEWHERE = """
import sys
from pathlib import Path
from forvm.cli import run
here = Path(sys.argv[1])
shard = sorted((here / "games").glob("cell-00000*"))[0]
assert run(["replay", str(shard), "--game", "1", "--moves"]) == 0
shard.unlink()
assert run(["sweep", str(here / "study.toml"), "--out", str(here), "--resume", "--workers", "1"]) == 0
"""


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study's folder with house rules, board and bot of one's own; what they came from is gone."""
    home = tmp_path_factory.mktemp("origin")
    (home / "own_bot.py").write_text(BOT)
    (home / "own_taste.py").write_text(TASTE)
    board = Path(__file__).parents[3] / "src/forvm/content/data/boards/mediterranean.toml"
    (home / "near.toml").write_text(board.read_text(encoding="utf-8").replace("mediterranean", "near", 1))
    (home / "near-rules.toml").write_text(RULES)
    (home / "study.toml").write_text(STUDY)
    command = [sys.executable, "-m", "forvm", "sweep", "study.toml", "--out", "out", "--workers", "1"]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    moved = tmp_path_factory.mktemp("elsewhere") / "moved"
    shutil.move(home / "out", moved)
    shutil.rmtree(home)
    return moved


def graph(folder: Path) -> dict[str, dict[str, Any]]:
    crate = json.loads((folder / "ro-crate-metadata.json").read_text(encoding="utf-8"))
    return {one["@id"]: one for one in crate["@graph"]}


def test_the_crate_keeps_the_rules_of_ro_crate(origin: Path):
    crate = json.loads((origin / "ro-crate-metadata.json").read_text(encoding="utf-8"))
    assert crate["@context"][0] == "https://w3id.org/ro/crate/1.1/context"
    entities = graph(origin)
    assert len(entities) == len(crate["@graph"])  # flattened: every entity once
    descriptor = entities["ro-crate-metadata.json"]
    assert descriptor["@type"] == "CreativeWork"
    assert descriptor["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.1"}
    assert descriptor["about"] == {"@id": "./"}
    root = entities["./"]
    assert root["@type"] == "Dataset"
    assert {"name", "description", "datePublished", "license"} <= set(root)
    assert all("@type" in one for one in entities.values())
    for one in crate["@graph"]:
        for value in one.values():
            for link in value if isinstance(value, list) else [value]:
                if isinstance(link, dict):
                    assert set(link) == {"@id"}  # entities are linked, not nested
                    assert link["@id"] in entities or link["@id"].startswith("https://w3id.org/ro/crate/")


def test_every_file_is_described_with_its_digest(origin: Path):
    entities = graph(origin)
    listed = {part["@id"] for part in entities["./"]["hasPart"]}
    there = {file.relative_to(origin).as_posix() for file in origin.rglob("*") if file.is_file()}
    assert there - {"ro-crate-metadata.json"} == listed
    assert {"bots/own_bot.py", "bots/own_taste.py", "near-rules.toml", "near.toml", "environment.json"} <= listed
    for name in listed:
        content = (origin / name).read_bytes()
        assert entities[name]["@type"] == "File"
        assert entities[name]["sha256"] == hashlib.sha256(content).hexdigest()
        assert entities[name]["contentSize"] == str(len(content))


def test_the_designers_are_the_authors_of_the_game(origin: Path):
    entities = graph(origin)
    people = [entities[link["@id"]]["name"] for link in entities["#game"]["author"]]
    assert people == ["Shawn Graham", "Tom Brughmans", "Iza Romanowska"]
    assert entities[entities["#forvm"]["author"]["@id"]]["name"] == "The FORVM developers"


def test_a_moved_folder_plays_again_without_the_files_it_came_from(origin: Path, tmp_path: Path):
    moved = tmp_path / "again"
    shutil.copytree(origin, moved)
    before = {file.name: pl.read_parquet(file) for file in sorted((moved / "games").iterdir())}
    command = [sys.executable, "-c", ELSEWHERE, str(moved)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    after = {file.name: pl.read_parquet(file) for file in sorted((moved / "games").iterdir())}
    assert list(before) == list(after)
    assert all(after[name].equals(rows) for name, rows in before.items())


def test_the_environment_names_what_was_used():
    told = environment()
    assert told["python"] == ".".join(map(str, sys.version_info[:3]))
    assert len(told["source_sha256"]) == 64
    assert {"numpy", "numba", "polars", "scipy"} <= set(packages())
    assert packages()["polars"] == pl.__version__


def test_a_study_says_how_to_cite_it(origin: Path):
    yaml = pytest.importorskip("yaml")
    told = cite(origin)
    digest = json.loads((origin / "manifest.json").read_text())["digest"]
    assert "Graham, S., Brughmans, T. and Romanowska, I., FORVM: Trade Empires of Rome (board game)." in told.text()
    assert f"study “Moved & kept” (moved), seed 4, digest {digest}" in told.text()
    assert "title = {{Moved \\& kept}}" in told.bibtex()
    assert told.bibtex().count("{") - told.bibtex().count("\\{") == told.bibtex().count("}") - told.bibtex().count(
        "\\}"
    )
    written = yaml.safe_load(told.cff())
    assert (written["cff-version"], written["type"], written["title"]) == ("1.2.0", "dataset", "Moved & kept")
    assert {"message", "authors"} <= set(written)
    assert [one["family-names"] for one in written["references"][1]["authors"]] == ["Graham", "Brughmans", "Romanowska"]


def test_a_folder_without_a_study_cannot_be_cited(tmp_path: Path):
    with pytest.raises(ForvmError, match="There is no study"):
        cite(tmp_path)


def test_the_games_of_a_folder_are_one_tidy_table(tmp_path: Path):
    """As `arrow::open_dataset("out/games")` reads it in R: one schema, a row for each game, joined by cell."""
    study = {"format": 1, "id": "tidy", "title": "Tidy", "baseline": {"bots": ["random"], "win.turn_limit": 2}}
    sweep(study | {"factors": {"oust.cost": [100, 300]}, "games": {"each": 8}}, out=tmp_path / "out", workers=1)
    rows = pl.read_parquet(tmp_path / "out" / "games" / "*.parquet")
    cells = pl.read_csv(tmp_path / "out" / "cells.csv")
    joined = rows.join(cells.select("cell", "oust.cost").cast({"cell": pl.Int32}), on="cell")
    assert joined.group_by("oust.cost").len().sort("oust.cost").rows() == [(100, 8), (200, 8), (300, 8)]
    assert not [name for name, kind in rows.schema.items() if kind.is_nested()]
