"""MOVE-2: then each of the player's agents, the new one too, may move one link, in any order, or stay."""

import pytest

from tests.rules.table import every_edition, table


@every_edition
def test_each_agent_may_move_once_in_any_order(edition):
    t = table(edition)
    t.agent(0, "Narbo", "Ephesus", "Parthia")
    t.begin("move")
    t.play("move", "Parthia", "Palmyra")
    t.play("move", "Rome", "Luna")
    t.play("move", "Ephesus", "Rhodes")
    assert t.question == ("move", 0)
    t.play("move", "Narbo", "Tarraco")
    assert t.agents(0) == ["Luna", "Tarraco", "Rhodes", "Palmyra"]
    assert t.question == ("move", 1)


@every_edition
def test_an_agent_moves_one_link_and_not_twice(edition):
    t = table(edition)
    t.agent(0, "Narbo")
    assert t.why_not("move", "Luna", "Marseille") == "MOVE-2"  # nobody there
    t.play("move", "Rome", "Luna")
    assert t.why_not("move", "Luna", "Marseille") == "MOVE-2"  # has moved already
    assert t.why_not("move", "Luna", "Rome") == "MOVE-2"
    assert t.why_not("move", "Narbo", "Marseille") == "OK"


@every_edition
def test_others_agents_are_not_ones_own_to_move(edition):
    t = table(edition)
    t.agent(1, "Narbo")
    assert t.why_not("move", "Narbo", "Marseille") == "MOVE-2"


@every_edition
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_any_player_and_any_agent(edition, seat):
    t = table(edition, first=seat)
    t.clear_agents()
    t.agent(seat, "Parthia", "Eburacum", "Rome")
    t.begin("move")
    assert t.to_act == seat
    assert sorted(t.options("move"))[:2] == [("Eburacum", "Londinium"), ("Parthia", "Palmyra")]
    t.play("move", "Parthia", "Palmyra")
    t.play("move", "Eburacum", "Londinium")
    assert t.agents(seat) == ["Rome", "Londinium", "Palmyra"]


@every_edition
def test_agents_may_stay(edition):
    t = table(edition)
    t.agent(0, "Narbo")
    t.end()
    assert t.agents(0) == ["Rome", "Narbo"]
    assert t.question == ("move", 1)


@every_edition
def test_the_new_agent_may_move_too(edition):
    t = table(edition)
    t.remove_agent(0, "Rome")
    t.agent(0, "Narbo")
    t.begin("move")
    t.play("enter")
    t.roll(4)
    t.play("move", "Rome", "Caralis")
    t.play("move", "Narbo", "Tarraco")
    assert t.agents(0) == ["Caralis", "Tarraco"]


@every_edition
def test_with_two_on_rome_both_may_leave(edition):
    t = table(edition)
    t.play("enter")
    t.roll(4)
    t.play("move", "Rome", "Luna")
    t.play("move", "Rome", "Carthage")
    assert t.agents(0) == ["Luna", "Carthage"]
    assert t.question == ("move", 1)


@every_edition
def test_all_may_move_again_next_turn(edition):
    t = table(edition)
    t.play("move", "Rome", "Luna")
    t.begin("move")
    t.play("move", "Luna", "Marseille")
    assert t.agents(0) == ["Marseille"]
