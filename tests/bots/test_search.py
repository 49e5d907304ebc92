"""The search: the same for a seed, better than a look, within its memory."""

from __future__ import annotations

import pytest

from forvm.bots import SearchBot, make
from forvm.bots.parallel_search import ParallelSearch
from forvm.bots.search_buffers import SearchBuffers
from forvm.engine.state import State
from forvm.errors import ForvmError
from forvm.game import Dice, Game
from tests.bots.play import position

pytestmark = pytest.mark.usefixtures("program")


def searcher(spec: str = "search:sims=600", seed: int = 1) -> SearchBot:
    bot = make(spec, seed)
    assert isinstance(bot, SearchBot)
    return bot


def seat_of(game: Game) -> int:
    seat = game.to_act
    assert seat is not None
    return seat


@pytest.mark.parametrize("edition", ["forvm", "short"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_seed_and_a_budget_repeat_the_search(edition, threads):
    game = position(edition, make("greedy"), seed=2, decisions=60)
    seat = seat_of(game)
    spec = f"search:sims=600,threads={threads}"
    assert searcher(spec).explain(game, seat) == searcher(spec).explain(game, seat)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_thought_does_not_depend_on_who_thought_before(threads):
    elsewhere = position("forvm", make("greedy"), seed=2, decisions=60)

    def played(disturbed: bool) -> list[int]:
        game = position("forvm", make("greedy"), seed=2, decisions=60)
        bot, dice = searcher(f"search:sims=300,threads={threads}"), Dice(1)
        for _ in range(60):
            game.roll_all(dice)
            if disturbed:
                searcher("search:sims=50,threads=2").choose(elsewhere, seat_of(elsewhere))
            if game.to_act is not None:
                game.play(bot.choose(game, seat_of(game)))
        return [move.id for move in game.history]

    assert played(disturbed=True) == played(disturbed=False)


@pytest.mark.parametrize("spec", ["search:sims=2000", "search:seconds=0.4,threads=2"])
def test_a_tree_that_is_full_still_has_its_moves(spec):
    game = position("forvm", make("greedy"), seed=2, decisions=60)
    bot, seat = searcher(spec), seat_of(game)
    for _ in range(8):
        assert bot.choose(game, seat) in game.legal()
    assert bot.explain(game, seat)


def search_of(bot: SearchBot, game: Game) -> ParallelSearch:
    search = bot.search_for(game)
    assert search is not None
    return search


def test_a_game_goes_on_from_what_was_thought():
    game = position("forvm", make("greedy"), seed=2, decisions=60)
    bot, seat = searcher(), seat_of(game)
    game.play(bot.choose(game, seat))
    while game.to_act != seat:
        game.play(game.chance()[0][0] if game.to_act == -1 else make("greedy").choose(game, seat_of(game)))
    moves = search_of(bot, game).search(game.state, 600, None)
    assert len(moves) > 1
    assert sum(move.visits for move in moves) > 600


def test_a_bot_for_several_seats_thinks_for_each_of_them():
    game, dice = position("forvm", make("greedy"), seed=2, decisions=60), Dice(1)
    bot = searcher()
    seats = set()
    for _ in range(60):
        game.roll_all(dice)
        found, fresh = (search_of(it, game).search(game.state, 3000, None) for it in (bot, searcher()))
        assert {move.action for move in found} == {move.action for move in fresh}
        seats.add(game.to_act)
        game.play(found[0].action)
    assert len(seats) == 4


def test_where_memory_is_short_who_thought_longest_ago_forgets():
    game = position("forvm", make("greedy"), seed=2, decisions=60)
    first, *others = (search_of(searcher(f"search:sims={sims}"), game) for sims in (500, 40_000, 40_000, 40_000))
    assert sum(move.visits for move in first.search(game.state, 500, None)) == 500
    for other in others:
        other.search(game.state, 40_000, None)
    assert sum(move.visits for move in first.search(game.state, 500, None)) == 500
    assert sum(move.visits for move in first.search(game.state, 500, None)) == 1000


def test_an_explanation_names_moves_chances_and_reasons():
    game = position("forvm", make("greedy"), seed=7, decisions=100)
    seat = seat_of(game)
    for spec in ("search:sims=300", "greedy"):
        bot = make(spec, seed=1)
        found = bot.explain(game, seat)  # type: ignore[attr-defined]
        assert found[0].move in game.legal()
        assert bot.choose(game, seat) == found[0].move
        assert all(0 <= candidate.chance <= 1 for candidate in found)
        assert found[0].preference == max(candidate.preference for candidate in found)
        assert all(candidate.preference > 0 for candidate in found) or spec == "greedy"
        assert all(candidate.why.endswith(".") for candidate in found)


@pytest.mark.parametrize("edition", ["forvm", "short"])
def test_a_budget_may_be_time(edition):
    game = position(edition, make("greedy"), seed=2, decisions=60)
    found = searcher("search:seconds=0.05,threads=2").explain(game, seat_of(game))
    assert found[0].move in game.legal()
    assert 0 < found[0].preference <= 1


def test_with_time_left_trees_grow_where_hands_are_hidden_too(monkeypatch):
    sizes = []
    decide = SearchBuffers.decide

    def watched(buffers: SearchBuffers, s: State) -> int:
        move = decide(buffers, s)
        sizes.append(int(buffers.tree["nodes"]))
        return move

    monkeypatch.setattr(SearchBuffers, "decide", watched)
    game = position("short", make("greedy"), seed=2, decisions=60)
    bot = searcher("search:seconds=1,threads=1")
    assert bot.choose(game, seat_of(game)) in game.legal()
    assert max(sizes) > 2 * sizes[0]


def test_a_budget_is_needed():
    with pytest.raises(ForvmError, match="budget"):
        SearchBot(searcher().weights, searcher().judgement)


@pytest.mark.parametrize("spec", ["random", "greedy", "search:sims=50"])
def test_a_bot_moves_only_in_its_turn(spec):
    game = Game("forvm", 4)
    with pytest.raises(ForvmError, match="Seat 0 is not to act"):
        make(spec, seed=1).choose(game, 0)
    game = position("forvm", make("greedy"), seed=2, decisions=60)
    with pytest.raises(ForvmError, match="is not to act"):
        make(spec, seed=1).choose(game, (seat_of(game) + 1) % 4)
