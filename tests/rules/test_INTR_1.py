"""INTR-1: one intrigue a turn in the short edition, as many as one can in the others."""

import pytest

from tests.rules.table import many_intrigues, table


def schemer(edition, house=None):
    t = table(edition, house=house)
    for seat in range(4):
        t.children(seat, sons=2, daughters=2)
    t.money[0] = 1000
    t.agent(0, "Luna", "Narbo")
    t.ally(0, 3)
    t.prestige[0] = 4
    t.begin("intrigue")
    return t


def test_short_a_wedding_is_the_one_intrigue():
    t = schemer("short")
    t.play("wed", "son", "Luna")
    assert t.question == ("intrigue", 1)


def test_short_a_refused_proposal_is_used_up():
    t = schemer("short")
    t.play("propose", 1, "son", 0)
    t.play("refuse")
    assert t.question == ("intrigue", 1)


def test_short_an_accepted_proposal_is_the_one_intrigue():
    t = schemer("short")
    t.play("propose", 1, "son", 0)
    t.play("accept")
    assert t.question == ("intrigue", 1)


def test_short_a_divorce_is_the_one_intrigue():
    t = schemer("short")
    t.play("divorce", 3)
    assert t.question == ("intrigue", 1)


def test_short_everyone_has_one_each_turn():
    t = schemer("short")
    t.play("wed", "son", "Luna")
    t.end_phase()
    t.first = 0
    t.begin("intrigue")
    t.play("wed", "son", "Narbo")
    assert t.question == ("intrigue", 1)


@many_intrigues
def test_elsewhere_as_many_as_one_can(edition):
    t = schemer(edition)
    t.play("wed", "son", "Luna")
    t.play("propose", 1, "son", 100)
    t.play("refuse")
    t.play("propose", 2, "son", 100)
    t.play("accept")
    t.play("divorce", 3)
    t.play("wed", "daughter", "Narbo")
    assert t.question == ("intrigue", 0)
    t.end()
    assert t.question == ("intrigue", 1)


@pytest.mark.parametrize(("edition", "limit", "then"), [("short", 0, 0), ("forvm", 1, 1)])
def test_a_house_rule_may_change_the_limit(edition, limit, then):
    t = schemer(edition, {"intrigue.limit": limit})
    t.play("wed", "son", "Luna")
    assert t.question == ("intrigue", then)
