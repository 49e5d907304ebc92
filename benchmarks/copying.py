"""Copying states in compiled code, to be timed."""

from __future__ import annotations

from functools import cache

from forvm.engine.entries import STATE
from forvm.engine.twin.compiler import Program
from forvm.engine.twin.rule import Buffer, rule


@rule
def copy_states(states: Buffer, times: int) -> int:
    """Copy the first of two records onto the second, so many times, each time a little different."""
    records = states.view(STATE)
    for i in range(times):
        records[0].turn = i & 1023
        records[1] = records[0]
    return records[1].turn


@cache
def copy_program() -> Program:
    """A program of one function."""
    return Program("copying", [copy_states], "benchmarks.copying:copy_program")
