"""FATE-1: the turn's first player draws; "each" is every player, clockwise from the drawer; the card is discarded."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_each_means_clockwise_from_the_drawer(edition, first):
    t = table(edition, first=first)
    for seat in range(4):
        t.marry_locally(seat, ["Luna", "Narbo", "Petra", "Athens"][seat])
    t.begin("fate")
    assert t.question == ("a fate card", first)
    t.draw("local_elections")
    seats = []
    while t.chance_due:
        seats.append(t.to_act)
        t.roll(1)
    assert seats == [(first + i) % 4 for i in range(4)]


@every_edition
@pytest.mark.parametrize("first", [0, 1])
def test_conditions_are_judged_when_the_players_turn_comes(edition, first):
    # Whoever comes first ends the one alliance; the other then has no marriage left, and a local one stays.
    t = table(edition, first=first)
    t.ally(0, 1)
    t.marry_locally(first, "Luna")
    t.fate("forced_divorce")
    assert t.question == ("forced divorce", first)
    t.play("divorce", 1 - first)
    assert t.asks == "move"
    assert t.married("Luna") == first


@every_edition
def test_the_card_is_discarded(edition):
    t = table(edition)
    t.fate("snub")
    assert t.cards_left("snub") == 0
    t.begin("fate")
    assert "snub" not in t.odds()


@every_edition
def test_one_card_a_turn(edition):
    t = table(edition)
    t.forget()
    t.fate("snub")
    assert len(t.story("card")) == 1
    assert t.question == ("move", 1)


@every_edition
def test_under_a_card_only_what_it_asks_for_is_allowed(edition):
    t = table(edition)
    t.money[0] = 900
    t.fate("patron")
    assert t.question == ("patron", 0)
    assert t.why_not("end") == "FATE-1"
    assert t.why_not("build", "Rome") == "FATE-1"
    assert t.why_not("move", "Rome", "Luna") == "FATE-1"
    assert t.why_not("give", 1, "temple") == "FATE-1"
    assert t.why_not("divorce", 1) == "FATE-1"
