"""Dice and cards that different bots share, so that their games can be compared."""

from __future__ import annotations

from typing import Annotated

from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.limits import PLAYERS
from forvm.engine.random_play import sample_chance
from forvm.engine.rng import seed_moment
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.layout import Column, Layout, Wide, layout
from forvm.engine.twin.rule import rule

ROLLS = (tasks.OVER + 1) * (PLAYERS + 1)  # what can be rolled, for whom


@layout
class CommonDice(Layout):
    """The seed of a game's dice, and how often each thing was rolled this turn."""

    seed: Annotated[int, Column("i8")]
    game: Annotated[int, Column("i8")]
    turn: Wide
    rolls: Annotated[list[int], Column("i4", ROLLS)]


@rule
def start_dice(dice: CommonDice, seed: int, game: int) -> None:
    """Starts the dice of a game."""
    dice.seed = seed
    dice.game = game
    dice.turn = -1


@rule
def forget_rolls(dice: CommonDice) -> None:
    """Starts to count the rolls of a turn."""
    for i in range(ROLLS):
        dice.rolls[i] = 0


@rule
def common_chance(s: State, g: Definition, dice: CommonDice, dice_rng: Scratch) -> int:
    """Rolls or draws what is due, from random numbers that belong to this moment of the game.

    They depend on the turn, on what is rolled for whom, and on how often it was rolled this turn. They do not depend on
    what else bots have done. So different bots have the same luck as long as they play alike.
    """
    if dice.turn != s.turn:
        dice.turn = s.turn
        forget_rolls(dice)
    what = s.task[s.top] * (PLAYERS + 1) + s.actor[s.top] + 1
    moment = (s.turn * ROLLS + what) * 64 + dice.rolls[what]
    dice.rolls[what] += 1
    seed_moment(dice_rng, dice.seed, dice.game, moment)
    return sample_chance(s, g, dice_rng)
