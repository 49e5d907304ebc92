"""The forecast of a move is what the engine then does, and tells nothing that its player may not know."""

import itertools

import pytest

import forvm
from forvm.engine import tasks
from forvm.engine.rules.reckon import reckon
from forvm.engine.rules.trade import trade_income
from tests.game.tables import EDITIONS, TABLES, new_game, short_game, steps

SEEDS = range(6)


def held(game: forvm.Game, seat: int) -> tuple[int, int, int]:
    state = game.state
    return state.money[seat], state.prestige[seat], trade_income(state, game.definition, seat)


def stands(game: forvm.Game, before: forvm.Game) -> bool:
    """Has nothing followed by itself that moves money, such as another challenge, a trade or a card?"""
    s, b = game.state, before.state
    return (s.turn, s.task[0], s.top) == (b.turn, b.task[0], 0) and s.task[0] != tasks.FATE


def branches(game: forvm.Game, move: forvm.Move):
    """Every way a move can go, by the rules' own hand: the game after it, and which branch of the forecast that is."""
    played = game.copy()
    played.play(move)
    if move.needs is None:
        yield "surely", played
        return
    for pips in range(1, 7):
        rolled = played.copy()
        rolled.play(f"d{pips}")
        yield ("success" if pips >= move.needs else "failure"), rolled


def positions(rules, players, seed, most):
    """Random positions in which a player is to act, and what they will do."""
    game = new_game(rules, players)
    for move in steps(game, seed, most):
        if game.to_act != forvm.CHANCE:
            yield game, move


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_is_forecast_happens(edition, players):
    compared = 0
    kinds: set[str] = set()
    for seed in SEEDS:
        for game, _ in itertools.islice(positions(edition, players, seed, 400), 0, None, 3):
            forecaster, seat = game.forecaster(), game.to_act
            money, prestige, income = held(game, seat)
            for move in game.legal():
                if move.description.is_priced or move.kind == "end":
                    continue
                forecast = {branch.when: branch for branch in forecaster.of(move).branches}
                for when, then in branches(game, move):
                    if not stands(then, game):
                        continue
                    change = forecast[when].change
                    expected = money + change.money, prestige + change.prestige, income + change.income
                    assert held(then, seat) == expected, (str(move), when)
                    compared, kinds = compared + 1, kinds | {move.kind}
    assert compared > 1000
    # In the short edition a choice between two challenges is rare, and the other one follows by itself.
    assert kinds >= {"move", "enter", "wed", "build", "destroy"} | ({"oust"} if edition != "short" else set())


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_trade_brings_what_was_forecast(edition):
    """Of the last move of the last player before it."""
    traded = 0
    for seed in range(25):
        for game, move in positions(short_game(edition, 12), 3, seed, 500):
            if game.phase != "intrigue" or move.description.is_priced or move.needs or move.kind == "end":
                continue
            seat = game.to_act
            money, _, income = held(game, seat)
            change = game.forecaster().of(move).branches[0].change
            then = game.copy()
            then.play(move)
            if then.phase == "build" and then.turn == game.turn:
                due = money + change.money + income + change.income
                assert then.state.money[seat] == due or due < 0
                traded += 1
    assert traded > 5


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_reckoning_gives_what_was_forecast(edition):
    """Of the last answer to a fate card."""
    reckoned = 0
    for seed in range(25):
        for game, move in positions(short_game(edition, 12), 3, seed, 500):
            if game.phase != "fate" or move.description.is_priced:
                continue
            seat = game.to_act
            idle = game.state.copy()
            reckon(idle, game.definition)
            then = game.copy()
            then.play(move)
            if then.turn > game.turn or then.outcome:
                net = game.forecaster().of(move).branches[0].change.net
                assert then.state.prestige[seat] == idle.prestige[seat] + net, str(move)
                reckoned += 1
    assert reckoned > 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_price_costs_what_is_forecast(edition):
    compared = 0
    for seed in range(8):
        for game, _ in itertools.islice(positions(edition, 3, seed, 300), 0, None, 2):
            offers = [move for move in game.legal() if move.description.is_priced]
            if not offers:
                continue
            seat = game.to_act
            for _, alike in itertools.groupby(offers, key=lambda move: (move.kind, move.target, move.child)):
                named = list(alike)
                changes = game.forecaster().at_prices(named[0], [move.price or 0 for move in named])
                for move, both in list(zip(named, changes, strict=True))[:: max(1, len(named) // 3)]:
                    agreed = game.copy()
                    agreed.play(move)
                    if "accept" not in map(str, agreed.legal()):
                        continue
                    sides = (seat, move.target)
                    before = [held(game, side) for side in sides]
                    agreed.play("accept")
                    if stands(agreed, game):
                        for side, was, change in zip(sides, before, both, strict=True):
                            gained = tuple(new - old for new, old in zip(held(agreed, side), was, strict=True))
                            assert gained == (change.money, change.prestige, change.income)
                        compared += 1
    assert compared > 20


@pytest.mark.parametrize("edition", ["short", "horrea"])
def test_a_forecast_depends_on_nothing_hidden(edition):
    looked = 0
    for seed in range(4):
        for game, _ in itertools.islice(positions(edition, 3, seed, 300), 0, None, 4):
            seen = game.seen_by(game.to_act)
            mine, theirs = game.forecaster(), seen.forecaster()
            for move in game.legal():
                if move.description.is_priced:
                    if move.price == 0:
                        assert mine.at_prices(move, [0]) == theirs.at_prices(move, [0])
                else:
                    assert mine.of(move) == theirs.of(move)
                looked += 1
    assert looked > 1000


def test_stepping_onto_a_held_market_tells_of_the_challenge():
    game = new_game("forvm", 3)
    for token in ("d6", "d1", "d2", "Roma>Luna"):
        game.play(token)
    (step,) = [move for move in game.legal() if str(move) == "Roma>Luna"]
    (forced,) = game.forecaster().of(step).branches[0].forced
    assert forced.sentence == "You must then challenge Ada in Luna for $200: 4 or more succeeds (3 in 6)."
    assert forced.clause == "OUST-2"


def test_who_still_may_leave_is_said_to():
    game = new_game("forvm", 3)
    for token in ("d6", "d1", "d2", "Roma>Luna", "end", "Roma>Puteoli"):
        game.play(token)
    # The next turn begins with Ben: Ada moves after him.
    while game.phase != "move" or game.to_act != 1:
        game.play(str(game.legal()[-1])) if game.to_act != forvm.CHANCE else game.roll(forvm.Dice(5))
    before = {str(move): move for move in game.legal()}
    (branch,) = game.forecaster().of(before["Roma>Luna"]).branches
    assert [forced.sentence for forced in branch.forced] == [
        "Unless Ada leaves first, you must then challenge Ada in Luna for $200: 4 or more succeeds (3 in 6)."
    ]


def test_the_phase_that_cannot_be_ended_says_why():
    game = new_game("forvm", 3)
    for token in ("d6", "d1", "d2", "enter", "d6"):
        game.play(token)
    assert "end" not in map(str, game.legal())
    sentence, clause = game.why_not_end() or ("", "")
    assert (sentence, clause) == ("You have two agents on Roma. One must leave before you can end the move.", "MOVE-3")
    game.play("Roma>Luna")
    assert game.why_not_end() is None
