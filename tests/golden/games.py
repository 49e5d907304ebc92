"""The golden games: how each was played, and how one is written down, a line a move.

A change in the rules shows as a readable difference in these files. Where it is meant, write them anew with
``python -m tests.golden.games`` and read the difference before committing it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import forvm
from forvm import content
from forvm.game import Dice

FOLDER = Path(__file__).parent / "games"


@dataclass(frozen=True)
class Golden:
    """A game that is played again and again: rules, seed, and whether players prefer some kinds of move."""

    name: str
    edition: str
    players: int
    seed: int
    overrides: dict[str, Any] = field(default_factory=dict)
    prefer: tuple[str, ...] = ()  # kinds of move taken whenever offered, the first that is; else at random

    def play(self) -> list[str]:
        """Play it; the lines are: turn, phase, who, move, digest of the position after it."""
        game = forvm.Game(content.from_overrides(self.edition, self.overrides), players=self.players)
        dice = Dice(self.seed)
        lines = []
        while game.to_act is not None:
            if game.to_act == forvm.CHANCE:
                game.roll(dice)
            else:
                legal = game.legal()
                liked = [move for kind in self.prefer for move in legal if move.kind == kind]
                game.play(liked[0] if liked else legal[dice.below(len(legal))])
            played = game.history[-1]
            who = "chance" if played.seat == forvm.CHANCE else "ABCD"[played.seat]
            lines.append(f"{played.turn} {played.phase} {who} {played.notation} {forvm.state_digest(game.state)}")
        assert game.outcome is not None
        winners = "".join("ABCD"[seat] for seat in game.outcome.winners)
        standings = ", ".join(f"{p.letter} {p.prestige} prestige ${p.money}" for p in game.players)
        return [*lines, f"won by {winners} ({game.outcome.clause}): {standings}"]

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"


GAMES = [
    Golden("short-3", "short", 3, 1),
    Golden("short-4", "short", 4, 2),
    Golden("horrea-3", "horrea", 3, 3),
    Golden("horrea-4", "horrea", 4, 4),
    Golden("forvm-3", "forvm", 3, 5),
    Golden("forvm-4", "forvm", 4, 6),
    Golden("marriages", "horrea", 4, 7, prefer=("accept", "counter", "propose")),
    Golden("turn-limit", "short", 3, 8, {"win.turn_limit": 3, "win.prestige": 60}),
    Golden("won-by-money", "forvm", 4, 0, {"win.prestige": 4}),
    Golden(
        "won-by-benefactions",
        "forvm",
        4,
        10,
        {"start.prestige": 1, "give.prestige": 0, "give.cost": [0, 0, 0], "win.turn_limit": 1},
        prefer=("give", "end"),
    ),
    Golden("shared", "forvm", 3, 11, {"win.turn_limit": 1}, prefer=("end",)),
]


def main() -> None:
    """Write the files anew."""
    FOLDER.mkdir(exist_ok=True)
    for golden in GAMES:
        golden.file.write_text("\n".join(golden.play()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
