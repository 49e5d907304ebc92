"""BOARD-6: where a market really is, and where the printed board draws it."""

import pytest

from tests.rules.table import table


@pytest.mark.parametrize(
    ("market", "lon", "lat", "x", "y"),
    [
        ("Rome", 12.49, 41.89, 732, 536),
        ("Alexandria", 29.9, 31.2, 1201, 826),
        ("Eburacum", -1.08, 53.96, 430, 52),
        ("Parthia", 44.42, 33.09, 1641, 699),
    ],
)
def test_positions(market, lon, lat, x, y):
    found = table("forvm").rules.board.find(market)
    assert found is not None
    assert (found.lon, found.lat, found.x, found.y) == (lon, lat, x, y)


def test_every_market_is_drawn_on_the_board_and_nowhere_twice():
    board = table("forvm").rules.board
    assert (board.width, board.height) == (1684, 1191)
    assert all(0 < m.x < 1684 and 0 < m.y < 1191 for m in board.markets)
    assert len({(m.x, m.y) for m in board.markets}) == 57
