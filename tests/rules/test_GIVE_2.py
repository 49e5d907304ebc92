"""GIVE-2: one of the band that one's prestige is in before paying, one a turn, +1 prestige; no band at 0."""

import pytest

from tests.rules.table import every_edition, table

COSTS = {1: 200, 2: 500, 3: 1000}


def benefactor(edition, prestige, money=5000, house=None):
    t = table(edition, house=house)
    t.money[0] = money
    t.prestige[0] = prestige
    t.begin("build")
    return t


@every_edition
@pytest.mark.parametrize(("prestige", "band"), [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (14, 3), (15, 3), (40, 3)])
def test_bands_costs_and_prestige(edition, prestige, band):
    t = benefactor(edition, prestige)
    assert {option[0] for option in t.options("give")} == {band}
    for other in {1, 2, 3} - {band}:
        assert t.why_not("give", other, "temple") == "GIVE-2"
    t.play("give", band, "food")
    assert t.money[0] == 5000 - COSTS[band]
    assert t.prestige[0] == prestige + 1


@every_edition
def test_with_0_prestige_there_is_no_band(edition):
    t = benefactor(edition, 0)
    assert t.options("give") == []
    assert t.why_not("give", 1, "temple") == "GIVE-2"


@every_edition
def test_the_band_counts_before_paying_with_a_loan(edition):
    # Five of the six points are sold: it is still a gift of the second band.
    t = benefactor(edition, 6, money=0)
    t.play("give", 2, "temple")
    assert (t.money[0], t.prestige[0]) == (0, 2)
    assert t.benefactor(2, "temple") == 0


@every_edition
def test_down_to_the_last_point(edition):
    t = benefactor(edition, 2, money=0)
    t.play("give", 1, "temple")
    assert (t.money[0], t.prestige[0]) == (0, 1)


@every_edition
@pytest.mark.parametrize(
    ("prestige", "money", "allowed"),
    [
        (1, 99, False),
        (1, 100, True),
        (7, 0, True),
        (6, 0, True),
        (11, 0, True),
        (10, 0, True),
        (2, 0, True),
        (1, 0, False),
    ],
)
def test_only_with_the_means(edition, prestige, money, allowed):
    t = benefactor(edition, prestige, money)
    band = 1 if prestige < 6 else 2 if prestige < 11 else 3
    assert t.why_not("give", band, "temple") == ("OK" if allowed else "GIVE-2")


@every_edition
def test_one_a_turn(edition):
    t = benefactor(edition, 3)
    t.play("give", 1, "temple")
    assert t.question == ("build", 1)


def test_a_house_rule_may_make_every_benefaction_dearer_for_each_given_so_far_by_anyone():
    t = benefactor("forvm", 3, house={"give.growth": 100})
    t.play("give", 1, "temple")
    assert t.money[0] == 4800
    t.money[1] = 5000
    t.prestige[1] = 8
    t.begin("build")
    t.play("give", 1, "games")
    assert t.money[0] == 4500
    assert t.question == ("build", 1)
    t.play("give", 2, "games")
    assert t.money[1] == 5000 - 700


def test_growth_counts_against_the_means():
    t = benefactor("forvm", 1, money=400, house={"give.growth": 100})
    t.given(2, 3, "temple", "games", "food")
    assert t.why_not("give", 1, "temple") == "OK"  # 500: the point is sold
    t.money[0] = 399
    assert t.why_not("give", 1, "temple") == "GIVE-2"


def test_a_house_rule_may_change_bands_costs_and_prestige():
    house = {"give.bands": [0, 4, 8, 12], "give.cost": [10, 20, 30, 40], "give.prestige": 2}
    for prestige, band, cost in [(0, 1, 10), (3, 1, 10), (4, 2, 20), (11, 3, 30), (12, 4, 40)]:
        t = benefactor("forvm", prestige, house=house)
        t.play("give", band, "games")
        assert (t.money[0], t.prestige[0]) == (5000 - cost, prestige + 2)
