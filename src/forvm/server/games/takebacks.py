"""The information barrier: what somebody may take back alone."""

from __future__ import annotations

from collections.abc import Sequence

from forvm import text
from forvm.game import CHANCE, Game
from forvm.server.protocol.socket_messages import Earlier, Takeback


def takeback(game: Game, seats: Sequence[int], earlier: list[Earlier]) -> Takeback:
    """Whether somebody in these seats may take back the last move, or why not."""
    words = text.load("table")["undo"]
    if not game.history:
        return Takeback(False, None, words["nothing"], earlier)
    last = game.history[-1]
    if game.outcome is not None:
        return Takeback(False, None, words["over"], earlier)
    if last.seat == CHANCE:
        return Takeback(False, None, words["chance"], earlier)
    if last.seat not in seats:
        return Takeback(False, None, text.fill(words["other"], {"player": game.names[last.seat]}), earlier)
    return Takeback(True, last.seat, text.fill(words["move"], {"move": last.sentence}), earlier)
