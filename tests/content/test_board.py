"""The shipped board (BOARD-1, BOARD-2, BOARD-3, BOARD-4, BOARD-6), and boards of one's own."""

from collections import Counter

import pytest

from forvm.content import Board, load
from forvm.content.board import plain


def test_board_1_has_57_markets_and_75_links(board: Board) -> None:
    assert (len(board.markets), len(board.links)) == (57, 75)
    assert [market.index for market in board.markets] == list(range(57))


def test_board_1_distances_follow_from_the_links(board: Board) -> None:
    # Board order goes outward from Rome.
    expected = [0] * 1 + [1] * 6 + [2] * 13 + [3] * 14 + [4] * 15 + [5] * 8
    assert [market.distance for market in board.markets] == expected


def test_board_2_four_regions_of_14_markets_and_rome_in_none(board: Board) -> None:
    counts = Counter(market.region for market in board.markets)
    assert counts == {None: 1, "north_west": 14, "south_west": 14, "north_east": 14, "south_east": 14}
    assert [region.id for region in board.regions] == ["north_west", "south_west", "north_east", "south_east"]
    assert board.rome.region is None


def test_board_3_kinds_of_market(board: Board) -> None:
    counts = Counter(market.kind for market in board.markets)
    assert counts == {"rome": 1, "exotic": 8, "large": 9, "small": 39}
    assert all(market.distance == 5 for market in board.markets if market.kind == "exotic")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Rome", (300, 150, 100, 75)),
        ("Luna", (75, 25, 0, 0)),
        ("Carthage", (175, 75, 50, 25)),
        ("Rhodes", (150, 50, 25, 0)),
        ("Alexandria", (125, 25, 0, -25)),
        ("Hispalis", (100, 0, -25, -75)),
        ("Damascus", (100, 0, -25, -50)),
        ("Parthia", (175, 25, -25, -50)),
    ],
)
def test_board_4_printed_values(board: Board, name: str, values: tuple[int, ...]) -> None:
    market = board.find(name)
    assert market is not None
    assert market.values == values


def test_board_4_values_depend_on_kind_and_distance_but_for_hispalis(board: Board) -> None:
    by_place: dict[tuple[str, int], set[tuple[int, ...] | None]] = {}
    for market in board.markets:
        by_place.setdefault((market.kind, market.distance), set()).add(market.values)
    assert [place for place, values in by_place.items() if len(values) > 1] == [("large", 4)]


def test_board_6_positions_lie_on_the_board_and_the_earth(board: Board) -> None:
    assert (board.width, board.height) == (1684, 1191)
    for market in board.markets:
        assert 0 < market.x < board.width
        assert 0 < market.y < board.height
        assert -10 < market.lon < 50
        assert 20 < market.lat < 60
    assert len({(market.x, market.y) for market in board.markets}) == 57


@pytest.mark.parametrize("name", ["Constantinople", "Byzantium", "byzantium", "CONSTANTINOPLE ", "Byzántium"])
def test_board_1_a_market_is_found_by_either_name(board: Board, name: str) -> None:
    market = board.find(name)
    assert market is not None
    assert market.latin == "Byzantium"


@pytest.mark.parametrize("name", ["", "Atlantis", "-"])
def test_an_unknown_market_is_not_found(board: Board, name: str) -> None:
    assert board.find(name) is None


def test_names_of_markets_differ_even_without_spaces_and_case(board: Board) -> None:
    names = Counter(name for m in board.markets for name in {plain(m.name), plain(m.latin)})
    assert max(names.values()) == 1


def test_a_board_of_ones_own(written) -> None:
    own = load(written()).board
    assert [(m.name, m.latin, m.distance) for m in own.markets] == [
        ("Rome", "Roma", 0),
        ("Ostia", "Ostia", 1),
        ("Athens", "Athenae", 1),
        ("Delos", "Delos", 2),
    ]
    assert own.links == ((0, 1), (0, 2), (2, 3))
    # Without x and y, east is right and north is up.
    rome, _, _, delos = own.markets
    assert 0 < rome.x < delos.x < own.width
    assert 0 < rome.y < delos.y < own.height


def test_a_board_may_leave_values_to_the_formula(written, small_board: str, house_rule: str) -> None:
    no_values = small_board.replace("values = [75, 25, 0, 0], ", "")
    rules = load(written(house_rule + 'trade.values = "formula"\n', board=no_values))
    assert rules.definition(4).value[4:8] == [120 - 50, 60 - 50, 40 - 50, 30 - 50]
