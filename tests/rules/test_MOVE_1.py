"""MOVE-1: with an agent off the board a player may roll once, before any agent moves; 4 or more puts one on Rome."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
@pytest.mark.parametrize("pips", [1, 2, 3])
def test_3_or_less_brings_nobody(edition, pips):
    t = table(edition)
    t.remove_agent(0, "Rome")
    t.agent(0, "Luna")
    t.play("enter")
    assert t.question == ("the die of a new agent", 0)
    t.roll(pips)
    assert t.agents(0) == ["Luna"]


@every_edition
@pytest.mark.parametrize("pips", [4, 5, 6])
def test_4_or_more_puts_one_on_rome(edition, pips):
    t = table(edition)
    t.remove_agent(0, "Rome")
    t.agent(0, "Luna")
    t.play("enter")
    t.roll(pips)
    assert t.agents(0) == ["Rome", "Luna"]


@every_edition
@pytest.mark.parametrize("pips", [2, 5])
def test_only_one_roll_a_turn(edition, pips):
    t = table(edition)
    t.play("enter")
    t.roll(pips)
    assert t.question == ("move", 0)
    assert t.why_not("enter") == "MOVE-1"


@every_edition
def test_not_after_an_agent_has_moved(edition):
    t = table(edition)
    t.agent(0, "Narbo")
    t.play("move", "Narbo", "Caralis")
    assert t.why_not("enter") == "MOVE-1"


@every_edition
def test_not_with_all_agents_on_the_board(edition):
    t = table(edition)
    t.agent(0, "Luna", "Narbo", "Petra")
    t.begin("move")
    assert t.why_not("enter") == "MOVE-1"


@every_edition
def test_it_costs_nothing_and_may_be_left(edition):
    t = table(edition)
    t.money[0] = 0
    t.play("enter")
    t.roll(6)
    t.play("move", "Rome", "Luna")
    t.end()
    assert t.money[0] == 0
    assert t.question == ("move", 1)
    t.end()
    assert t.question == ("move", 2)
    assert t.agents(1) == ["Rome"]


@every_edition
def test_everyone_may_roll_again_next_turn(edition):
    t = table(edition)
    t.play("enter")
    t.roll(1)
    t.fate("census")
    t.fate("census")
    assert t.why_not("enter") == "OK"


@pytest.mark.parametrize(("needed", "pips", "enters"), [(1, 1, True), (6, 5, False), (6, 6, True)])
def test_a_house_rule_may_change_the_roll(needed, pips, enters):
    t = table("forvm", house={"enter.roll": needed})
    t.remove_agent(0, "Rome")
    t.agent(0, "Luna")
    t.play("enter")
    t.roll(pips)
    assert ("Rome" in t.agents(0)) == enters


@pytest.mark.parametrize("supply", [1, 2, 3, 5, 6])
def test_a_house_rule_may_change_the_number_of_agents(supply):
    t = table("forvm", house={"supply.agents": supply})
    markets = ["Luna", "Narbo", "Petra", "Athens", "Delos"][: supply - 1]
    t.agent(0, *markets[:-1])
    t.begin("move")
    assert t.why_not("enter") == ("MOVE-1" if supply == 1 else "OK")
    t.agent(0, *markets[-1:])
    t.begin("move")
    assert t.why_not("enter") == "MOVE-1"
