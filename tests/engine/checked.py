"""Random games that check every position, compiled."""

from __future__ import annotations

from functools import cache

from forvm.engine import tasks
from forvm.engine.actions import ACTIONS
from forvm.engine.definition import Definition
from forvm.engine.entries import DEFINITION, SCRATCH, STATE, engine_program
from forvm.engine.play import chance, chance_due, legal, play, start, why_not
from forvm.engine.random_play import sample_chance
from forvm.engine.reasons import OK
from forvm.engine.rng import random_below, seed_numbers
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.compiler import Program
from forvm.engine.twin.rule import Buffer, Numbers, rule
from tests.engine.invariants import FINE, broken

CHECK_EVERY = 5  # positions; and all of the building phase, where most things change
MASK = 100  # the code for a disagreement between legal and why_not
STUCK = 101  # for a game that does not end


@rule
def mask_agrees(s: State, g: Definition, scratch: Scratch) -> bool:
    """Does ``why_not`` accept exactly what is offered?"""
    n = chance(s, g, scratch) if chance_due(s) else legal(s, g, scratch)
    for i in range(n):
        if why_not(s, g, scratch.ids[i]) != OK:
            return False
        for j in range(i):
            if scratch.ids[i] == scratch.ids[j]:
                return False
    accepted = 0
    for action in range(ACTIONS):
        if why_not(s, g, action) == OK:
            accepted += 1
    return accepted == n


@rule
def checked_game(s: State, g: Definition, scratch: Scratch, mask_every: int, most: int) -> int:
    """One random game; returns what was broken, or FINE."""
    for step in range(most):
        if s.task[s.top] == tasks.OVER:
            return broken(s, g)
        if step % CHECK_EVERY == 0 or s.task[0] == tasks.BUILDING:
            why = broken(s, g)
            if why != FINE:
                return why
        if mask_every > 0 and step % mask_every == 0 and not mask_agrees(s, g, scratch):
            return MASK
        action = (
            sample_chance(s, g, scratch) if chance_due(s) else scratch.ids[random_below(scratch, legal(s, g, scratch))]
        )
        play(s, g, action, scratch)
    return STUCK


@rule
def checked_games_entry(
    state: Buffer,
    definition: Buffer,
    scratch: Buffer,
    seed: int,
    first: int,
    games: int,
    mask_every: int,
    most: int,
    wins: Numbers,
) -> int:
    """So many games on one record; returns 0, or 1000 × game + what was broken. Counts sets of winners."""
    s = state.view(STATE)[0]
    for i in range(first, first + games):
        for j in range(len(state)):
            state[j] = 0
        start(s, definition.view(DEFINITION)[0])
        seed_numbers(scratch.view(SCRATCH)[0], seed, i)
        why = checked_game(s, definition.view(DEFINITION)[0], scratch.view(SCRATCH)[0], mask_every, most)
        if why != FINE:
            return 1000 * i + why
        wins[s.winners] += 1
    return 0


@cache
def checked_program() -> Program:
    """The checked games on top of the engine."""
    return Program("checked", [checked_games_entry], "tests.engine.checked:checked_program", base=engine_program())
