"""BUILD-2: prestige for the first horreum in a region, for every five, and for all of them; each once."""

import pytest

from tests.rules.own import own_board, own_deck
from tests.rules.table import every_edition, table

NORTH_WEST = [
    *("Luna", "Puteoli", "Rimini", "Syracuse", "Marseille", "Mediolano", "Narbo", "Taranto", "Lugdunum", "Tridentum"),
    *("Londinium", "Lugdunum Cananefatium", "Eburacum", "Germany"),
]
kept_milestones = pytest.mark.parametrize("edition", ["short", "horrea"])


def build(t, market):
    """Seat 0 builds there; returns the prestige it brings."""
    t.clear_agents()
    t.agent(0, market)
    t.money[0] = 100
    before = t.prestige[0]
    t.first = 0
    t.begin("build")
    t.play("build", market)
    return t.prestige[0] - before


def destroy(t, market):
    """Seat 1 destroys seat 0's horreum there; returns what that does to seat 0's prestige."""
    t.clear_agents()
    t.agent(1, market)
    t.money[1] = 200
    before = t.prestige[0]
    t.first = 1
    t.begin("build")
    t.play("destroy", 0, market)
    t.roll(6)
    assert market not in t.horrea(0)
    return t.prestige[0] - before


@every_edition
def test_a_whole_region_built_one_by_one(edition):
    t = table(edition)
    gains = [build(t, market) for market in NORTH_WEST]
    assert gains == [1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 2]


@every_edition
def test_every_region_counts_for_itself(edition):
    t = table(edition)
    assert [build(t, market) for market in ("Luna", "Carthage", "Athens", "Petra")] == [1, 1, 1, 1]
    assert [build(t, market) for market in ("Narbo", "Caralis", "Delos", "Memphis")] == [0, 0, 0, 0]


@every_edition
def test_every_player_counts_for_themselves(edition):
    t = table(edition)
    t.horreum(1, *NORTH_WEST)
    assert build(t, "Luna") == 1


@every_edition
def test_rome_counts_for_no_region(edition):
    t = table(edition)
    t.horreum(0, *NORTH_WEST[:4])
    assert build(t, "Rome") == 0
    assert build(t, NORTH_WEST[4]) == 1


@kept_milestones
def test_losing_the_last_costs_nothing_and_the_first_is_earned_once(edition):
    t = table(edition)
    t.prestige[0] = 5
    assert build(t, "Luna") == 1
    assert destroy(t, "Luna") == 0
    assert build(t, "Luna") == 0
    assert build(t, "Narbo") == 0


def test_forvm_losing_the_last_costs_1_and_the_first_can_be_earned_again():
    t = table("forvm")
    t.prestige[0] = 5
    assert build(t, "Luna") == 1
    assert build(t, "Narbo") == 0
    assert destroy(t, "Luna") == 0  # one is left
    assert destroy(t, "Narbo") == -1
    assert build(t, "Puteoli") == 1


@pytest.mark.parametrize(("edition", "lost"), [("short", 0), ("horrea", 0), ("forvm", 1)])
def test_it_does_not_matter_how_the_last_one_is_lost(edition, lost, tmp_path):
    board = own_board(tmp_path, "Rome-A", "A-B", "B-C", "C-D", "D-E", E="exotic")
    t = table(edition, board=board, deck=own_deck(tmp_path, fire="A"))
    t.prestige[0] = 5
    t.horreum(0, "A", "B")
    t.fate("fire")
    assert t.prestige[0] == 5
    t.clear_horrea()
    t.horreum(0, "A")
    t.fate("fire")
    assert t.prestige[0] == 5 - lost


def test_forvm_the_loss_is_cut_at_0():
    t = table("forvm")
    t.horreum(0, "Luna")
    assert destroy(t, "Luna") == 0
    assert t.prestige[0] == 0
    assert build(t, "Luna") == 1


@every_edition
def test_the_fifth_is_earned_once(edition):
    t = table(edition)
    t.prestige[0] = 5
    t.horreum(0, *NORTH_WEST[:4])
    assert build(t, NORTH_WEST[4]) == 1
    assert destroy(t, NORTH_WEST[0]) == 0
    assert build(t, NORTH_WEST[0]) == 0
    assert [build(t, market) for market in NORTH_WEST[5:10]] == [0, 0, 0, 0, 1]


@every_edition
def test_all_of_them_is_earned_once(edition):
    t = table(edition)
    t.prestige[0] = 5
    t.horreum(0, *NORTH_WEST[:13])
    assert build(t, NORTH_WEST[13]) == 2
    assert destroy(t, NORTH_WEST[13]) == 0
    assert build(t, NORTH_WEST[13]) == 0


def test_forvm_the_fifth_is_not_earned_again_after_the_region_was_lost():
    t = table("forvm")
    t.prestige[0] = 9
    for market in NORTH_WEST[:5]:
        build(t, market)
    assert [destroy(t, market) for market in NORTH_WEST[:5]] == [0, 0, 0, 0, -1]
    assert [build(t, market) for market in NORTH_WEST[:5]] == [1, 0, 0, 0, 0]


@every_edition
def test_several_at_once_in_a_small_region(edition, tmp_path):
    board = own_board(tmp_path, "Rome-A", "A-B", "B-C", "C-D", "D-E", E="exotic")
    t = table(edition, board=board, deck=own_deck(tmp_path, "candidate"))
    assert [build(t, market) for market in "ABCDE"] == [1, 0, 0, 0, 1 + 2]


def test_a_house_rule_may_change_the_prestige():
    house = {"build.first": 3, "build.five": 2, "build.every": 7, "build.region_lost": 4}
    t = table("short", house=house)
    assert [build(t, market) for market in NORTH_WEST] == [3, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 7]
    assert build(t, "Athens") == 3
    t.prestige[0] = 9
    assert destroy(t, "Athens") == -4
    assert build(t, "Athens") == 3
