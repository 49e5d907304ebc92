"""Characters differ from the plain bot in what they do, by weights alone."""

from __future__ import annotations

from collections import Counter

import pytest

from forvm.bots import make
from forvm.game import Game
from tests.bots.play import moves_of

GAMES = 8
pytestmark = pytest.mark.usefixtures("program")


def deeds(character: str) -> Counter[str]:
    """What one bot does in some games among three plain ones."""
    done: Counter[str] = Counter()
    for number in range(GAMES):
        seat = number % 4
        seats = [make(character if s == seat else "greedy", seed=number) for s in range(4)]
        game = Game("forvm", 4)
        for mover, move in moves_of(game, seats, seed=number):
            if mover == seat:
                done[move.kind] += 1
    return done


@pytest.fixture(scope="module")
def plain() -> Counter[str]:
    return deeds("greedy")


def test_a_warlord_attacks(plain):
    warlord = deeds("warlord")
    assert warlord["oust"] + warlord["destroy"] > plain["oust"] + plain["destroy"] + GAMES


def test_a_benefactor_gives(plain):
    assert deeds("benefactor")["give"] > plain["give"] + GAMES // 3


def test_an_intriguer_courts_and_marries(plain):
    intriguer = deeds("intriguer")
    assert intriguer["propose"] + intriguer["wed"] > plain["propose"] + plain["wed"] + GAMES


def test_a_merchant_leaves_alliances_and_gifts_to_others(plain):
    merchant = deeds("merchant")
    assert merchant["propose"] + merchant["accept"] < plain["propose"] + plain["accept"]
    assert merchant["give"] < plain["give"]
