"""Small studies and their games, played once for all tests."""

from collections.abc import Mapping
from functools import cache
from html.parser import HTMLParser
from typing import Any

import polars as pl

from forvm.lab.games import play
from forvm.lab.report import Report, report_of
from forvm.lab.report.material import Material, read
from forvm.lab.study import Study, load

BASE = {"edition": "forvm", "players": 3, "bots": ["greedy"]}
STUDIES: dict[str, dict[str, Any]] = {
    "variants": {
        "title": "Fortunes <script>alert(1)</script> & games",
        "question": "Does more money to start <i>shorten</i> games?",
        "metrics": ["turns", "starter_wins", "money"],
        "variants": [
            {"name": "Rich", "start.money": 800},
            {"name": "A random player", "bots": ["random", "greedy"]},
            {"name": "No fire", "cards.great_fire": 0},
        ],
    },
    "grid": {
        "title": "Two factors",
        "metrics": ["turns", "close"],
        "factors": {"start.money": [200, 800, 1600], "edition": ["forvm", "short"]},
        "design": {"kind": "all"},
    },
    "lineups": {
        "title": "Who plays",
        "metrics": ["turns"],
        "baseline": {"edition": "forvm", "players": 4, "bots": ["random"]},
        "factors": {"players": [4, 3], "bots": [["random"], ["random", "greedy"]]},
        "design": {"kind": "all"},
    },
    "sobol": {
        "title": "Many points",
        "metrics": ["turns", "money"],
        "factors": {"start.money": [0, 500, 1000, 1500], "oust.cost": [100, 200, 300]},
        "design": {"kind": "sobol", "points": 256},
    },
    "morris": {
        "title": "Trajectories",
        "metrics": ["turns", "close"],
        "factors": {"start.money": [0, 500, 1000, 1500], "oust.cost": [100, 200, 300]},
        "design": {"kind": "morris", "points": 24},
    },
    "baseline": {"title": "Nothing changed", "metrics": ["turns"]},
    "tables": {
        "title": "Three and four",
        "metrics": ["turns", "starter_wins"],
        "factors": {"players": [3, 4]},
        "design": {"kind": "one_at_a_time"},
    },
}
GAMES = {"variants": 240, "sobol": 60, "morris": 60}


@cache
def study(name: str) -> Study:
    games = GAMES.get(name, 60)
    return load({"format": 1, "id": name, "seed": 5, "baseline": BASE, "games": {"each": games}, **STUDIES[name]})


@cache
def games(name: str) -> Mapping[int, pl.DataFrame]:
    made = study(name)
    return {cell.number: play(cell.setting(made.seed), 0, made.amount.most) for cell in made.cells}


def material(name: str) -> Material:
    return read(study(name), lambda cell: games(name)[cell].lazy())


@cache
def report(name: str) -> Report:
    return report_of(study(name), lambda cell: games(name)[cell].lazy())


class Outline(HTMLParser):
    """The tags of a page, what they say, and whether every tag that opens also closes."""

    VOID = ("meta", "br", "link", "img")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._open and self._open[-1] in ("h1", "h2"):
            self.headings.append(data)
