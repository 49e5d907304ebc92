"""Plays the games of an arena: in compiled code if all bots are built in, else move by move in Python."""

from __future__ import annotations

import time
from collections.abc import Sequence

from forvm import bots
from forvm.bots import Bot
from forvm.bots.entry_points import bots_entry
from forvm.bots.match import Match, can_compile
from forvm.bots.program import bots_program
from forvm.bots.recipes import Recipe
from forvm.lab.arena.arena_plan import ArenaKey, ArenaPlan, ArenaRow
from forvm.lab.in_python import play_in_python
from forvm.lab.lineups import Lineup

SIMULATIONS_KEPT = 20_000  # in all matches that are kept for the next block; each costs memory by its simulations
MATCHES_KEPT = 500


class ArenaTable:
    """Plays the games of a plan, each as it would be played alone: the order does not matter."""

    def __init__(self, plan: ArenaPlan) -> None:
        self._plan = plan
        self._recipes = {bot: bots.recipe(bot) for bot in plan.bots}
        self._matches: dict[Lineup, Match] = {}
        if any(recipe.character for recipe in self._recipes.values() if recipe) and (program := bots.compiled()):
            program[bots_entry]  # loaded now, so that no bot's first move counts it as thinking

    def play(self, key: ArenaKey) -> ArenaRow:
        """Play a game."""
        seats = self._plan.seats(key)
        recipes = [recipe for bot in seats if (recipe := self._recipes[bot]) is not None]
        if len(recipes) == len(seats) and can_compile(recipes):
            return self._play_compiled(key, seats, recipes)
        return play_by_hand(self._plan, key)

    def _play_compiled(self, key: ArenaKey, seats: Lineup, recipes: Sequence[Recipe]) -> ArenaRow:
        if seats not in self._matches:
            self._make_room(max(recipe.simulations or 0 for recipe in recipes))
            definition = self._plan.rules.definition(self._plan.players)
            self._matches[seats] = Match(bots_program(), definition, recipes)
        begun = time.perf_counter()
        result = self._matches[seats].play(self._plan.stream_seed, self._plan.dice(key), 1)[0]
        return ArenaRow(key, *result, seconds=time.perf_counter() - begun, thinking=None)

    def _make_room(self, simulations: int) -> None:
        def kept(seats: Lineup) -> int:
            recipes = (self._recipes[bot] for bot in seats)
            return max(recipe.simulations or 0 for recipe in recipes if recipe is not None)

        while self._matches and (
            len(self._matches) >= MATCHES_KEPT or simulations + sum(map(kept, self._matches)) > SIMULATIONS_KEPT
        ):
            del self._matches[next(iter(self._matches))]


def play_by_hand(plan: ArenaPlan, key: ArenaKey) -> ArenaRow:
    """A game move by move, with the dice that compiled games of the same block have."""
    begun = time.perf_counter()
    played = play_in_python(
        plan.rules, plan.seats(key), seat_bots(plan, key), plan.stream_seed, plan.dice(key), f"seed block {key.block}"
    )
    game = played.game
    return ArenaRow(
        key=key,
        winners=game.outcome.winners if game.outcome else (),
        turns=game.turn,
        prestige=tuple(game.state.prestige[: plan.players]),
        money=tuple(game.state.money[: plan.players]),
        decisions=tuple(played.decisions),
        seconds=time.perf_counter() - begun,
        thinking=tuple(played.thinking),
    )


def seat_bots(plan: ArenaPlan, key: ArenaKey) -> list[Bot]:
    """Fresh bots; what a bot's seed is depends on the block and on the bot, not on where it sits."""
    seats = plan.seats(key)
    names = list(dict.fromkeys(plan.lineups[key.lineup]))
    made = []
    for seat, name in enumerate(seats):
        number = names.index(name) * plan.players + seats[:seat].count(name)
        made.append(bots.make(name, seed=plan.bot_seed(key, number)))
    return made
