"""SETUP-2: three hidden family cards each, or a son and a daughter for all to see."""

import pytest

from tests.rules.table import hidden_hands, new_table, table


@hidden_hands
@pytest.mark.parametrize("players", [3, 4])
def test_three_cards_each_dealt_seat_by_seat_before_the_rolls(edition, players):
    t = new_table(edition, players)
    seats = []
    while t.asks == "a family card":
        seats.append(t.to_act)
        t.deal("son" if len(seats) <= 4 else "daughter")
    assert seats == [seat for seat in range(players) for _ in range(3)]
    assert t.question == ("who begins", 0)
    assert (t.sons(0), t.daughters(0)) == (3, 0)
    assert (t.sons(1), t.daughters(1)) == (1, 2)
    assert (t.sons(2), t.daughters(2)) == (0, 3)


@hidden_hands
def test_the_deck_has_12_boys_and_12_girls(edition):
    t = new_table(edition)
    assert t.odds() == {"son": 12, "daughter": 12}
    t.deal("son", "son", "daughter")
    assert t.odds() == {"son": 10, "daughter": 11}
    t.deal(*["daughter"] * 9)
    assert t.family_cards_left() == (10, 2)


def test_a_deck_without_girls_left_deals_boys_and_chance_is_still_asked():
    t = new_table("short", house={"family.boys": 12, "family.girls": 1})
    t.deal("daughter")
    assert t.asks == "a family card"
    assert t.odds() == {"son": 12}
    assert t.why_not("child", "daughter") == "SETUP-2"
    t.deal(*["son"] * 11)
    assert t.asks == "who begins"


@pytest.mark.parametrize("players", [3, 4])
def test_forvm_everyone_has_a_son_and_a_daughter_and_nothing_is_dealt(players):
    t = new_table("forvm", players)
    assert t.asks == "who begins"
    assert [(t.sons(seat), t.daughters(seat)) for seat in range(players)] == [(1, 1)] * players


def test_house_rules_may_change_hands_and_families():
    t = new_table("horrea", house={"family.cards": 1})
    t.deal("son", "son", "son", "daughter")
    assert t.asks == "who begins"
    t = new_table("horrea", house={"family.cards": 0})
    assert t.asks == "who begins"
    t = new_table("forvm", house={"family.sons": 0, "family.daughters": 3})
    assert (t.sons(2), t.daughters(2)) == (0, 3)


@hidden_hands
def test_used_cards_leave_the_game(edition):
    t = table(edition)
    t.agent(0, "Luna")
    t.children(0, sons=1)
    before = t.family_cards_left()
    t.begin("intrigue")
    t.play("wed", "son", "Luna")
    assert t.sons(0) == 0
    assert t.family_cards_left() == before


@hidden_hands
def test_no_card_is_gained_from_an_empty_deck(edition):
    t = table(edition, house={"family.boys": 6, "family.girls": 6, "family.cards": 2})
    t.fate("joyful_news")
    for seat, sex in enumerate(["son", "daughter", "daughter", "son"]):
        assert t.question == ("a child's card", seat)
        t.deal(sex)
    assert t.family_cards_left() == (0, 0)
    t.leave_in_deck("joyful_news")
    t.fate("joyful_news")
    assert t.asks == "move"
    assert [t.sons(seat) + t.daughters(seat) for seat in range(4)] == [3] * 4
