"""The compiled bots: a program of their own on top of the engine's."""

from __future__ import annotations

from functools import cache

from forvm.bots import driver
from forvm.engine.compiled import Program, engine_program


@cache
def bots_program() -> Program:
    """The bots behind their entry points."""
    return Program("bots", [driver.bots_entry], "forvm.bots.program:bots_program", base=engine_program())
