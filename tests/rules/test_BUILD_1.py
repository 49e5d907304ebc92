"""BUILD-1: an agent on the market, no own horreum there yet, $100. Rome too."""

import pytest

from tests.rules.table import every_edition, table


def builder(edition, house=None):
    t = table(edition, house=house)
    t.agent(0, "Luna")
    t.begin("build")
    return t


@every_edition
@pytest.mark.parametrize("market", ["Luna", "Rome"])
def test_it_costs_100(edition, market):
    t = builder(edition)
    t.play("build", market)
    assert t.money[0] == 100
    assert t.horrea(0) == [market]


@every_edition
def test_only_where_an_own_agent_stands(edition):
    t = builder(edition)
    t.agent(1, "Narbo")
    assert t.options("build") == ["Rome", "Luna"]
    assert t.why_not("build", "Narbo") == "BUILD-1"


@every_edition
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_any_of_any_players_agents_may_build(edition, seat):
    t = table(edition, first=seat)
    t.clear_agents()
    t.agent(seat, "Petra", "Luna", "Rome")
    t.begin("build")
    assert sorted(t.options("build")) == ["Luna", "Petra", "Rome"]
    t.play("build", "Petra")
    assert t.horrea(seat) == ["Petra"]
    assert (t.money[seat], t.prestige[seat]) == (100, 1)


@every_edition
def test_no_second_one_of_ones_own(edition):
    t = builder(edition)
    t.horreum(0, "Luna")
    assert t.why_not("build", "Luna") == "BUILD-1"


@every_edition
def test_beside_those_of_others(edition):
    t = builder(edition)
    for seat in (1, 2, 3):
        t.horreum(seat, "Luna")
    t.play("build", "Luna")
    assert all("Luna" in t.horrea(seat) for seat in range(4))


@every_edition
@pytest.mark.parametrize(
    ("money", "prestige", "allowed"), [(99, 0, False), (100, 0, True), (0, 1, True), (0, 0, False)]
)
def test_only_with_the_means(edition, money, prestige, allowed):
    t = table(edition)
    t.agent(0, "Luna")
    t.money[0] = money
    t.prestige[0] = prestige
    t.begin("build")
    assert (t.to_act == 0) == allowed
    if allowed:
        assert t.options("build") == ["Rome", "Luna"]


@every_edition
def test_there_is_no_limit_to_horrea(edition):
    t = builder(edition)
    t.horreum(0, *[market.name for market in t.rules.board.markets if market.name not in ("Luna", "Rome")])
    assert t.why_not("build", "Luna") == "OK"


def test_a_house_rule_may_limit_the_supply_and_change_the_cost():
    t = builder("forvm", {"supply.horrea": 2, "build.cost": 30})
    t.horreum(0, "Narbo")
    t.play("build", "Luna")
    assert t.money[0] == 170
    t.money[0] = 300
    t.prestige[0] = 1  # so that there is something to do
    t.begin("build")
    assert t.to_act == 0
    assert t.options("build") == []
    assert t.why_not("build", "Rome") == "BUILD-1"


def test_a_lost_horreum_goes_back_to_the_supply():
    t = builder("forvm", {"supply.horrea": 1})
    t.horreum(0, "Rome")
    t.prestige[0] = 1  # so that there is something to do
    assert t.why_not("build", "Luna") == "BUILD-1"
    t.fate("great_fire")
    t.first = 0
    t.begin("build")
    assert t.options("build") == ["Rome", "Luna"]
