"""BOARD-5: the horrea formula, demand ÷ number of horrea − cost of distance."""

import pytest

from tests.rules.table import table

# Worked out by hand: demand 240, 180 or 120 by kind, costs 0, 50, 60, 70, 80, 100 by distance.
VALUES = {
    "Rome": (240, 120, 80, 60),
    "Luna": (70, 10, -10, -20),
    "Carthage": (130, 40, 10, -5),
    "Narbo": (60, 0, -20, -30),
    "Rhodes": (120, 30, 0, -15),
    "Perge": (50, -10, -30, -40),
    "Ephesus": (110, 20, -10, -25),
    "Petra": (40, -20, -40, -50),
    "Damascus": (100, 10, -20, -35),
    "Hispalis": (100, 10, -20, -35),
    "Berenice": (140, 20, -20, -40),
}


@pytest.mark.parametrize("market", VALUES)
@pytest.mark.parametrize("owners", [1, 2, 3, 4])
def test_each_owner_gets_the_share_less_the_distance(market, owners):
    t = table("horrea")
    for seat in range(4):
        t.money[seat] = 500
    for seat in range(owners):
        t.horreum(seat, market)
    assert t.trade() == [VALUES[market][owners - 1]] * owners + [0] * (4 - owners)


def test_a_house_rule_may_change_demand_and_cost():
    house = {"trade.demand.small": 600, "trade.distance_cost": [0, 7, 60, 70, 80, 100]}
    t = table("horrea", house=house)
    t.horreum(0, "Luna")
    t.horreum(1, "Luna")
    assert t.trade() == [293, 293, 0, 0]  # 600 ÷ 2 − 7
