"""Revolt: agents on the two markets named are lost. Four cards."""

import pytest

from tests.rules.table import every_edition, table

REVOLTS = [
    ("revolt_rhodes_damascus", "Rhodes", "Damascus"),
    ("revolt_carthage_alexandria", "Carthage", "Alexandria"),
    ("revolt_hispalis_marseille", "Hispalis", "Marseille"),
    ("revolt_ephesus_lugdunum", "Ephesus", "Lugdunum"),
]


@every_edition
@pytest.mark.parametrize(("card", "one", "other"), REVOLTS)
def test_everyones_agents_there_are_lost_and_no_others(edition, card, one, other):
    t = table(edition)
    t.agent(0, one, other, "Luna")
    t.agent(1, one)
    t.agent(2, "Narbo")
    assert t.cards_left(card) == 1
    t.fate(card)
    assert t.agents(0) == ["Rome", "Luna"]
    assert t.agents(1) == ["Rome"]
    assert t.agents(2) == ["Rome", "Narbo"]
    assert t.holder(one) is None


@every_edition
@pytest.mark.parametrize(("card", "one", "other"), REVOLTS)
def test_horrea_and_marriages_stay(edition, card, one, other):
    t = table(edition)
    t.agent(0, one)
    t.horreum(0, one, other)
    t.marry_locally(0, one)
    t.prestige[0] = 3
    t.fate(card)
    assert sorted(t.horrea(0)) == sorted([one, other])
    assert t.married(one) == 0
    assert t.prestige[0] == 3


@every_edition
def test_they_go_to_the_supply(edition):
    t = table(edition)
    t.agent(1, "Carthage", "Luna", "Narbo")
    t.fate("revolt_carthage_alexandria")
    assert t.question == ("move", 1)
    assert t.why_not("enter") == "OK"
