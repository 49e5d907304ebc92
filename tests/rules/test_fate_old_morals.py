"""Old morals: each with an unmarried child must marry one off now, or lose 1 prestige."""

import pytest

from tests.rules.table import every_edition, many_intrigues, table


def pious(edition, first=0):
    """Everyone has a son and a daughter, 5 prestige and $600; seat 0 has an agent on Luna."""
    t = table(edition, first=first)
    for seat in range(4):
        t.children(seat, sons=1, daughters=1)
        t.money[seat] = 600
        t.prestige[seat] = 5
    t.agent(0, "Luna")
    return t


def partners(t):
    return sorted({other for other, _, _ in t.options("propose")})


@every_edition
def test_giving_in_costs_1(edition):
    t = pious(edition, first=1)
    t.fate("old_morals")
    for seat in (1, 2, 3, 0):
        assert t.question == ("old morals", seat)
        t.end()
    assert t.prestige == [4] * 4
    assert t.asks == "move"


@every_edition
def test_who_has_no_child_is_passed_over(edition):
    t = pious(edition)
    t.children(0)
    t.children(2)
    t.fate("old_morals")
    assert t.question == ("old morals", 1)
    t.end()
    assert t.question == ("old morals", 3)
    t.end()
    assert t.prestige == [5, 4, 5, 4]


@every_edition
def test_a_local_marriage_will_do(edition):
    t = pious(edition)
    t.fate("old_morals")
    t.play("wed", "daughter", "Luna")
    assert (t.money[0], t.prestige[0]) == (400, 6)
    assert t.married("Luna") == 0
    assert t.question == ("old morals", 1)  # one is enough, though a son is left


@every_edition
def test_an_alliance_counts_for_both(edition):
    t = pious(edition)
    t.fate("old_morals")
    t.play("propose", 2, "son", 100)
    assert t.question == ("bargain", 2)
    t.play("counter", 200)
    t.play("accept")
    assert t.question == ("old morals", 1)
    t.end()
    assert t.question == ("old morals", 3)  # seat 2 is passed over, though a son is left
    t.end()
    assert t.prestige == [7, 4, 7, 4]
    assert t.money == [400, 600, 800, 600]


@every_edition
def test_who_gave_in_before_has_lost_the_point_all_the_same(edition):
    t = pious(edition)
    t.fate("old_morals")
    t.end()
    t.play("propose", 0, "son", 0)
    t.play("accept")
    assert t.prestige[:2] == [4 + 2, 5 + 2]


@every_edition
def test_trying_is_not_enough_but_one_may_go_on_trying(edition):
    t = pious(edition)
    t.fate("old_morals")
    for other in (1, 2, 3):
        assert partners(t) == list(range(other, 4))
        t.play("propose", other, "son", 0)
        t.play("refuse")
        assert t.question == ("old morals", 0)
        assert t.why_not("propose", other, "son", 0) == "ALLY-1"  # one to each
    assert t.kinds() == {"wed", "end"}
    t.end()
    assert t.prestige[0] == 4


@every_edition
def test_after_the_last_refusal_with_nothing_left_to_try_the_point_goes(edition):
    t = pious(edition)
    t.remove_agent(0, "Luna")
    t.children(2)
    t.children(3)
    t.fate("old_morals")
    t.play("propose", 1, "son", 0)
    t.play("refuse")
    assert t.question == ("old morals", 1)
    assert t.prestige[0] == 4


@every_edition
def test_having_no_way_to_marry_is_no_excuse(edition):
    t = pious(edition)
    t.nobody_has_children()
    t.children(2, sons=2)
    t.fate("old_morals")
    assert t.asks == "move"
    assert t.prestige == [5, 5, 4, 5]


@every_edition
def test_proposals_are_apart_from_the_turns_intrigues(edition):
    t = pious(edition)
    t.begin("intrigue")
    t.play("propose", 1, "son", 100)
    t.play("refuse")
    t.end_phase()
    t.begin("fate")
    t.draw("old_morals")
    assert partners(t) == [1, 2, 3]


@every_edition
def test_a_marriage_earlier_in_the_turn_does_not_count(edition):
    t = pious(edition)
    t.begin("intrigue")
    t.play("wed", "son", "Luna")
    t.begin("fate")
    t.draw("old_morals")
    assert t.question == ("old morals", 0)
    t.end()
    assert t.prestige[0] == 5 + 1 - 1


@every_edition
def test_each_has_proposals_of_their_own(edition):
    t = pious(edition)
    t.fate("old_morals")
    t.play("propose", 1, "son", 0)
    t.play("refuse")
    t.end()
    assert t.question == ("old morals", 1)
    assert partners(t) == [0, 2, 3]


@every_edition
def test_allies_cannot_marry_again_and_nothing_else_is_allowed(edition):
    t = pious(edition)
    t.ally(0, 1)
    t.agent(1, "Puteoli")
    t.agent(0, "Puteoli")
    t.fate("old_morals")
    assert partners(t) == [2, 3]
    assert t.why_not("propose", 1, "son", 0) == "ALLY-3"
    assert t.why_not("divorce", 1) == "FATE-1"
    assert t.why_not("oust", "Puteoli") == "FATE-1"
    assert t.why_not("pay") == "FATE-1"


@pytest.mark.parametrize("edition", ["short", "horrea"])
def test_hidden_hands_stay_hidden(edition):
    t = pious(edition)
    t.children(1, sons=2)
    t.fate("old_morals")
    assert partners(t) == [1, 2, 3]
    t.play("propose", 1, "son", 0)
    assert t.question == ("bargain", 1)
    assert t.kinds() == {"refuse"}


@every_edition
def test_the_loss_is_cut_at_0(edition):
    t = pious(edition)
    t.prestige[:] = [0] * 4
    t.fate("old_morals")
    t.end()
    assert t.prestige[0] == 0


@many_intrigues
def test_the_bride_price_of_such_an_alliance_is_repaid_like_any_other(edition):
    t = pious(edition)
    t.fate("old_morals")
    t.play("propose", 1, "son", 300)
    t.play("accept")
    t.first = 0
    t.begin("intrigue")
    t.play("divorce", 1)
    assert t.money[:2] == [600, 600]
