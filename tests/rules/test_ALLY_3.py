"""ALLY-3: if they agree, the price is paid, both children are used up, +2 prestige each."""

import pytest

from tests.rules.table import every_edition, many_intrigues, table


def proposal(edition, price, money=200, prestige=0):
    t = table(edition)
    t.children(0, sons=1, daughters=1)
    t.children(1, sons=1, daughters=1)
    t.money[0] = money
    t.prestige[0] = prestige
    t.begin("intrigue")
    t.play("propose", 1, "son", price)
    return t


@every_edition
def test_price_children_prestige(edition):
    t = proposal(edition, 150)
    t.play("accept")
    assert t.allied(0, 1)
    assert t.money[:2] == [50, 350]
    assert t.prestige[:2] == [2, 2]
    assert (t.sons(0), t.daughters(0)) == (0, 1)
    assert (t.sons(1), t.daughters(1)) == (1, 0)


@every_edition
def test_the_price_may_be_borrowed_before_the_prestige_comes(edition):
    t = proposal(edition, 325, money=50, prestige=3)
    t.play("accept")
    assert (t.money[0], t.prestige[0]) == (25, 2)  # three points sold, two won
    assert t.money[1] == 525


@many_intrigues
def test_one_alliance_at_most_between_two_players(edition):
    t = proposal(edition, 0)
    t.play("accept")
    t.end()
    assert t.question == ("intrigue", 1)
    assert t.why_not("propose", 0, "son", 0) == "ALLY-3"
    assert t.why_not("propose", 2, "son", 0) == "OK"


@many_intrigues
def test_but_one_player_may_have_several_allies(edition):
    t = proposal(edition, 0)
    t.play("accept")
    t.play("propose", 2, "daughter", 0)
    t.play("accept")
    assert t.allied(0, 1)
    assert t.allied(0, 2)
    assert not t.allied(1, 2)
    assert t.prestige[:3] == [4, 2, 2]


def test_short_accepting_does_not_use_up_the_others_intrigue():
    t = proposal("short", 0)
    t.play("accept")
    assert t.question == ("intrigue", 1)
    t.play("propose", 2, "son", 0)
    t.play("accept")
    assert t.allied(1, 2)


@pytest.mark.parametrize("players", [3, 4])
def test_every_pair_may_ally(players):
    t = table("forvm", players)
    pairs = [(one, other) for one in range(players) for other in range(one)]
    for one, other in pairs:
        t.ally(one, other)
        assert [(a, b) for a, b in pairs if t.allied(a, b)] == pairs[: pairs.index((one, other)) + 1]


def test_a_house_rule_may_change_the_prestige():
    t = table("forvm", house={"alliance.prestige": 5})
    t.begin("intrigue")
    t.play("propose", 1, "son", 0)
    t.play("accept")
    assert t.prestige[:2] == [5, 5]
