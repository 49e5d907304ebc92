"""The doors into compiled code: they take records as bytes, because that is the cheap way in from Python.

There are few, because each one contains the whole engine and takes seconds to compile.
"""

from __future__ import annotations

from functools import cache

from forvm.engine.definition import Definition
from forvm.engine.play import play, start
from forvm.engine.random_play import random_game
from forvm.engine.rng import seed_numbers
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.compiler import Program, require_numba
from forvm.engine.twin.rule import Buffer, Numbers, rule

require_numba()
STATE = State.dtype()
DEFINITION = Definition.dtype()
SCRATCH = Scratch.dtype()


@rule
def start_entry(state: Buffer, definition: Buffer) -> None:
    """``start`` on bytes that are all 0."""
    start(state.view(STATE)[0], definition.view(DEFINITION)[0])


@rule
def play_entry(state: Buffer, definition: Buffer, action: int, scratch_bytes: Buffer) -> int:
    """``play`` on bytes."""
    return play(state.view(STATE)[0], definition.view(DEFINITION)[0], action, scratch_bytes.view(SCRATCH)[0])


@rule
def random_games_entry(
    states: Buffer,
    definition: Buffer,
    scratch_bytes: Buffer,
    seed: int,
    first: int,
    decisions: Numbers,
    most: int,
) -> int:
    """Random games to the end from each record in ``states``; those that are all 0 are new games.

    Game i uses stream first + i of the seed and leaves its number of decisions; returns their sum.
    """
    records = states.view(STATE)
    g = definition.view(DEFINITION)[0]
    scratch = scratch_bytes.view(SCRATCH)[0]
    total = 0
    for i in range(len(records)):
        if records[i].turn == 0:
            start(records[i], g)
        seed_numbers(scratch, seed, first + i)
        decisions[i] = random_game(records[i], g, scratch, most)
        total += decisions[i]
    return total


@cache
def engine_program() -> Program:
    """The engine behind its own entry points."""
    return Program("engine", (start_entry, play_entry, random_games_entry), "forvm.engine.entries:engine_program")
