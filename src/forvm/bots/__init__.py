"""Bots: opponents for people, strategies for studies.

>>> import forvm
>>> from forvm import bots
>>> bot = bots.make("greedy", seed=1)
>>> game = forvm.Game("forvm", players=3)
>>> game.roll_all(forvm.Dice(1))[-1].kind
'die'
>>> bot.choose(game, game.to_act) in game.legal()
True

A bot is anything with ``choose(game, seat)`` that returns one of ``game.legal()``; see ``docs/bots.md``.
"""

from forvm.bots.bot import Candidate, GreedyBot, RandomBot, SearchBot
from forvm.bots.program import compiled
from forvm.bots.recipes import LEVELS, NAMES, RECIPES, Recipe, RenamedOption, make, recipe
from forvm.game import Bot

__all__ = [
    "LEVELS",
    "NAMES",
    "RECIPES",
    "Bot",
    "Candidate",
    "GreedyBot",
    "RandomBot",
    "Recipe",
    "RenamedOption",
    "SearchBot",
    "compiled",
    "make",
    "recipe",
]
