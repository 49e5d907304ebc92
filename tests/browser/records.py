"""Short games that were played elsewhere, as files to bring to the page."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import forvm
from forvm.game import Game, Move

NAMES = ["Ada", "Ben", "Cleo"]


class Whim:
    """Plays whatever comes to mind."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, game: Game, seat: int) -> Move:
        return self.dice.choice(game.legal())


@cache
def played() -> Game:
    """A game of three turns with hidden hands."""
    rules = forvm.content.from_overrides("short", {"win.turn_limit": 3}, name="Three turns")
    game = Game(rules, players=3, names=NAMES)
    forvm.play_out(game, Whim(2), seed=2)
    return game


def record_file(folder: Path) -> Path:
    """Its record."""
    file = folder / "three-turns.txt"
    file.write_text(played().record(), encoding="utf-8")
    return file


def file_of(name: str, content: str, kind: str = "text/plain") -> dict[str, object]:
    """A file as the page's file chooser takes it."""
    return {"name": name, "mimeType": kind, "buffer": content.encode()}
