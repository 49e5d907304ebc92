"""BOARD-4: what each owner of a horreum gets when 1, 2, 3, 4 players have one there."""

import pytest

from tests.rules.table import table

VALUES = {
    "Rome": (300, 150, 100, 75),
    "Luna": (75, 25, 0, 0),
    "Carthage": (175, 75, 50, 25),
    "Narbo": (50, 0, -25, -25),
    "Rhodes": (150, 50, 25, 0),
    "Perge": (25, -25, -50, -50),
    "Ephesus": (125, 25, 0, -25),
    "Petra": (25, -50, -75, -75),
    "Damascus": (100, 0, -25, -50),
    "Hispalis": (100, 0, -25, -75),  # as printed
    "Berenice": (175, 25, -25, -50),
}


@pytest.mark.parametrize("edition", ["short", "forvm"])
@pytest.mark.parametrize("market", VALUES)
@pytest.mark.parametrize("owners", [1, 2, 3, 4])
def test_each_owner_gets_the_printed_value(edition, market, owners):
    t = table(edition)
    for seat in range(4):
        t.money[seat] = 500
    for seat in range(owners):
        t.horreum(seat, market)
    value = VALUES[market][owners - 1]
    assert t.trade() == [value] * owners + [0] * (4 - owners)
