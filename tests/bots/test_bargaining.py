"""Bots bargain with sense, and cannot be milked (ALLY-1 to ALLY-4)."""

from __future__ import annotations

import pytest

from forvm.bots import make
from forvm.bots.features import liability
from forvm.bots.survey import count_allies
from forvm.bots.workspace import Workspace
from forvm.engine.rules.pieces import pair
from forvm.game import Game, Move
from tests.bots.exploits import TRICKS
from tests.bots.play import moves_of

GAMES = 16
pytestmark = pytest.mark.usefixtures("program")


def asked(game: Game, other: int, prestige: tuple[int, ...]) -> Game:
    """A position where a proposal for nothing is on the table."""
    s = game.state.copy()
    s.prestige[: len(prestige)] = prestige
    game._position = game._position._replace(state=s)
    game.play(next(m for m in game.legal() if m.kind == "propose" and m.target == other and m.price == 0))
    return game


def first_intrigue(seat_wanted: int = 0) -> Game:
    """The first intrigue of a seat that still has its children."""
    game = Game("forvm", 4)
    bot = make("greedy")
    for seat, _ in moves_of(game, [bot] * 4, seed=1):
        if game.phase == "intrigue" and seat == seat_wanted and any(m.kind == "propose" for m in game.legal()):
            return game
    raise AssertionError("nobody could propose")


def answer(game: Game, spec: str = "greedy") -> Move:
    seat = game.to_act
    assert seat is not None
    return make(spec, seed=1).choose(game, seat)


@pytest.mark.parametrize("spec", ["greedy", "search:sims=400"])
def test_no_gift_to_a_leader_whom_it_would_crown(spec):
    game = asked(first_intrigue(), 1, prestige=(13, 6, 6, 6))
    assert answer(game, spec).kind != "accept"


@pytest.mark.parametrize("spec", ["greedy", "search:sims=400"])
def test_equals_marry(spec):
    game = asked(first_intrigue(), 1, prestige=(4, 4, 4, 4))
    assert answer(game, spec).kind in ("accept", "counter")


def test_nobody_is_talked_into_debt():
    game = asked(first_intrigue(), 1, prestige=(6, 6, 6, 6))
    dearest = max((m for m in game.legal() if m.kind == "counter"), key=lambda m: m.price or 0)
    assert (dearest.price or 0) > game.players[0].money
    game.play(dearest)
    assert game.to_act == 0
    assert answer(game).kind != "accept"


def test_money_that_can_be_called_back_is_no_present():
    """ALLY-4: a divorce makes who was paid repay, and sell prestige for what is missing."""
    game = first_intrigue()
    s, g = game.state.copy(), game.definition
    s.ally_payer[pair(0, 1)] = 0
    s.ally_price[pair(0, 1)] = 800
    s.money[1] = 100
    work = Workspace(g)
    count_allies(s, g, work)
    assert liability(s, g, work, 1) == pytest.approx(7 / g.win_prestige)
    assert liability(s, g, work, 0) == 0
    s.money[1] = 900
    assert liability(s, g, work, 1) == 0


@pytest.mark.parametrize("trick", TRICKS)
def test_tricks_do_not_pay(trick):
    """A few games only: what would win most of them shows. Many games are the arena's business."""
    wins = 0.0
    for number in range(GAMES):
        seat = number % 4
        bots = [make("greedy", seed=number) for _ in range(4)]
        bots[seat] = trick(seed=number)
        game = Game("forvm", 4)
        for _ in moves_of(game, bots, seed=number):
            pass
        assert game.outcome is not None
        wins += (seat in game.outcome.winners) / len(game.outcome.winners)
    assert wins <= GAMES * 0.6
