"""DESTROY-1: an agent on the market, $200 and a die of 4 remove another's horreum; local marriages change the odds."""

import pytest

from tests.rules.table import every_edition, table


def arsonist(edition, house=None, market="Luna"):
    """Seat 0 has an agent where seats 1 and 2 have horrea."""
    t = table(edition, house=house)
    t.money[0] = 500
    if market != "Rome":
        t.agent(0, market)
    t.horreum(1, market)
    t.horreum(2, market)
    t.prestige[:] = [5] * 4
    return t


@every_edition
@pytest.mark.parametrize("market", ["Luna", "Rome"])
def test_it_costs_200_and_removes_the_named_horreum_only(edition, market):
    t = arsonist(edition, market=market)
    t.begin("build")
    t.play("destroy", 1, market)
    assert t.money[0] == 300
    assert t.asks == "the die of an attack"
    t.roll(4)
    assert (t.horrea(1), t.horrea(2)) == ([], [market])
    assert t.money[0] == 300


@every_edition
@pytest.mark.parametrize(("married", "needed"), [(None, 4), (0, 2), (1, 6), (2, 4), (3, 4)])
@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_the_roll_that_is_needed(edition, married, needed, pips):
    t = arsonist(edition)
    if married is not None:
        t.marry_locally(married, "Luna")
    t.begin("build")
    t.play("destroy", 1, "Luna")
    t.roll(pips)
    assert (t.horrea(1) == []) == (pips >= needed)


@every_edition
def test_an_own_agent_must_be_there(edition):
    t = arsonist(edition)
    t.horreum(1, "Narbo")
    t.agent(2, "Narbo")
    t.begin("build")
    assert t.options("destroy") == [(1, "Luna"), (2, "Luna")]
    assert t.why_not("destroy", 1, "Narbo") == "DESTROY-1"


@every_edition
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_any_of_any_players_agents_will_do(edition, seat):
    victim = (seat + 1) % 4
    t = table(edition, first=seat)
    t.clear_agents()
    t.agent(seat, "Petra", "Luna", "Rome")
    t.horreum(victim, "Rome", "Luna", "Petra", "Narbo")
    t.begin("build")
    assert sorted(t.options("destroy")) == [(victim, market) for market in ("Luna", "Petra", "Rome")]
    t.play("destroy", victim, "Petra")
    t.roll(4)
    assert t.horrea(victim) == ["Rome", "Luna", "Narbo"]
    assert t.money[seat] == 0


@every_edition
def test_only_others_horrea_that_exist(edition):
    t = arsonist(edition)
    t.horreum(0, "Luna")
    t.begin("build")
    assert t.why_not("destroy", 0, "Luna") == "DESTROY-1"
    assert t.why_not("destroy", 3, "Luna") == "DESTROY-1"


@every_edition
@pytest.mark.parametrize(
    ("money", "prestige", "allowed"), [(199, 0, False), (200, 0, True), (0, 2, True), (0, 1, False)]
)
def test_only_with_the_means(edition, money, prestige, allowed):
    t = arsonist(edition)
    t.money[0] = money
    t.prestige[0] = prestige
    t.begin("build")
    assert t.to_act == 0
    assert t.why_not("destroy", 1, "Luna") == ("OK" if allowed else "DESTROY-1")


@every_edition
def test_in_rome_it_costs_nobody_a_regions_point(edition):
    t = arsonist(edition, market="Rome")
    t.begin("build")
    t.play("destroy", 1, "Rome")
    t.roll(6)
    assert t.horrea(1) == []
    assert t.prestige == [5, 5, 5, 5]


@pytest.mark.parametrize(("edition", "left"), [("short", 5), ("horrea", 5), ("forvm", 4)])
def test_the_last_in_a_region_may_cost_the_victim_prestige(edition, left):
    t = arsonist(edition)
    t.begin("build")
    t.play("destroy", 1, "Luna")
    t.roll(6)
    assert t.prestige == [5, left, 5, 5]


@every_edition
def test_a_failed_attack_changes_nothing_but_the_money(edition):
    t = arsonist(edition)
    t.begin("build")
    t.play("destroy", 1, "Luna")
    t.roll(3)
    assert (t.horrea(1), t.horrea(2)) == (["Luna"], ["Luna"])
    assert t.prestige == [5] * 4
    assert t.money[0] == 300


def test_house_rules_may_change_cost_rolls_and_the_need_of_an_agent():
    house = {"destroy.cost": 50, "destroy.roll": 2, "destroy.needs_agent": False}
    t = arsonist("forvm", house)
    t.horreum(3, "Petra")
    t.begin("build")
    assert t.options("destroy") == [(1, "Luna"), (2, "Luna"), (3, "Petra")]
    t.play("destroy", 3, "Petra")
    t.roll(2)
    assert t.horrea(3) == []
    assert t.money[0] == 450
