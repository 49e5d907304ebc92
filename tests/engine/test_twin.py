"""The plain and the compiled engine are one engine: the same games, field by field."""

from __future__ import annotations

import numpy as np
import pytest

from forvm.engine import entries, tasks
from forvm.engine.entries import engine_program
from forvm.engine.play import chance_due, play, start
from forvm.engine.random_play import sample_chance
from forvm.engine.rng import random_below, seed_numbers
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from tests.engine.variants import VARIANTS, Variant

GAMES = 100  # of each variant


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_plain_and_compiled_states_are_identical_through_whole_games(variant: Variant) -> None:
    compiled_start = engine_program()[entries.start_entry]
    compiled_play = engine_program()[entries.play_entry]
    g = variant.definition()
    g_bytes = g.to_buffer()
    scratch = Scratch()
    scratch_bytes = Scratch().to_buffer()
    ids = scratch_bytes.view(Scratch.dtype())["ids"][0]
    for game in range(GAMES):
        s = State()
        s_bytes = s.to_buffer()
        start(s, g)
        compiled_start(s_bytes, g_bytes)
        seed_numbers(scratch, 11, game)
        n = 0
        while s.task[s.top] != tasks.OVER:
            action = sample_chance(s, g, scratch) if chance_due(s) else scratch.ids[random_below(scratch, n)]
            n = play(s, g, action, scratch)
            offered = compiled_play(s_bytes, g_bytes, action, scratch_bytes)
            if s.pack() != s_bytes.tobytes():
                assert s.fields() == State.from_buffer(s_bytes).fields(), f"game {game}, after action {action}"
            assert scratch.ids[:n] == ids[:offered].tolist()


@pytest.mark.parametrize("variant", VARIANTS[:6], ids=str)
def test_a_seed_gives_the_same_game_either_way(variant: Variant) -> None:
    from forvm.engine.random_play import random_game

    g = variant.definition()
    states = np.zeros(5 * State.dtype().itemsize, np.uint8)
    decisions = np.zeros(5, np.int64)
    engine_program()[entries.random_games_entry](
        states, g.to_buffer(), Scratch().to_buffer(), 3, 40, decisions, 100_000
    )
    for game, data in enumerate(states.reshape(5, -1)):
        s, scratch = State(), Scratch()
        start(s, g)
        seed_numbers(scratch, 3, 40 + game)
        assert random_game(s, g, scratch, 100_000) == decisions[game]
        assert s.pack() == data.tobytes()
