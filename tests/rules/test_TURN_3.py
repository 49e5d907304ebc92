"""TURN-3: nobody is asked where there is only one answer, except in bargaining; chance is always asked."""

from tests.rules.own import own_board, own_deck
from tests.rules.table import every_edition, hidden_hands, table


@every_edition
def test_a_player_who_could_only_end_a_phase_is_passed_over(edition):
    t = table(edition)
    t.nobody_has_children()
    t.children(2, sons=1)
    t.children(3, daughters=1)
    t.begin("intrigue")
    assert t.question == ("intrigue", 2)
    t.end()
    assert t.question == ("intrigue", 3)


@every_edition
def test_if_nobody_can_do_anything_the_whole_phase_passes(edition):
    t = table(edition)
    t.nobody_has_children()
    t.begin("intrigue")
    assert t.question == ("build", 0)
    for seat in range(4):
        t.money[seat] = 0
    t.begin("build")
    assert t.question == ("a fate card", 0)


@every_edition
def test_a_player_with_nothing_left_to_do_in_a_phase_is_not_asked_to_end_it(edition):
    t = table(edition)
    t.money[0] = 100
    t.begin("build")
    t.play("build", "Rome")  # now there is neither money nor prestige
    assert t.question == ("build", 1)


@every_edition
def test_without_agents_and_with_an_empty_purse_a_player_may_still_roll(edition):
    t = table(edition)
    t.clear_agents()
    t.begin("move")
    assert t.question == ("move", 0)
    assert t.kinds() == {"enter", "end"}
    t.play("enter")
    t.roll(3)
    assert t.question == ("move", 1)  # nothing is left to do


@every_edition
def test_a_cards_only_consequence_simply_happens(edition):
    t = table(edition)
    t.money[:] = [0] * 4
    t.fate("patron")
    assert [t.agents(seat) for seat in range(4)] == [[]] * 4
    assert t.asks == "move"


@every_edition
def test_the_only_marriage_ends_without_a_question(edition):
    t = table(edition)
    t.prestige[1] = 3
    t.marry_locally(1, "Luna")
    t.fate("forced_divorce")
    assert t.asks == "move"
    assert t.married("Luna") is None
    assert t.prestige[1] == 2


@hidden_hands
def test_who_lacks_the_matching_child_is_asked_all_the_same(edition):
    t = table(edition)
    t.children(0, sons=1)
    t.children(1, sons=2)
    t.begin("intrigue")
    t.play("propose", 1, "son", 100)
    assert t.question == ("bargain", 1)
    assert t.kinds() == {"refuse"}


def test_chance_is_asked_even_when_one_card_is_left(tmp_path):
    board = own_board(tmp_path, "Rome-A", "A-B", B="exotic")
    deck = own_deck(tmp_path, "candidate")
    t = table("forvm", board=board, deck=deck, house={"route.links": 2})
    t.begin("fate")
    assert t.asks == "a fate card"
    assert t.odds() == {"candidate": 1}


@hidden_hands
def test_chance_is_asked_even_when_one_kind_of_child_is_left(edition):
    t = table(edition, house={"family.boys": 20, "family.girls": 6})
    assert t.family_cards_left() == (14, 0)
    t.fate("joyful_news")
    assert t.question == ("a child's card", 0)
    assert t.odds() == {"son": 14}


@every_edition
def test_a_forced_step_off_rome_is_not_asked_for(edition, tmp_path):
    board = own_board(tmp_path, "Rome-A", "A-B", B="exotic")
    deck = own_deck(tmp_path, "candidate")
    t = table(edition, board=board, deck=deck, house={"route.links": 2})
    t.play("enter")
    t.roll(4)
    # One of the two on Rome must go to A, and then nobody else can move: the other is free to stay.
    assert t.agents(0) == ["Rome", "A"]
