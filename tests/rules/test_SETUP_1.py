"""SETUP-1: each player starts with the money, prestige and agents of the table."""

import pytest

from forvm.errors import ContentError
from tests.rules.table import every_edition, table


@every_edition
@pytest.mark.parametrize("players", [3, 4])
def test_200_money_no_prestige_one_agent_on_rome(edition, players):
    t = table(edition, players)
    for seat in range(players):
        assert (t.money[seat], t.prestige[seat]) == (200, 0)
        assert t.agents(seat) == ["Rome"]
        assert t.horrea(seat) == []


@every_edition
def test_everyone_has_four_agents(edition):
    t = table(edition)
    t.agent(0, "Luna", "Puteoli", "Rimini")
    t.begin("move")
    assert t.why_not("enter") == "MOVE-1"  # the supply is empty


def test_a_house_rule_may_set_other_numbers():
    t = table("forvm", house={"start.money": 2500, "start.prestige": 7, "start.agents": 0, "supply.agents": 6})
    assert (t.money, t.prestige) == ([2500] * 4, [7] * 4)
    assert t.agents(0) == []
    t.agent(0, "Luna", "Puteoli", "Rimini", "Syracuse", "Caralis", "Carthage")
    t.begin("move")
    assert t.why_not("enter") == "MOVE-1"
    assert t.marks[0] == 2


def test_the_marks_begin_with_the_start_money():
    t = table("forvm", house={"start.money": 2500})
    t.reckon()
    assert t.prestige == [0] * 4


@every_edition
def test_two_may_play_by_a_house_rule_only(edition):
    with pytest.raises(ContentError, match="3 or 4"):
        table(edition, players=2)
    t = table(edition, players=2, house={"players.min": 2})
    assert t.question == ("move", 0)
    t.end()
    assert t.question == ("move", 1)
    t.end()
    assert t.question == ("intrigue", 0)
