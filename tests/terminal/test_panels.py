"""Header, players and ladders."""

import re

import pytest

from forvm import Game, content
from forvm.terminal import panels
from tests.terminal.screens import advanced, finished, rendered


@pytest.mark.parametrize("edition", content.names())
@pytest.mark.parametrize("width", [100, 160])
def test_every_player_s_numbers_are_on_the_table_through_a_whole_game(edition: str, width: int):
    game = advanced(Game(edition, 4), lambda g: g.turn >= 12 and g.to_act == 0)
    view = game.view(0)
    shown = rendered(panels.players(game.rules, view), width)
    for player in game.players:
        row = next(line for line in shown.splitlines() if re.match(rf". {player.letter} {player.name}\b", line))
        assert f"${player.money}" in row
        assert re.search(rf"\b{player.prestige} (band|no band)", row)


def test_hands_of_others_are_only_counted():
    game = advanced(Game("short", 3, ["Ada", "Ben", "Cleo"]), lambda g: g.to_act == 0)
    shown = rendered(panels.players(game.rules, game.view(0)))
    assert len(re.findall("♂", shown)) == 1
    assert shown.count("3 cards") == 2
    assert rendered(panels.players(game.rules, game.view(None))).count("3 cards") == 3


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"give.bands": [1, 5, 9], "win.prestige": 12},
        {"give.bands": [0], "give.cost": [100], "win.prestige": 6},
        {"win.prestige": 200, "give.bands": [1, 60, 120]},
        {"loan.kind": "ladder", "loan.floor": 500},
    ],
)
def test_ladders_have_room_for_everyone_under_any_rules(changes: dict[str, object]):
    rules = content.from_overrides("forvm", {**changes, "win.turn_limit": 15})
    game = finished(Game(rules, 4))
    lines = rendered(panels.ladders(rules, game.view(None), 100), 120).splitlines()
    prestige = next(i for i, line in enumerate(lines) if line.startswith("Prestige"))
    money = next(i for i, line in enumerate(lines) if line.startswith("Money"))
    for below in (lines[prestige + 1], lines[money + 1]):
        assert sorted(re.findall("[A-D]", below)) == ["A", "B", "C", "D"]
    for gift, count in (("temple", 0), ("games", 0), ("food", 0)):
        count = sum(len(re.findall(rf"\b{gift}\b", line)) for line in lines)
        assert count == game.definition.bands
    for row in game.view(None)["benefactions"]:
        if row["given_by"] is not None:
            assert f"{row['gift']}·{game.players[row['given_by']].letter}" in "\n".join(lines)


def test_a_player_stands_under_their_number():
    game = advanced(Game("forvm", 3), lambda g: g.turn >= 10)
    scale, below = rendered(panels.ladders(game.rules, game.view(None), 100)).splitlines()[:2]
    for player in game.players:
        at = below.index(player.letter)
        number = re.search(rf"(?<!\d){player.prestige}(?!\d)", scale[panels.TITLE :])
        assert number is not None
        assert abs(number.start() + panels.TITLE - at) <= 3
