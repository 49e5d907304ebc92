"""What bots think of a position, and that compiled bots think the same."""

from __future__ import annotations

import pytest

from forvm import content
from forvm.bots import GreedyBot, make
from forvm.bots.candidates import after, consider, sift
from forvm.bots.characters import CHARACTERS, judgement
from forvm.bots.evaluation import evaluate, keep, measure_advance, stand
from forvm.bots.greedy_evaluator import GreedyEvaluator
from forvm.bots.move_reasons import BURDENS, LEAST, changes_by, features, reason
from forvm.bots.search_tree import CANDIDATES
from forvm.bots.survey import survey
from forvm.bots.weights import NAMES
from forvm.bots.workspace import Workspace
from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.limits import AGENTS, PLAYERS
from forvm.engine.play import apply
from forvm.engine.state import State
from forvm.game import CHANCE, Game
from tests.bots.play import moves_of, position

EDITIONS = ("forvm", "horrea", "short")


def chances(s: State, g: Definition) -> list[float]:
    work = Workspace(g)
    evaluate(s, g, judgement(), work)
    return work.chance[: g.players]


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
    assert game.state.task[game.state.top] == tasks.OVER
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
    evaluator = GreedyEvaluator(content.load(edition).definition(4))
    game = Game(edition, 4)
    tables = [weights() for weights in CHARACTERS.values()]
    for count, (seat, _) in enumerate(moves_of(game, [make("greedy", seed=1)] * 4, seed=9)):
        weights = tables[count % len(tables)]
        for quick in (False, True):
            plain = evaluator.consider_plain(game.state, seat, weights, quick)
            fast = evaluator.consider_compiled(program, game.state, weights, quick)
            assert [action for action, _ in fast] == [action for action, _ in plain]
            assert [value for _, value in fast] == pytest.approx([value for _, value in plain])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_quick_look_finds_the_same_best_move_as_a_thorough_one(edition, program):
    """But for the move phase, where the quick look settles one agent after another."""
    evaluator = GreedyEvaluator(content.load(edition).definition(4))
    weights = CHARACTERS["greedy"]()
    looked = 0
    for seed in range(3):
        game = Game(edition, 4)
        for _ in moves_of(game, [make("greedy", seed=1)] * 4, seed=seed):
            if game.phase != "move":
                quick, thorough = (
                    evaluator.consider_compiled(program, game.state, weights, quick) for quick in (True, False)
                )
                assert best(quick) == best(thorough)
                looked += len(thorough) > 1
    assert looked > 200


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_kept_from_move_to_move_is_what_a_fresh_look_finds(edition):
    game = Game(edition, 4)
    g, weights = game.definition, CHARACTERS["greedy"]()
    work = Workspace(g)
    tried = set()
    for _ in moves_of(game, [make("greedy", seed=1)] * 4, seed=5):
        s = game.state
        if s.task[s.top] in (tasks.MOVING, tasks.BARGAIN):
            continue
        work.trial[0] = s
        p = s.actor[s.top]
        evaluate(s, g, weights, work)
        keep(g, work)
        for a in work.action[: sift(s, g, weights, work)]:
            if actions.kind_of(a) not in (actions.OUST, actions.DESTROY, actions.YIELD):
                after(g, work, a, 0)
                tried.add(actions.kind_of(a))
                fresh = Workspace(g)
                measure_advance(s, g, weights, fresh)
                survey(work.trial[1], g, fresh)
                stand(work.trial[1], g, fresh, p)
                assert work.alone[p] == pytest.approx(fresh.alone[p])
    assert tried >= {actions.BUILD, actions.END, actions.GIVE, actions.WED}


def test_reasons_name_what_really_gets_better_or_worse():
    game = Game("forvm", 4)
    g, weights = game.definition, CHARACTERS["greedy"]()
    named = set()
    for seat, _ in moves_of(game, [make("greedy", seed=1)] * 4, seed=4):
        s = game.state
        old = features(s, g, seat, weights, Workspace(g))[1]
        for move in game.legal()[:6]:
            after = s.copy()
            apply(after, g, move.id)
            new = features(after, g, seat, weights, Workspace(g))[1]
            for i, change in changes_by(s, g, seat, move.id, weights):
                if abs(change) >= LEAST:
                    named.add(NAMES[i])
                    assert (change > 0) == ((new[i] > old[i]) != (i in BURDENS))
    assert {"money", "income", "reach", "prestige"} <= named


