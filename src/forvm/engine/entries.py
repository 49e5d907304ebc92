"""The doors into compiled code: they take records as bytes, because that is the cheap way in from Python."""

from __future__ import annotations

from forvm.engine.definition import Definition
from forvm.engine.driver import new_random_game, random_game, sample_chance
from forvm.engine.play import advance, chance, legal, play, start, why_not
from forvm.engine.rng import seed_numbers
from forvm.engine.rule import Buffer, Numbers, rule
from forvm.engine.scratch import Scratch
from forvm.engine.state import State

STATE = State.dtype()
DEFINITION = Definition.dtype()
SCRATCH = Scratch.dtype()


@rule
def start_entry(state: Buffer, definition: Buffer) -> None:
    """``start`` on bytes that are all 0."""
    start(state.view(STATE)[0], definition.view(DEFINITION)[0])


@rule
def play_entry(state: Buffer, definition: Buffer, action: int, scratch: Buffer) -> int:
    """``play`` on bytes."""
    return play(state.view(STATE)[0], definition.view(DEFINITION)[0], action, scratch.view(SCRATCH)[0])


@rule
def advance_entry(state: Buffer, definition: Buffer, scratch: Buffer) -> int:
    """``advance`` on bytes."""
    return advance(state.view(STATE)[0], definition.view(DEFINITION)[0], scratch.view(SCRATCH)[0])


@rule
def legal_entry(state: Buffer, definition: Buffer, scratch: Buffer) -> int:
    """``legal`` on bytes."""
    return legal(state.view(STATE)[0], definition.view(DEFINITION)[0], scratch.view(SCRATCH)[0])


@rule
def chance_entry(state: Buffer, definition: Buffer, scratch: Buffer) -> int:
    """``chance`` on bytes."""
    return chance(state.view(STATE)[0], definition.view(DEFINITION)[0], scratch.view(SCRATCH)[0])


@rule
def why_not_entry(state: Buffer, definition: Buffer, action: int) -> int:
    """``why_not`` on bytes."""
    return why_not(state.view(STATE)[0], definition.view(DEFINITION)[0], action)


@rule
def sample_chance_entry(state: Buffer, definition: Buffer, scratch: Buffer) -> int:
    """``sample_chance`` on bytes."""
    return sample_chance(state.view(STATE)[0], definition.view(DEFINITION)[0], scratch.view(SCRATCH)[0])


@rule
def random_game_entry(state: Buffer, definition: Buffer, scratch: Buffer, most: int) -> int:
    """``random_game`` on bytes."""
    return random_game(state.view(STATE)[0], definition.view(DEFINITION)[0], scratch.view(SCRATCH)[0], most)


@rule
def random_games_entry(
    states: Buffer,
    definition: Buffer,
    scratch: Buffer,
    seed: int,
    first: int,
    decisions: Numbers,
    most: int,
) -> int:
    """Whole random games, one for each record in ``states`` (all 0); game i uses stream first + i of the seed."""
    records = states.view(STATE)
    total = 0
    for i in range(len(records)):
        seed_numbers(scratch.view(SCRATCH)[0], seed, first + i)
        decisions[i] = new_random_game(records[i], definition.view(DEFINITION)[0], scratch.view(SCRATCH)[0], most)
        total += decisions[i]
    return total


@rule
def copy_entry(states: Buffer, times: int) -> int:
    """Copy the first of two records onto the second, so many times (for benchmarks)."""
    records = states.view(STATE)
    for i in range(times):
        records[0].turn = i & 1023
        records[1] = records[0]
    return records[1].turn
