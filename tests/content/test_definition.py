"""From content to the record of integers that the engine plays by (BOARD-4, BOARD-5)."""

import pickle

import pytest

from forvm.content import Board, load
from forvm.engine import definition, effects
from forvm.engine.limits import CARD_MARKETS, PLAYERS
from forvm.errors import ContentError


def at(board: Board, name: str) -> int:
    market = board.find(name)
    assert market is not None
    return market.index


@pytest.mark.parametrize("edition", ["short", "horrea", "forvm"])
def test_board_tables(board: Board, edition: str) -> None:
    g = load(edition).definition(4)
    assert (g.players, g.markets, g.regions, g.rome) == (4, 57, 4, 0)
    assert g.region_size == [14, 14, 14, 14, 0, 0, 0, 0]
    carthage, parthia = at(board, "Carthage"), at(board, "Parthia")
    assert (g.kind[0], g.region[0], g.distance[0]) == (definition.ROME, definition.NO_REGION, 0)
    assert (g.kind[carthage], g.region[carthage], g.distance[carthage]) == (definition.LARGE, 1, 1)
    assert (g.kind[parthia], g.region[parthia], g.distance[parthia]) == (definition.EXOTIC, 3, 5)
    assert g.kind[at(board, "Luna")] == definition.SMALL


def test_board_4_printed_values_by_owners(board: Board) -> None:
    g = load("forvm").definition(3)
    hispalis = at(board, "Hispalis") * PLAYERS
    assert g.value[hispalis : hispalis + PLAYERS] == [100, 0, -25, -75]
    assert g.value[:PLAYERS] == [300, 150, 100, 75]


@pytest.mark.parametrize(
    ("market", "values"),
    [
        ("Rome", [240, 120, 80, 60]),
        ("Luna", [70, 10, -10, -20]),
        ("Carthage", [130, 40, 10, -5]),
        ("Marseille", [120, 30, 0, -15]),
        ("Hispalis", [100, 10, -20, -35]),
        ("Toletum", [40, -20, -40, -50]),
        ("Parthia", [140, 20, -20, -40]),
    ],
)
def test_board_5_values_by_formula(board: Board, market: str, values: list[int]) -> None:
    g = load("horrea").definition(4)
    start = at(board, market) * PLAYERS
    assert g.value[start : start + PLAYERS] == values


def test_board_5_the_formula_comes_out_whole_for_every_market(board: Board) -> None:
    demand = {"rome": 240, "exotic": 240, "large": 180, "small": 120}
    cost = [0, 50, 60, 70, 80, 100]
    g = load("horrea").definition(4)
    for market in board.markets:
        for owners in range(1, PLAYERS + 1):
            value = g.value[market.index * PLAYERS + owners - 1]
            assert (value + cost[market.distance]) * owners == demand[market.kind]


def test_boost_by_distance_and_full_value_by_kind(board: Board) -> None:
    g = load("forvm").definition(4)
    assert [g.boost[at(board, name)] for name in ("Rome", "Luna", "Rhodes", "Perge", "Petra", "Parthia")] == [
        0,
        25,
        50,
        75,
        100,
        125,
    ]
    g = load("horrea").definition(4)
    assert [g.full[at(board, name)] for name in ("Rome", "Luna", "Rhodes", "Parthia")] == [0, 120, 180, 240]


def test_links_go_both_ways_in_board_order(board: Board) -> None:
    g = load("forvm").definition(4)
    directed = list(zip(g.link_from[:150], g.link_to[:150], strict=True))
    assert directed == sorted(directed)
    assert set(directed) == {*board.links, *((b, a) for a, b in board.links)}
    for m in range(g.markets):
        assert {a for a, _ in directed[g.first_link[m] : g.first_link[m + 1]]} == {m}
    assert g.first_link[g.markets] == g.first_link[-1] == 150
    neighbours = [board.markets[b].name for b in g.link_to[: g.first_link[1]]]
    assert neighbours == ["Luna", "Puteoli", "Rimini", "Syracuse", "Caralis", "Carthage"]


