"""Bots need nothing but the core: without NumPy and Numba they think in plain Python."""

from __future__ import annotations

import subprocess
import sys

import pytest

PLAY_WITHOUT = """
import sys
for name in ("numpy", "numba"):
    sys.modules[name] = None  # importing it fails
from forvm import Game, bots
from tests.bots.play import moves_of
game = Game("short", 3)
for count, _ in enumerate(moves_of(game, [bots.make({spec!r}, seed=seat) for seat in range(3)], seed=1)):
    if count == 40:
        break
print(game.turn)
print(bots.make({spec!r}).explain(game, game.to_act)[0].why)
"""


@pytest.mark.parametrize("spec", ["tiro", "greedy", "consul"])
def test_bots_play_on_a_bare_install(spec):
    told = subprocess.run(
        [sys.executable, "-c", PLAY_WITHOUT.format(spec=spec)], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    turn, why = told.stdout.splitlines()
    assert int(turn) >= 2
    assert why.endswith(".")
