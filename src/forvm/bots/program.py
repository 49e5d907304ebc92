"""The compiled bots: a program of their own on top of the engine's."""

from __future__ import annotations

from functools import cache

from forvm.bots import driver
from forvm.bots.mind import Chart, Mind
from forvm.bots.weights import Weights
from forvm.engine import compiled
from forvm.engine.compiled import Program, engine_program

compiled.RECORDS += (Weights, Chart, Mind)


@cache
def bots_program() -> Program:
    """The bots behind their entry points."""
    return Program("bots", [driver.greedy_games_entry], base=engine_program())
