"""The compiled bots: a program of their own on top of the engine's."""

from __future__ import annotations

from functools import cache

from forvm.bots import driver
from forvm.engine.entries import engine_program
from forvm.engine.twin.compiler import Program


@cache
def bots_program() -> Program:
    """The bots behind their entry points."""
    return Program("bots", [driver.bots_entry], "forvm.bots.program:bots_program", base=engine_program())
