"""GIVE-1: nine benefactions, temple, games and food in each band; each can be given once in the whole game."""

import pytest

from tests.rules.table import every_edition, table
from tests.rules.words import BENEFACTIONS


def benefactor(edition, prestige):
    t = table(edition)
    t.money[:] = [5000] * 4
    t.prestige[:] = [prestige] * 4
    t.begin("build")
    return t


@every_edition
@pytest.mark.parametrize(("prestige", "band"), [(3, 1), (8, 2), (13, 3)])
def test_three_in_each_band(edition, prestige, band):
    t = benefactor(edition, prestige)
    assert t.options("give") == [(band, name) for name in BENEFACTIONS]


@every_edition
@pytest.mark.parametrize("benefaction", BENEFACTIONS)
def test_what_anyone_has_given_cannot_be_given_again(edition, benefaction):
    t = benefactor(edition, 3)
    t.play("give", 1, benefaction)
    assert t.benefactor(1, benefaction) == 0
    assert t.question == ("build", 1)
    assert t.why_not("give", 1, benefaction) == "GIVE-1"
    left = [name for name in BENEFACTIONS if name != benefaction]
    assert t.options("give") == [(1, name) for name in left]


@every_edition
def test_not_by_the_giver_in_a_later_turn_either(edition):
    t = benefactor(edition, 3)
    t.play("give", 1, "games")
    t.fate("census")
    t.first = 0
    t.begin("build")
    assert t.why_not("give", 1, "games") == "GIVE-1"


@every_edition
def test_the_same_benefaction_of_another_band_is_another_one(edition):
    t = benefactor(edition, 3)
    t.given(1, 1, "temple")
    t.given(1, 3, "temple")
    t.prestige[0] = 6
    t.play("give", 2, "temple")
    assert t.benefactor(2, "temple") == 0


@every_edition
def test_when_a_bands_three_are_given_there_is_nothing_left_to_give(edition):
    t = benefactor(edition, 3)
    t.given(1, 1, *BENEFACTIONS)
    assert t.options("give") == []
