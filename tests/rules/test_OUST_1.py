"""OUST-1: in their intrigue a player must challenge the holder of every market where they intrude."""

import pytest

from tests.rules.table import every_edition, many_intrigues, table


@every_edition
def test_the_intrigue_cannot_end_while_an_agent_intrudes(edition):
    t = table(edition)
    t.money[0] = 1000
    t.agent(1, "Luna", "Narbo")
    t.agent(0, "Luna", "Narbo")
    t.begin("intrigue")
    assert t.question == ("intrigue", 0)
    assert t.why_not("end") == "OUST-1"
    t.play("oust", "Narbo")
    t.roll(6)
    t.challenge("Luna")
    t.roll(1)
    assert t.agents(0) == ["Rome", "Narbo"]
    assert t.question == ("intrigue", 1 if edition == "short" else 0)
    assert t.why_not("end") == "OK"


@every_edition
def test_in_the_order_the_player_likes(edition):
    t = table(edition)
    t.agent(1, "Luna", "Narbo", "Petra")
    t.agent(0, "Luna", "Narbo", "Petra")
    t.begin("intrigue")
    assert sorted(t.options("oust")) == ["Luna", "Narbo", "Petra"]


@every_edition
def test_only_intruders_challenge(edition):
    t = table(edition)
    t.agent(0, "Luna", "Narbo")
    t.agent(1, "Luna")
    t.begin("intrigue")
    assert t.options("oust") == []
    assert t.why_not("oust", "Luna") == "OUST-1"  # its holder
    assert t.why_not("oust", "Narbo") == "OUST-1"  # alone there
    assert t.why_not("oust", "Petra") == "OUST-1"  # not there


@every_edition
@pytest.mark.parametrize("seat", [0, 1, 3])
@pytest.mark.parametrize("elsewhere", [(), ("Narbo",), ("Narbo", "Athens"), ("Narbo", "Athens", "Petra")])
def test_any_of_any_players_agents_may_be_the_intruder(edition, seat, elsewhere):
    t = table(edition, first=seat)
    t.clear_agents()
    t.ally(2, seat)  # so that a divorce is another choice where other intrigues may come first
    t.agent((seat + 1) % 4, "Luna")
    t.agent(seat, *elsewhere, "Luna")
    t.begin("intrigue")
    if edition != "short":
        assert t.options("oust") == ["Luna"]
    t.challenge("Luna")
    t.roll(6)
    assert t.holder("Luna") == seat
    assert t.agents(seat) == ["Luna", *elsewhere]


@every_edition
def test_allies_are_challenged_too(edition):
    t = table(edition)
    t.ally(0, 1)
    t.agent(1, "Luna")
    t.agent(0, "Luna")
    t.begin("intrigue")
    t.challenge("Luna")
    assert t.to_act == 0


@many_intrigues
def test_other_intrigues_may_come_before_or_between(edition):
    t = table(edition)
    t.money[0] = 1000
    t.children(0, sons=2, daughters=1)
    t.agent(1, "Luna", "Narbo")
    t.agent(0, "Luna", "Narbo", "Petra")
    t.begin("intrigue")
    t.play("wed", "son", "Petra")
    t.play("oust", "Luna")
    t.roll(5)
    t.play("wed", "daughter", "Luna")
    t.play("oust", "Narbo")
    t.roll(5)
    assert t.agents(0) == ["Rome", "Luna", "Narbo", "Petra"]
    assert t.question == ("intrigue", 0)


def test_short_nothing_else_comes_before():
    t = table("short")
    t.agent(1, "Luna", "Narbo")
    t.agent(0, "Luna", "Narbo", "Petra")
    t.begin("intrigue")
    assert t.kinds() == {"oust"}


@every_edition
def test_after_everyones_intrigue_each_market_has_one_agent(edition):
    t = table(edition)
    t.nobody_has_children()
    for seat in range(4):
        t.agent(seat, "Luna", "Narbo")
    t.begin("intrigue")
    while t.asks in ("intrigue", "the die of a challenge"):
        if t.chance_due:
            t.roll(4)
        else:
            t.play("oust", t.options("oust")[0])
    assert len(t.queue("Luna")) == 1
    assert len(t.queue("Narbo")) == 1
