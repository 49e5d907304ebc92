"""Every random game ends by victory, and every position on the way is sound.

``FORVM_MANY_GAMES`` sets how many games of each edition are played. With 100,000 this file takes half a minute.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from forvm import content
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from tests.engine.checked import checked_games_entry, checked_program
from tests.engine.variants import VARIANTS, Variant

GAMES = int(os.environ.get("FORVM_MANY_GAMES", "20000"))


def play_checked(variant: Variant, games: int, mask_every: int) -> np.ndarray:
    """Play; fail with the game's number and what was broken. Returns how often each set of players won."""
    wins = np.zeros(16, np.int64)
    found = checked_program()[checked_games_entry](
        State().to_buffer(),
        variant.definition().to_buffer(),
        Scratch().to_buffer(),
        7,
        0,
        games,
        mask_every,
        100_000,
        wins,
    )
    assert found == 0, f"game {found // 1000} of seed 7 broke invariant {found % 1000} (see invariants.py)"
    return wins


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("edition", content.names())
def test_many_games_end_by_victory_with_every_invariant_intact(edition: str, players: int) -> None:
    """No random game gets stuck, ends without a winner, or passes through a position that breaks an invariant."""
    wins = play_checked(Variant(edition, players), GAMES // 2, mask_every=0)
    assert wins.sum() == GAMES // 2
    assert wins[0] == 0


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_exactly_the_legal_moves_are_accepted(variant: Variant) -> None:
    play_checked(variant, 300, mask_every=7)
