"""RECKON-2: the game ends at a reckoning with 15 prestige; all with 15 or more are equal, then money, then gifts."""

import pytest

from tests.rules.table import every_edition, table


def reckoning(edition, prestige, money=None, house=None):
    """Everything before the reckoning is done; money as at the last one."""
    t = table(edition, house=house)
    t.prestige[:] = prestige
    t.money[:] = money or [200] * 4
    t.begin("reckoning")
    return t


@every_edition
@pytest.mark.parametrize(("prestige", "over"), [([14, 0, 0, 0], False), ([15, 0, 0, 0], True), ([3, 22, 1, 1], True)])
def test_it_ends_when_anyone_has_15_or_more(edition, prestige, over):
    t = reckoning(edition, prestige)
    assert (t.asks == "over") == over
    if over:
        assert t.winners == [prestige.index(max(prestige))]
        assert t.to_act is None
        assert t.kinds() == set()


@every_edition
def test_money_counts_before_prestige_among_those_with_15(edition):
    t = reckoning(edition, [21, 15, 16, 14], [300, 800, 799, 5000])
    assert t.winners == [1]


@every_edition
def test_then_benefactions(edition):
    t = table(edition)
    t.prestige[:] = [15, 18, 16, 14]
    t.money[:] = [700, 700, 700, 700]
    t.given(0, 1, "temple")
    t.given(2, 2, "temple", "games")
    t.given(3, 3, "temple", "games", "food")
    t.begin("reckoning")
    assert t.winners == [2]


@every_edition
def test_then_they_share_the_victory(edition):
    t = table(edition)
    t.prestige[:] = [15, 3, 19, 15]
    t.money[:] = [700, 700, 700, 600]
    t.given(0, 1, "temple")
    t.given(2, 2, "temple")
    t.begin("reckoning")
    assert t.winners == [0, 2]


@every_edition
def test_the_money_marks_are_counted_before(edition):
    t = table(edition)
    t.prestige[:] = [14, 15, 0, 0]
    t.money[:] = [1000, 900, 0, 0]
    t.marks[:] = [0, 1, 0, 0]
    t.reckon()
    assert t.prestige[:2] == [15, 14]
    assert t.winners == [0]


@every_edition
def test_not_at_the_moment_of_reaching_it(edition):
    t = table(edition)
    t.prestige[0] = 14
    t.agent(0, "Luna")
    t.begin("build")
    t.play("build", "Luna")
    assert t.prestige[0] == 15
    assert t.asks == "build"
    t.fate("wrong_candidate")
    assert t.prestige[0] == 14
    assert t.asks == "move"


@every_edition
def test_prestige_has_no_upper_limit(edition):
    t = table(edition)
    t.prestige[0] = 30
    t.agent(0, "Luna")
    t.begin("build")
    t.play("build", "Luna")
    assert t.prestige[0] == 31


def test_a_house_rule_may_change_the_prestige_to_win():
    t = reckoning("forvm", [11, 12, 13, 0], [200, 200, 100, 900], house={"win.prestige": 12})
    assert t.winners == [1]
