"""SETUP-3: the fate deck of 30 cards; when a card is due and none is left, all are shuffled again."""

from tests.rules.own import own_board, own_deck
from tests.rules.table import every_edition, table


@every_edition
def test_30_cards(edition):
    t = table(edition)
    t.begin("fate")
    odds = t.odds()
    assert sum(odds.values()) == 30
    assert len(odds) == 26
    several = {card: copies for card, copies in odds.items() if copies > 1}
    assert several == {"census": 3, "harvest_wine": 2, "plague": 2}


@every_edition
def test_a_card_drawn_is_out_until_the_deck_is_empty(edition):
    t = table(edition)
    t.fate("wrong_candidate")
    assert t.cards_left("wrong_candidate") == 0
    t.fate("census")
    assert t.cards_left("census") == 2
    t.begin("fate")
    assert t.why_not("card", "wrong_candidate") == "SETUP-3"
    assert sum(t.odds().values()) == 28


@every_edition
def test_all_30_are_shuffled_again_when_a_card_is_due_and_none_is_left(edition):
    t = table(edition)
    t.begin("fate")
    t.leave_in_deck("snub")
    assert t.odds() == {"snub": 1}
    assert t.asks == "a fate card"  # chance is asked even when one card is left
    t.draw("snub")
    assert sum(t.s.fate_left) == 0  # not before a card is due
    t.begin("fate")
    assert sum(t.odds().values()) == 30


def test_a_deck_of_ones_own(tmp_path):
    board = own_board(tmp_path, "Rome-A", "A-B", B="exotic")
    deck = own_deck(tmp_path, "candidate", "snub")
    t = table("forvm", board=board, deck=deck, house={"route.links": 2})
    t.prestige[:] = [5] * 4
    t.fate("candidate")
    t.begin("fate")
    assert t.odds() == {"snub": 1}
    t.draw("snub")
    t.begin("fate")
    assert t.odds() == {"candidate": 1, "snub": 1}
    assert t.prestige == [3] * 4  # all are equally rich
