"""Bots that leave something alone."""

from __future__ import annotations

from functools import cache

import pytest

from forvm import bots, content
from forvm.bots.restrictions import DESTROY, GIVE, OUST, RESTRICTIONS, leave_alone
from forvm.engine import actions
from forvm.engine.scratch import Scratch
from forvm.engine.twin.compiler import Program
from forvm.errors import ForvmError
from forvm.game import Game
from tests.bots.test_match import at_the_table, match

# What gives each restriction away in a log. Nobody is ousted at a table where nobody steps onto others' markets.
KINDS = {
    "oust": {actions.OUST},
    "local": {actions.WED},
    "alliance": {actions.PROPOSE, actions.ACCEPT, actions.COUNTER},
    "destroy": {actions.DESTROY},
    "give": {actions.GIVE},
}
TABLES = {
    "characters": ("warlord", "intriguer", "benefactor", "merchant"),
    "random": ("random",) * 3,
    "search": ("search:sims=30,character=warlord", "search:sims=30", "greedy"),
}
GAMES = 8


@cache
def kinds_played(program: Program, specs: tuple[str, ...], games: int) -> frozenset[int]:
    logs = match(program, "forvm", *specs).trails(3, 0, games)
    return frozenset(actions.kind_of(action) for log in logs for action in log.tolist())


def restricted(spec: str, words: str) -> str:
    return f"{spec}{',' if ':' in spec else ':'}without={words}"


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("word", KINDS)
def test_nobody_does_what_all_leave_alone(table: str, word: str, program: Program):
    specs = TABLES[table]
    games = 2 if table == "search" else GAMES
    # Two random players seldom can do better than step onto a market: it is the only way that is left.
    without = kinds_played(program, tuple(restricted(spec, word) for spec in specs), games)
    assert not without & KINDS[word]


def test_unrestricted_tables_do_all_of_it(program: Program):
    done = kinds_played(program, TABLES["characters"], GAMES) | kinds_played(program, TABLES["random"], GAMES)
    assert done >= frozenset().union(*KINDS.values())


def test_several_restrictions_hold_together(program: Program):
    specs = tuple(restricted(spec, "oust+give+local") for spec in TABLES["characters"])
    done = kinds_played(program, specs, GAMES)
    assert not done & (KINDS["oust"] | KINDS["give"] | KINDS["local"])
    assert done & KINDS["alliance"]


@pytest.mark.parametrize("edition", ["forvm", "short"])
def test_compiled_restricted_games_are_games_at_the_table(edition: str, program: Program):
    specs = ("greedy:without=alliance", "warlord:without=oust", "intriguer:without=local+give")
    played = match(program, edition, *specs).play(seed=5, first=3, games=1)
    assert played == [at_the_table(edition, specs, 5, 3)]


def test_a_random_bot_leaves_alone_what_it_should_in_plain_python():
    game = Game("forvm", 3)
    seats = [bots.make("random:without=oust+local+alliance+destroy+give", seed=seat) for seat in range(3)]
    forbidden = frozenset().union(*KINDS.values())
    while game.turn < 6 and game.outcome is None:
        game.roll_all()
        if game.to_act is None:
            break
        move = seats[game.to_act].choose(game, game.to_act)
        assert actions.kind_of(move.id) not in forbidden
        game.play(move)


def test_where_nothing_else_is_left_the_list_stays():
    state, definition = Game("forvm", 3).state, content.load("forvm").definition(3)
    listed = Scratch()
    listed.ids[0], listed.ids[1] = actions.GIVE_0, actions.DESTROY_0
    assert leave_alone(state, definition, GIVE | DESTROY, listed, 2) == 2
    assert leave_alone(state, definition, GIVE | OUST, listed, 2) == 1
    assert listed.ids[0] == actions.DESTROY_0


def test_a_wrong_restriction_is_answered_with_the_right_ones():
    with pytest.raises(ForvmError) as error:
        bots.recipe("greedy:without=oust+marry")
    assert all(word in str(error.value) for word in (*RESTRICTIONS, "“marry”"))
