"""The board as tables and as a map."""

import re

import pytest

from forvm import Game
from forvm.terminal import board_tables, character_map, piece_symbols
from tests.terminal.screens import advanced, rendered


@pytest.mark.parametrize("edition", ["forvm", "horrea"])
def test_the_table_has_every_market_with_its_values(edition: str):
    game = Game(edition, 4)
    shown = rendered(board_tables.all_markets(game.rules, game.view(None)))
    for market in game.rules.board.markets:
        values = [piece_symbols.worth(game.rules, market.index, owners) for owners in (1, 2, 3, 4)]
        pattern = r"\s+".join([re.escape(market.latin), *(str(value).replace("-", "−") for value in values)])
        assert re.search(rf"\b{market.distance} . {pattern}", shown), market.latin


@pytest.mark.parametrize("width", [150, 160, 200])
def test_the_map_shows_every_market_and_fits(width: int):
    game = advanced(Game("forvm", 4), lambda g: g.turn >= 14)
    shown = rendered(character_map.draw(game.rules, game.view(None), width), width)
    lines = shown.splitlines()
    assert max(map(len, lines)) <= width
    for market in game.rules.board.markets:
        assert market.latin in shown
    for row in game.view(None)["markets"]:
        if row["owners"]:
            owners = "".join(game.players[seat].letter for seat in row["owners"])
            assert re.search(rf"{row['name']}( −?\d+)? \[{owners}\]", shown)


def test_north_is_up_and_east_is_right():
    shown = rendered(character_map.draw(Game("forvm", 4).rules, Game("forvm", 4).view(None), 160), 160).splitlines()

    def place(name: str) -> tuple[int, int]:
        return next((line.index(name), row) for row, line in enumerate(shown) if name in line)

    assert place("Londinium")[1] < place("Roma")[1] < place("Alexandria")[1]
    assert place("Hispalis")[0] < place("Roma")[0] < place("Antiochia")[0]


def test_one_market_names_its_links_and_what_it_brings():
    game = advanced(Game("forvm", 4), lambda g: any(p.horrea for p in g.players))
    owner = next(player for player in game.players if player.horrea)
    market = game.rules.board.find(owner.horrea[0])
    assert market is not None
    shown = rendered(board_tables.one_market(game.rules, game.view(None), market))
    assert re.search(rf"{owner.name}'s horreum there would earn −?\$\d+ now\.  TRADE-1", shown)
    links = re.search("links to (.*)", shown)
    assert links is not None
    ends = {market.index}
    for a, b in game.rules.board.links:
        if market.index in (a, b):
            ends |= {a, b}
    assert {game.rules.board.markets[m].latin for m in ends - {market.index}} == set(links[1].split(", "))


def test_regions_with_the_same_initials_keep_their_names():
    rules = Game("forvm", 4).rules
    assert set(piece_symbols.region_marks(rules.board).values()) == {"NW", "SW", "NE", "SE"}
