"""Golden games come out as they were written down, and together they show everything that can happen."""

from __future__ import annotations

import difflib
import re

import pytest

from forvm import content
from forvm.engine.actions import KINDS
from tests.golden.games import FOLDER, GAMES, Golden

LINES = {golden.name: golden.file.read_text(encoding="utf-8").splitlines() for golden in GAMES}
TOKENS = [line.split(" ")[3] for lines in LINES.values() for line in lines[:-1]]


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_golden_game_comes_out_as_it_was_written_down(golden: Golden) -> None:
    difference = list(difflib.unified_diff(LINES[golden.name], golden.play(), "written", "played", lineterm="", n=2))
    assert not difference, "\n".join(difference[:20])


def test_every_golden_file_is_played() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(LINES)


def kind_of_token(token: str) -> str:
    """The kind of move that a token of the notation stands for, told by its first sign alone."""
    if ">" in token:
        return "move"
    if re.fullmatch(r"d[1-6]", token):
        return "die"
    return "child" if token in ("son", "daughter") else re.split(r"[:@]", token)[0]


def test_every_kind_of_move_occurs() -> None:
    assert {kind_of_token(token) for token in TOKENS} == {kind.name for kind in KINDS}


def test_every_fate_card_is_drawn() -> None:
    drawn = {token.removeprefix("card:") for token in TOKENS if token.startswith("card:")}
    assert drawn == {card.id for card in content.load("forvm").deck.cards}


@pytest.mark.parametrize("edition", content.names())
@pytest.mark.parametrize("players", [3, 4])
def test_every_edition_is_played_by_three_and_by_four(edition: str, players: int) -> None:
    assert any(g.edition == edition and g.players == players and not g.overrides for g in GAMES)


def standing(name: str) -> tuple[str, dict[str, tuple[int, int]]]:
    """Winners, and everyone's prestige and money at the end."""
    winners = re.match(r"won by (\w+)", LINES[name][-1])
    assert winners
    found = re.findall(r"(\w) (\d+) prestige \$(\d+)", LINES[name][-1])
    return winners[1], {letter: (int(prestige), int(money)) for letter, prestige, money in found}


def test_one_is_won_by_prestige_alone() -> None:
    winners, everyone = standing("forvm-4")
    assert [letter for letter, (prestige, _) in everyone.items() if prestige >= 15] == [winners]


def test_one_is_won_by_money_among_equals() -> None:
    winners, everyone = standing("won-by-money")
    equals = {letter: money for letter, (prestige, money) in everyone.items() if prestige >= 4}
    assert len(equals) > 1
    assert winners == max(equals, key=lambda letter: equals[letter])


def test_one_is_won_by_benefactions_among_equals() -> None:
    winners, everyone = standing("won-by-benefactions")
    assert len(set(everyone.values())) == 1
    givers = {line.split(" ")[2] for line in LINES["won-by-benefactions"][:-1] if " give:" in line}
    assert set(winners) == givers != set(everyone)


def test_one_is_shared() -> None:
    winners, everyone = standing("shared")
    assert len(winners) > 1
    assert len({everyone[letter] for letter in winners}) == 1


def test_one_ends_at_the_turn_limit() -> None:
    assert "RECKON-3" in LINES["turn-limit"][-1]
