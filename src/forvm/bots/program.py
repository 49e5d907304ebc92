"""The compiled bots: a program of their own on top of the engine's."""

from __future__ import annotations

from functools import cache
from subprocess import Popen

from forvm.bots.entry_points import bots_entry
from forvm.engine.twin.compiler import CompilerMissing, Program

compiling: list[Popen[bytes]] = []  # the process that compiles in the background, if any


@cache
def bots_program() -> Program:
    """Returns the bots behind their entry point. Raises ``CompilerMissing`` without Numba."""
    from forvm.engine.entries import engine_program

    return Program("bots", [bots_entry], "forvm.bots.program:bots_program", base=engine_program())


@cache
def _program_if_possible() -> Program | None:
    try:
        return bots_program()
    except CompilerMissing:
        return None


def compiled() -> Program | None:
    """Returns the compiled bots if they are ready; else starts to compile them in the background."""
    program = _program_if_possible()
    if program is None or program.is_ready():
        return program
    if not compiling:
        process = program.compile_in_background()
        if process is not None:
            compiling.append(process)
    return None
