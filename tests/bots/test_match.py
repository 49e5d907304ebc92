"""Compiled matches are the games that the same bots play at the table."""

from __future__ import annotations

import pytest

from forvm import bots, content
from forvm.bots.common_dice import CommonDice, common_chance, start_dice
from forvm.bots.match import Match, MatchResult, can_compile
from forvm.bots.recipes import Recipe
from forvm.engine.scratch import Scratch
from forvm.engine.twin.compiler import Program
from forvm.errors import ForvmError
from forvm.game import CHANCE, Game

EDITIONS = ("forvm", "horrea", "short")


def recipes(*specs: str) -> list[Recipe]:
    found = [bots.recipe(spec) for spec in specs]
    return [recipe for recipe in found if recipe is not None]


def match(program: Program, edition: str, *specs: str) -> Match:
    return Match(program, content.load(edition).definition(len(specs)), recipes(*specs))


def at_the_table(edition: str, specs: tuple[str, ...], seed: int, number: int) -> MatchResult:
    """The same game, move by move in Python."""
    game = Game(edition, len(specs))
    seats = [bots.make(spec) for spec in specs]
    decisions = [0] * len(specs)
    dice, dice_rng = CommonDice(), Scratch()
    start_dice(dice, seed, number)
    while (seat := game.to_act) is not None:
        if seat == CHANCE:
            game.play(common_chance(game.state, game.definition, dice, dice_rng))
        else:
            decisions[seat] += 1
            game.play(seats[seat].choose(game, seat))
    assert game.outcome is not None
    players = game.players
    return MatchResult(
        tuple(game.outcome.winners),
        game.turn,
        tuple(player.prestige for player in players),
        tuple(player.money for player in players),
        tuple(decisions),
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_compiled_games_are_games_at_the_table(edition, program):
    specs = ("greedy", "merchant", "intriguer", "warlord")
    played = match(program, edition, *specs).play(seed=5, first=3, games=2)
    assert played == [at_the_table(edition, specs, 5, number) for number in (3, 4)]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("specs", [("warlord",) * 4, ("search:sims=40", "warlord", "tiro", "intriguer")])
def test_compiled_bots_play_legal_moves_only(edition, specs, program):
    """Compiled rules do what they are told; here every move is asked about. Warlords meet what others avoid."""
    for trail in match(program, edition, *specs).trails(seed=3, first=0, games=12):
        game = Game(edition, 4)
        for played in trail.tolist():
            game.play(played)
        assert game.outcome is not None


def test_a_game_is_the_same_alone_and_among_others(program):
    made = match(program, "short", "greedy", "search:sims=60", "random")
    assert made.play(seed=2, first=0, games=3)[2] == made.play(seed=2, first=2, games=1)[0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_greedy_beats_random(edition, program):
    wins = 0
    for seat in range(4):
        specs = ["random"] * 4
        specs[seat] = "greedy"
        wins += sum(result.winners == (seat,) for result in match(program, edition, *specs).play(1, 0, 25))
    assert wins >= 90


def test_each_fallible_level_beats_the_one_below(program):
    """Levels that search are slow: their ladder stands in docs/bots.md, with the command that measured it."""
    for better, worse in (("tiro", "random"), ("quaestor", "tiro"), ("aedile", "quaestor")):
        wins = 0
        for seat in range(4):
            specs = [worse] * 4
            specs[seat] = better
            wins += sum(seat in result.winners for result in match(program, "forvm", *specs).play(1, 0, 50))
        assert wins >= 80


def test_what_cannot_be_compiled(program):
    assert not can_compile([*recipes("greedy"), None])
    assert not can_compile(recipes("search:seconds=1", "greedy"))
    assert not can_compile(recipes("search:sims=100,threads=2", "greedy"))
    with pytest.raises(ForvmError, match="4 built-in bots"):
        Match(program, content.load("forvm").definition(4), recipes("greedy", "greedy"))