def test_the_first_reason_is_for_the_move_that_is_played():
    game = Game("forvm", 4)
    bot = make("greedy")
    assert isinstance(bot, GreedyBot)
    for seat, move in moves_of(game, [bot] * 4, seed=4):
        found = bot.explain(game, seat)
        assert [candidate.move for candidate in found if candidate.preference == 1] == [move] == [found[0].move]
        if len(found) == 1:
            assert found[0].chance == pytest.approx(bot.evaluator(game).chance(game.state, seat, judgement()))


def test_reasons_tell_no_losses_that_are_none():
    game = Game("short", 4)
    weights = CHARACTERS["greedy"]()
    ends = builds = 0
    for seat, _ in moves_of(game, [make("greedy")] * 4, seed=4):
        for move in game.legal():
            if move.kind == "end" and game.phase == "intrigue":
                ends += 1
                assert "money" not in reason(game, seat, move, weights)
                assert "purse" not in reason(game, seat, move, weights)
            elif move.kind == "build":
                builds += 1
                assert "the way to five" not in reason(game, seat, move, weights)
    assert ends > 40
    assert builds > 40


def test_a_reason_says_that_a_move_wins():
    game = position("forvm", make("greedy"), seed=4, decisions=100)
    while game.phase != "build" or not any(move.kind == "give" for move in game.legal()):
        game.play(game.chance()[0][0] if game.to_act == CHANCE else game.legal()[-1])
    seat = game.to_act
    assert seat is not None
    s = game.state.copy()
    s.prestige[seat] = game.definition.win_prestige - 1
    game._position = game._position._replace(state=s)
    give = next(move for move in game.legal() if move.kind == "give")
    assert "enough prestige to win" in reason(game, seat, give, CHARACTERS["greedy"]())


@pytest.mark.parametrize("edition", EDITIONS)
def test_agents_know_that_they_can_walk_away_from_an_intruder(edition):
    """MOVE-5: who stood behind them moves up, and challenges nobody any more."""
    game = Game(edition, 4)
    g, weights = game.definition, CHARACTERS["greedy"]()
    walked = 0
    for seat, _ in moves_of(game, [make("warlord", seed=1)] * 4, seed=5):
        if game.phase != "move":
            continue
        work, fresh = Workspace(g), Workspace(g)
        work.trial[0] = s = game.state
        n = consider(g, weights, work)
        for action, value in zip(work.action[:n], work.value[:n], strict=True):
            if actions.kind_of(action) != actions.MOVE:
                continue
            start = g.link_from[action - actions.MOVE_0]
            if any(s.agent[i] == start and s.rank[i] > 0 for i in range(PLAYERS * AGENTS)):
                tried = s.copy()
                apply(tried, g, action)
                measure_advance(s, g, weights, fresh)
                survey(tried, g, fresh)
                stand(tried, g, fresh, seat)
                walked += 1
                assert value == pytest.approx(fresh.alone[seat] - work.alone[seat])
    assert walked > 10


def test_of_very_many_steps_no_more_are_weighed_than_there_is_room_for():
    game = position("forvm", make("greedy"), seed=2, decisions=60)
    while game.phase != "move" or not any(move.kind == "move" for move in game.legal()):
        game.play(game.chance()[0][0] if game.to_act == CHANCE else game.legal()[-1])
    work = Workspace(game.definition)
    work.trial[0] = game.state
    step = next(move.id for move in game.legal() if move.kind == "move")
    work.listed = 3 * CANDIDATES
    work.legal_scratch.ids[: work.listed] = [step] * (work.listed - 1) + [actions.END_0]
    for name in CHARACTERS:
        n = consider(game.definition, CHARACTERS[name](), work)
        assert n == CANDIDATES
        assert work.action[n - 1] == actions.END_0


def best(candidates: list[tuple[int, float]]) -> int:
    return max(candidates, key=lambda candidate: candidate[1])[0]
