"""Floods: the market that would pay each player most pays them nothing in the next trade."""

import pytest

from tests.rules.own import own_board, own_deck
from tests.rules.table import every_edition, table


def trader(edition, *horrea):
    t = table(edition)
    t.nobody_has_children()
    t.clear_agents()
    t.horreum(0, *horrea)
    return t


@every_edition
@pytest.mark.parametrize(
    ("horrea", "flooded"),
    [
        (["Luna", "Carthage", "Petra"], "Carthage"),
        (["Rome", "Carthage"], "Rome"),
        (["Puteoli", "Luna"], "Luna"),  # equal and equally near: board order
        (["Damascus", "Hispalis"], "Hispalis"),
        (["Petra"], "Petra"),
    ],
)
def test_the_best_market_is_flooded(edition, horrea, flooded):
    t = trader(edition, *horrea)
    t.fate("floods")
    assert t.flooded(0) == flooded
    assert t.flooded(1) is None


def test_of_equal_markets_the_nearer_one():
    # Informed, Narbo pays 50 + 50, as much as Hispalis at twice the distance.
    t = trader("short", "Hispalis", "Narbo")
    t.agent(0, "Rome", "Narbo")
    t.fate("floods")
    assert t.flooded(0) == "Narbo"


@every_edition
def test_nearness_comes_before_board_order(edition, tmp_path):
    # On this board the further market comes first in board order, and all small markets pay the same.
    board = own_board(tmp_path, "Far-Near", "Near-Rome", "Far-End", End="exotic")
    house = {"route.links": 3, "trade.distance_cost": [0, 0, 0, 0]}
    t = table(edition, board=board, deck=own_deck(tmp_path, "floods"), house=house)
    t.clear_agents()
    t.horreum(0, "Far", "Near")
    t.fate("floods")
    assert t.flooded(0) == "Near"


@pytest.mark.parametrize(("edition", "flooded"), [("short", "Luna"), ("horrea", "Luna"), ("forvm", "Luna")])
def test_boosts_are_included(edition, flooded):
    # Rome is shared by four (75, 60), Luna is informed (100, 120).
    t = trader(edition, "Rome", "Luna", "Puteoli")
    for seat in (1, 2, 3):
        t.horreum(seat, "Rome")
    t.agent(0, "Rome", "Luna")
    t.fate("floods")
    assert t.flooded(0) == flooded


@pytest.mark.parametrize("edition", ["short", "forvm"])
@pytest.mark.parametrize(("market", "owners"), [("Narbo", 2), ("Petra", 2), ("Luna", 4)])
def test_a_market_that_pays_nothing_or_costs_is_not_flooded(edition, market, owners):
    t = trader(edition, market)
    for seat in range(1, owners):
        t.horreum(seat, market)
    t.fate("floods")
    assert t.flooded(0) is None


@every_edition
def test_it_lasts_for_the_next_trade_only(edition):
    t = trader(edition, "Carthage")
    value = {"short": 175, "horrea": 130, "forvm": 175}[edition]
    t.fate("floods")
    assert t.trade()[0] == 0
    assert t.trade()[0] == value


@every_edition
def test_the_market_is_the_one_that_was_best_then(edition):
    t = trader(edition, "Luna")
    t.fate("floods")
    t.horreum(0, "Rome")
    assert t.trade()[0] == {"short": 300, "horrea": 240, "forvm": 300}[edition]


@every_edition
def test_without_horrea_nothing_happens(edition):
    t = trader(edition)
    t.fate("floods")
    assert t.flooded(0) is None
