"""No bot names a price that is worse for it than the one it was offered."""

import pytest

from forvm.content import from_overrides
from forvm.game import Game
from forvm.server.games.sensible_answers import is_bargaining, sensible_answer


def bargaining(price: int) -> Game:
    """Ada has proposed to Ben, and would pay the price."""
    game = Game(from_overrides("forvm", {"start.money": 500, "start.agents": 0}), 3)
    for pips in ("d6", "d1", "d2"):
        game.play(pips)
    while not any(move.kind == "propose" for move in game.legal()):
        game.play("end")
    game.play(next(move for move in game.legal() if move.kind == "propose" and move.price == price))
    return game


def counter(game: Game, price: int):
    return next(move for move in game.legal() if move.kind == "counter" and move.price == price)


@pytest.mark.parametrize(("named", "said"), [(0, "accept"), (75, "accept"), (125, "counter")])
def test_who_is_paid_asks_for_no_less_than_was_offered(named, said):
    game = bargaining(100)
    assert is_bargaining(game)
    assert sensible_answer(game, counter(game, named)).kind == said


@pytest.mark.parametrize(("named", "said"), [(50, "counter"), (175, "counter"), (225, "accept")])
def test_who_pays_offers_no_more_than_was_asked(named, said):
    game = bargaining(100)
    game.play(counter(game, 200))
    assert sensible_answer(game, counter(game, named)).kind == said


def test_other_answers_stay_as_they_are():
    game = bargaining(100)
    for move in game.legal():
        if move.kind in ("accept", "refuse"):
            assert sensible_answer(game, move) == move
