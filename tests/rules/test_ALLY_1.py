"""ALLY-1: a player may propose to each other player once in a turn: a child against the other's, and a price."""

from tests.rules.table import every_edition, hidden_hands, many_intrigues, table


def proposer(edition, players=4):
    """Seat 0, with a son and $200, is in their intrigue; the others have a son and a daughter each."""
    t = table(edition, players)
    t.children(0, sons=1)
    for seat in range(1, players):
        t.children(seat, sons=1, daughters=1)
    t.begin("intrigue")
    return t


def partners(t):
    return sorted({other for other, _, _ in t.options("propose")})


@every_edition
def test_to_any_other_player_but_not_to_oneself(edition):
    assert partners(proposer(edition)) == [1, 2, 3]
    assert partners(proposer(edition, players=3)) == [1, 2]
    t = proposer(edition, players=3)
    assert t.why_not("propose", 0, "son", 0) == "ALLY-1"
    assert t.why_not("propose", 3, "son", 0) == "ALLY-1"  # an empty seat


@every_edition
def test_prices_go_in_steps_of_25_from_0(edition):
    t = proposer(edition)
    assert [price for other, _, price in t.options("propose") if other == 1] == [0, 25, 50, 75, 100, 125, 150, 175, 200]


@every_edition
def test_no_price_above_1000(edition):
    t = proposer(edition)
    t.money[0] = 5000
    prices = [price for other, _, price in t.options("propose") if other == 1]
    assert (len(prices), max(prices)) == (41, 1000)
    assert t.why_not("propose", 1, "son", 1025) == "ALLY-2"


@every_edition
def test_only_with_a_child_to_give(edition):
    t = proposer(edition)
    assert t.why_not("propose", 1, "daughter", 0) == "ALLY-1"
    assert {sex for _, sex, _ in t.options("propose")} == {"son"}


@many_intrigues
def test_once_to_each_in_a_turn(edition):
    t = proposer(edition)
    t.play("propose", 1, "son", 100)
    t.play("refuse")
    assert t.question == ("intrigue", 0)
    assert partners(t) == [2, 3]
    assert t.why_not("propose", 1, "son", 200) == "ALLY-1"
    t.play("propose", 3, "son", 100)
    t.play("refuse")
    assert partners(t) == [2]


@many_intrigues
def test_the_limit_is_the_proposers_own(edition):
    t = proposer(edition)
    t.play("propose", 1, "son", 100)
    t.play("refuse")
    t.end()
    assert t.to_act == 1
    assert 0 in partners(t)


@many_intrigues
def test_a_divorce_allows_no_second_proposal(edition):
    t = proposer(edition)
    t.children(0, sons=2)
    t.play("propose", 1, "son", 0)
    t.play("accept")
    t.play("divorce", 1)
    assert partners(t) == [2, 3]
    assert t.why_not("propose", 1, "son", 0) == "ALLY-1"


@every_edition
def test_next_turn_one_may_propose_again(edition):
    t = proposer(edition)
    t.play("propose", 1, "son", 100)
    t.play("refuse")
    t.leave_in_deck("census")
    t.fate("census")
    t.first = 0
    t.begin("intrigue")
    assert partners(t) == [1, 2, 3]


@hidden_hands
def test_hidden_hands_anyone_who_holds_a_card_may_be_asked(edition):
    t = proposer(edition)
    t.children(1, sons=1)  # no daughter, but who knows?
    t.children(2)
    assert partners(t) == [1, 3]
    assert t.why_not("propose", 2, "son", 0) == "ALLY-1"


@hidden_hands
def test_hidden_hands_who_lacks_the_child_can_only_refuse(edition):
    t = proposer(edition)
    t.children(1, sons=3)
    t.play("propose", 1, "son", 50)
    assert t.question == ("bargain", 1)
    assert t.kinds() == {"refuse"}
    assert t.why_not("accept") == "ALLY-1"
    assert t.why_not("counter", 75) == "ALLY-1"
    t.play("refuse")
    assert not t.allied(0, 1)
    assert (t.sons(0), t.sons(1)) == (1, 3)


def test_open_families_only_whoever_has_the_matching_child_is_asked():
    t = proposer("forvm")
    t.children(1, sons=1)
    assert partners(t) == [2, 3]
    assert t.why_not("propose", 1, "son", 0) == "ALLY-1"


@every_edition
def test_either_side_may_give_the_son(edition):
    t = proposer(edition)
    t.children(0, daughters=1)
    t.play("propose", 1, "daughter", 0)
    t.play("accept")
    assert (t.sons(0), t.daughters(0)) == (0, 0)
    assert (t.sons(1), t.daughters(1)) == (0, 1)
