"""Joyful news: each gains a child: a family card, or where families are open by a die, 1–3 a son, 4–6 a daughter."""

import pytest

from tests.rules.table import hidden_hands, table


@hidden_hands
def test_a_family_card_for_each(edition):
    t = table(edition, first=1)
    t.nobody_has_children()
    boys, girls = t.family_cards_left()
    t.fate("joyful_news")
    assert t.odds() == {"son": boys, "daughter": girls}
    for seat, sex in [(1, "son"), (2, "daughter"), (3, "daughter"), (0, "daughter")]:
        assert t.question == ("a child's card", seat)
        t.deal(sex)
    assert [(t.sons(seat), t.daughters(seat)) for seat in range(4)] == [(0, 1), (1, 0), (0, 1), (0, 1)]
    assert t.family_cards_left() == (boys - 1, girls - 3)


@hidden_hands
def test_when_the_deck_runs_out_the_rest_gain_nothing(edition):
    t = table(edition, house={"family.boys": 7, "family.girls": 7})
    assert t.family_cards_left() == (1, 1)
    t.nobody_has_children()
    t.fate("joyful_news")
    t.deal("daughter", "son")
    assert t.asks == "move"
    assert [t.sons(seat) + t.daughters(seat) for seat in range(4)] == [1, 1, 0, 0]


@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_forvm_a_die_for_each(pips):
    t = table("forvm")
    t.nobody_has_children()
    t.fate("joyful_news")
    for seat in range(4):
        assert t.question == ("a child's die", seat)
        t.roll(pips if seat == 1 else 1)
    assert (t.sons(1), t.daughters(1)) == ((1, 0) if pips <= 3 else (0, 1))
    assert (t.sons(0), t.daughters(0)) == (1, 0)


def test_forvm_it_is_added_to_the_family():
    t = table("forvm")
    t.fate("joyful_news")
    t.roll(3, 4, 6, 1)
    assert [(t.sons(seat), t.daughters(seat)) for seat in range(4)] == [(2, 1), (1, 2), (1, 2), (2, 1)]
