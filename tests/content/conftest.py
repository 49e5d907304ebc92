from collections.abc import Callable
from pathlib import Path

import pytest

from forvm.content import Board, load

SMALL_BOARD = """\
format = 1
id = "small"
name = "A small board"
regions = [
    { id = "west", name = "West" },
    { id = "east", name = "East" },
]
markets = [
    { name = "Rome", latin = "Roma", kind = "rome", values = [300, 150, 100, 75], lon = 12.5, lat = 41.9 },
    { name = "Ostia", region = "west", kind = "small", values = [75, 25, 0, 0], lon = 12.3, lat = 41.8 },
    { name = "Athens", latin = "Athenae", region = "east", kind = "large", values = [9, 5, 2, 0], lon = 24, lat = 38 },
    { name = "Delos", region = "east", kind = "exotic", values = [175, 25, 0, -50], lon = 25.3, lat = 37.4 },
]
links = [
    ["Rome", "Ostia"],
    ["Rome", "Athens"],
    ["Athenae", "Delos"],
]
"""

SMALL_DECK = """\
format = 1
id = "small"
name = "A small deck"

[[cards]]
id = "storm"
copies = 2
effect = "shipwreck"
amount = 50
markets = ["Delos", "Athenae"]
name = "Storm off {Delos}"
text = "Each pays ${amount} for each horreum in {markets}. {Rome} is safe."

[[cards]]
id = "census"
copies = 1
effect = "census"
points = 1
"""

HOUSE_RULE = """\
format = 1
id = "mine"
name = "Mine"
edition = "forvm"
board = "board.toml"
deck = "deck.toml"
route.links = 2
"""

Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write a house rule with a board and a deck of its own beside it; returns the house rule's path."""

    def write(house_rule: str = HOUSE_RULE, *, board: str = SMALL_BOARD, deck: str = SMALL_DECK) -> Path:
        (tmp_path / "board.toml").write_text(board, encoding="utf-8")
        (tmp_path / "deck.toml").write_text(deck, encoding="utf-8")
        path = tmp_path / "mine.toml"
        path.write_text(house_rule, encoding="utf-8")
        return path

    return write


@pytest.fixture
def upon(written: Written) -> Callable[..., Path]:
    """Write a house rule upon an edition: just these lines, with the header that every one needs."""

    def write(lines: str, edition: str = "forvm") -> Path:
        return written(f'format = 1\nid = "mine"\nname = "Mine"\nedition = "{edition}"\n{lines}\n')

    return write


@pytest.fixture(scope="session")
def board() -> Board:
    return load("forvm").board


@pytest.fixture
def small_board() -> str:
    return SMALL_BOARD


@pytest.fixture
def small_deck() -> str:
    return SMALL_DECK


@pytest.fixture
def house_rule() -> str:
    return HOUSE_RULE
