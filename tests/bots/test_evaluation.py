"""What bots think of a position, and that compiled bots think the same."""

from __future__ import annotations

import pytest

from forvm import content
from forvm.bots import make
from forvm.bots.characters import CHARACTERS, judgement
from forvm.bots.choices import after, sift
from forvm.bots.desk import Desk
from forvm.bots.evaluation import evaluate, keep, measure_advance, stand
from forvm.bots.mind import Mind, chart_of
from forvm.bots.paper import Paper
from forvm.bots.reasons import BURDENS, LEAST, changes_by, features
from forvm.bots.survey import survey
from forvm.bots.weights import NAMES
from forvm.engine import actions
from forvm.engine.definition import Definition
from forvm.engine.play import apply
from forvm.engine.scratch import Scratch
from forvm.engine.state import BARGAIN, MOVING, OVER, State
from forvm.game import Game
from tests.bots.play import moves_of, position

EDITIONS = ("forvm", "horrea", "short")


def chances(s: State, g: Definition) -> list[float]:
    mind = Mind()
    evaluate(s, g, judgement(), chart_of(g), mind)
    return mind.chance[: g.players]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, 4])
def test_chances_are_shares_of_one(edition, players):
    game = Game(edition, players)
    for count, _ in enumerate(moves_of(game, [make("greedy")] * players, seed=players)):
        if count % 7 == 0:
            found = chances(game.state, game.definition)
            assert sum(found) == pytest.approx(1)
            assert min(found) > 0


def test_the_winners_share_a_finished_game():
    game = position("forvm", make("greedy"), seed=1, decisions=10_000)
    assert game.outcome is not None
    assert game.state.task[game.state.top] == OVER
    won = chances(game.state, game.definition)
    assert [seat for seat, chance in enumerate(won) if chance > 0] == list(game.outcome.winners)


@pytest.mark.parametrize("decisions", [30, 120, 220])
@pytest.mark.parametrize(("field", "more"), [("prestige", 1), ("money", 400)])
def test_more_is_better(decisions, field, more):
    game = position("forvm", make("greedy"), seed=4, decisions=decisions)
    for seat in range(4):
        richer = game.state.copy()
        getattr(richer, field)[seat] += more
        assert chances(richer, game.definition)[seat] > chances(game.state, game.definition)[seat]


def test_enough_prestige_to_win_nearly_settles_it():
    game = position("forvm", make("greedy"), seed=4, decisions=200)
    ahead = game.state.copy()
    ahead.prestige[2] = game.definition.win_prestige + 2
    assert chances(ahead, game.definition)[2] > 0.8


@pytest.mark.parametrize("edition", EDITIONS)
def test_compiled_bots_see_what_plain_ones_see(edition, program):
    desk = Desk(content.load(edition).definition(4))
    game = Game(edition, 4)
    tastes = [make_taste() for make_taste in CHARACTERS.values()]
    for count, (seat, _) in enumerate(moves_of(game, [make("greedy", seed=1)] * 4, seed=9)):
        taste = tastes[count % len(tastes)]
        for quick in (False, True):
            plain = desk._plainly(game.state, seat, taste, quick)
            fast = desk._compiled(program, game.state, taste, quick)
            assert [action for action, _ in fast] == [action for action, _ in plain]
            assert [value for _, value in fast] == pytest.approx([value for _, value in plain])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_quick_look_finds_the_same_best_move_as_a_thorough_one(edition, program):
    """But for the move phase, where the quick look settles one agent after another."""
    desk = Desk(content.load(edition).definition(4))
    taste = CHARACTERS["greedy"]()
    looked = 0
    for seed in range(3):
        game = Game(edition, 4)
        for _ in moves_of(game, [make("greedy", seed=1)] * 4, seed=seed):
            if game.phase != "move":
                quick, thorough = (desk._compiled(program, game.state, taste, quick) for quick in (True, False))
                assert best(quick) == best(thorough)
                looked += len(thorough) > 1
    assert looked > 200


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_kept_from_move_to_move_is_what_a_fresh_look_finds(edition):
    game = Game(edition, 4)
    g, taste, ids = game.definition, CHARACTERS["greedy"](), Scratch()
    chart, paper, mind = chart_of(g), Paper(), Mind()
    tried = set()
    for _ in moves_of(game, [make("greedy", seed=1)] * 4, seed=5):
        s = game.state
        if s.task[s.top] in (MOVING, BARGAIN):
            continue
        paper.sheet[0] = s
        p = s.actor[s.top]
        evaluate(s, g, taste, chart, mind)
        keep(g, mind)
        for a in mind.action[: sift(s, g, taste, mind, ids)]:
            if actions.kind_of(a) not in (actions.OUST, actions.DESTROY, actions.YIELD):
                after(paper, g, taste, chart, mind, a, 0)
                tried.add(actions.kind_of(a))
                fresh = Mind()
                measure_advance(s, g, taste, fresh)
                survey(paper.sheet[1], g, chart, fresh)
                stand(paper.sheet[1], g, taste, chart, fresh, p)
                assert mind.alone[p] == pytest.approx(fresh.alone[p])
    assert tried >= {actions.BUILD, actions.END, actions.GIVE, actions.WED}


def test_reasons_name_what_really_gets_better_or_worse():
    game = Game("forvm", 4)
    g, taste = game.definition, CHARACTERS["greedy"]()
    named = set()
    for seat, _ in moves_of(game, [make("greedy", seed=1)] * 4, seed=4):
        s = game.state
        old = features(s, g, seat, taste, chart_of(g))[1]
        for move in game.legal()[:6]:
            after = s.copy()
            apply(after, g, move.id)
            new = features(after, g, seat, taste, chart_of(g))[1]
            for i, change in changes_by(s, g, seat, move.id, taste):
                if abs(change) >= LEAST:
                    named.add(NAMES[i])
                    assert (change > 0) == ((new[i] > old[i]) != (i in BURDENS))
    assert {"money", "income", "reach", "prestige"} <= named


def best(candidates: list[tuple[int, float]]) -> int:
    return max(candidates, key=lambda candidate: candidate[1])[0]
