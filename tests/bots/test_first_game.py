"""The first game on a fresh machine: bots answer from the plain rules while the compiled ones are being built."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ANSWER = """
from forvm import Dice, Game, bots
from forvm.bots import program

game = Game("forvm", 4)
game.roll_all(Dice(1))
try:
    for level in bots.LEVELS:
        bot = bots.make(level, seed=1)
        for _ in range(12):
            game.play(bot.choose(game, game.to_act))
            game.roll_all(Dice(1))
    assert [process.poll() for process in program.compiling] == [None], "it should still be compiling"
finally:
    for process in program.compiling:
        process.kill()
        process.wait()
print(game.turn)
"""


def test_every_level_answers_while_the_compiler_is_at_work(tmp_path):
    pytest.importorskip("numba")
    told = subprocess.run(
        [sys.executable, "-c", ANSWER],
        env={**os.environ, "FORVM_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert int(told.stdout) >= 2