def test_deck_tables(board: Board) -> None:
    g = load("forvm").definition(4)
    ids = [card.id for card in load("forvm").deck.cards]
    assert (g.cards, sum(g.card_copies)) == (26, 30)
    shipwreck, elections = ids.index("shipwreck"), ids.index("local_elections")
    assert g.card_effect[shipwreck] == effects.SHIPWRECK
    assert g.card_amount[shipwreck] == 200
    named = g.card_market[shipwreck * CARD_MARKETS : (shipwreck + 1) * CARD_MARKETS]
    assert named == [at(board, "Carthage"), at(board, "Alexandria"), at(board, "Rhodes"), -1, -1, -1, -1, -1]
    assert (g.card_points[elections], g.card_roll[elections]) == (1, 4)
    assert set(g.card_market[26 * CARD_MARKETS :]) == {-1}


def test_parameters_by_edition() -> None:
    short, horrea, forvm = (load(name).definition(4) for name in ("short", "horrea", "forvm"))
    assert (short.family_open, short.family_cards, short.family_deck, short.family_start) == (
        0,
        3,
        [12, 12],
        [0, 0],
    )
    assert (forvm.family_open, forvm.family_cards, forvm.family_deck, forvm.family_start) == (
        1,
        0,
        [0, 0],
        [1, 1],
    )
    assert [g.informed_pays for g in (short, horrea, forvm)] == [
        definition.PAYS_BOOST,
        definition.PAYS_FULL,
        definition.PAYS_BOOST,
    ]
    assert [g.alliance_repaid for g in (short, horrea, forvm)] == [0, 1, 1]
    assert [g.route_links for g in (short, horrea, forvm)] == [0, 5, 5]
    assert (forvm.bands, forvm.band_start, forvm.band_cost) == (3, [1, 6, 11, 0, 0], [200, 500, 1000, 0, 0])
    assert (forvm.loan, forvm.loan_rate, forvm.loan_floor) == (definition.LOAN_SOLD, 100, 500)
    assert load("forvm").definition(3).players == 3


def test_a_ladder_of_debt(upon) -> None:
    assert load(upon('loan.kind = "ladder"')).definition(4).loan == definition.LOAN_LADDER


@pytest.mark.parametrize("edition", ["short", "horrea", "forvm"])
def test_all_numbers_are_plain_integers(edition: str) -> None:
    for value in load(edition).definition(4).fields().values():
        assert {type(number) for number in (value if isinstance(value, tuple) else (value,))} == {int}


@pytest.mark.parametrize("players", [0, 1, 2, 5, -1])
def test_a_number_of_players_that_the_rules_do_not_allow(players: int) -> None:
    with pytest.raises(ContentError, match=f"is for 3 or 4 players, not {players}"):
        load("forvm").definition(players)


def test_a_definition_is_made_once() -> None:
    rules = load("forvm")
    assert rules.definition(4) is rules.definition(4)
    assert rules.definition(4) != rules.definition(3)


def test_the_digest_tells_rules_apart(written, small_board: str, small_deck: str, house_rule: str) -> None:
    own = load(written()).digest()
    names = ("short", "horrea", "forvm", "cheap_ousting", "twelve_points", "dearer_benefactions")
    digests = {own, *(load(name).digest() for name in names)}
    assert len(digests) == 7
    assert all(len(digest) == 12 and int(digest, 16) >= 0 for digest in digests)
    assert load(written(board=small_board.replace("300", "325"))).digest() != own
    assert load(written(board=small_board.replace("lat = 38", "lat = 39"))).digest() == own
    assert load(written(deck=small_deck.replace("copies = 2", "copies = 3"))).digest() != own
    assert load(written(deck=small_deck.replace("is safe", "laughs"))).digest() == own
    assert load(written(house_rule.replace('name = "Mine"', 'name = "Ours"'))).digest() == own


def test_rules_cross_from_one_process_to_another() -> None:
    rules = load("twelve_points")
    rules.definition(4)
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert again.definition(4) == rules.definition(4)
