"""TRADE-3: a complete route: own horrea on every market of a way from Rome to an exotic market."""

import pytest

from tests.rules.own import own_board, own_deck
from tests.rules.table import EDITIONS, every_edition, table

FIVE_LINKS = ("Luna", "Marseille", "Lugdunum", "Londinium", "Eburacum")
SIX_LINKS = ("Caralis", "Narbo", "Marseille", "Lugdunum", "Londinium", "Eburacum")
ROME = {"short": 300, "horrea": 240, "forvm": 300}
# The exotic market alone: by the table, and at the end of a complete route.
TABLE = {"short": 175, "horrea": 140, "forvm": 175}
ROUTE = {"short": 300, "horrea": 240, "forvm": 300}
# The markets on the way, all at their table values.
ON_FIVE = {"short": 75 + 150 + 125 + 25, "horrea": 70 + 120 + 110 + 40, "forvm": 75 + 150 + 125 + 25}
ON_SIX = {"short": 75 + 50 + 150 + 125 + 25, "horrea": 70 + 60 + 120 + 110 + 40, "forvm": 75 + 50 + 150 + 125 + 25}


def trader(edition, *horrea, house=None):
    """Seat 0 with these horrea; nobody has an agent on the board."""
    t = table(edition, house=house)
    t.nobody_has_children()
    t.clear_agents()
    t.horreum(0, *horrea)
    return t


@every_edition
def test_five_links_and_rome_with_no_agent_anywhere(edition):
    t = trader(edition, "Rome", *FIVE_LINKS)
    assert t.trade()[0] == ROME[edition] + ON_FIVE[edition] + ROUTE[edition]


def test_the_three_sums_by_hand():
    assert [trader(edition, "Rome", *FIVE_LINKS).trade()[0] for edition in EDITIONS] == [975, 820, 975]


@every_edition
def test_rome_itself_is_needed_except_in_short(edition):
    t = trader(edition, *FIVE_LINKS)
    exotic = ROUTE if edition == "short" else TABLE
    assert t.trade()[0] == ON_FIVE[edition] + exotic[edition]


@every_edition
@pytest.mark.parametrize("missing", FIVE_LINKS[:-1])
def test_every_market_on_the_way_is_needed(edition, missing):
    t = trader(edition, "Rome", *[market for market in FIVE_LINKS if market != missing])
    t.horreum(1, missing)  # somebody else's does not help
    values = {"Luna": (75, 70), "Marseille": (150, 120), "Lugdunum": (125, 110), "Londinium": (25, 40)}
    without = values[missing][edition == "horrea"]
    assert t.trade()[0] == ROME[edition] + ON_FIVE[edition] - without + TABLE[edition]


@every_edition
def test_the_exotic_market_itself_is_needed(edition):
    t = trader(edition, "Rome", *FIVE_LINKS[:-1])
    assert t.trade()[0] == ROME[edition] + ON_FIVE[edition]


@every_edition
def test_six_links_count_in_short_alone(edition):
    t = trader(edition, "Rome", *SIX_LINKS)
    exotic = ROUTE if edition == "short" else TABLE
    assert t.trade()[0] == ROME[edition] + ON_SIX[edition] + exotic[edition]


@every_edition
def test_horrea_that_are_not_linked_are_no_way(edition):
    # Puteoli is not linked to Marseille.
    t = trader(edition, "Rome", "Puteoli", *FIVE_LINKS[1:])
    assert t.trade()[0] == ROME[edition] + ON_FIVE[edition] + TABLE[edition]


@every_edition
def test_markets_on_the_way_are_not_boosted(edition):
    t = trader(edition, "Rome", *FIVE_LINKS)
    t.forget()
    t.trade()
    assert sorted(amount for _, _, amount in t.story("trade_value"))[-2:] == sorted([ROME[edition], ROUTE[edition]])


@every_edition
def test_two_routes_may_share_their_beginning(edition):
    t = trader(edition, "Rome", *FIVE_LINKS, "Lugdunum Cananefatium", "Germany")
    small = {"short": 25, "horrea": 40, "forvm": 25}[edition]
    assert t.trade()[0] == ROME[edition] + ON_FIVE[edition] + small + 2 * ROUTE[edition]


@every_edition
def test_the_exotic_market_may_be_shared(edition):
    t = trader(edition, "Rome", *FIVE_LINKS)
    t.horreum(1, "Eburacum")
    # 25 + 125 where the boost is added, the full 240 where it is not divided; the other has no route.
    exotic = {"short": 150, "horrea": 240, "forvm": 150}[edition]
    assert t.trade()[:2] == [ROME[edition] + ON_FIVE[edition] + exotic, {"horrea": 20}.get(edition, 25)]


@pytest.mark.parametrize(("links", "complete"), [(5, False), (6, True), (7, False), (0, True)])
def test_a_house_rule_may_change_the_number_of_links(links, complete):
    t = trader("forvm", "Rome", *SIX_LINKS, house={"route.links": links})
    assert t.trade()[0] == 300 + ON_SIX["forvm"] + (300 if complete else 175)


def test_a_longer_way_counts_even_if_a_shorter_one_exists(tmp_path):
    # Two ways to the exotic market: A-X of two links, and B-C-X of three.
    board = own_board(tmp_path, "Rome-A", "A-X", "Rome-B", "B-C", "C-X", X="exotic")
    deck = own_deck(tmp_path, "candidate")
    t = table("forvm", board=board, deck=deck, house={"route.links": 3})
    t.clear_agents()
    t.horreum(0, "Rome", "A", "X")
    assert t.trade()[0] == 3 * 40
    t.horreum(0, "B", "C")
    assert t.trade()[0] == 5 * 40 + 50


def test_no_way_passes_through_a_market_twice(tmp_path):
    board = own_board(tmp_path, "Rome-A", "A-X", "A-B", X="exotic")
    t = table("forvm", board=board, deck=own_deck(tmp_path, "candidate"), house={"route.links": 4})
    t.clear_agents()
    t.horreum(0, "Rome", "A", "B", "X")
    assert t.trade()[0] == 4 * 40
