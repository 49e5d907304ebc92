"""Something that happened at a table, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass, field

from forvm.game import Game
from forvm.server import steps
from forvm.server.messages.socket import Happened
from forvm.server.outbox import written
from forvm.server.steps import Done, NewEpoch


@dataclass(frozen=True, slots=True)
class Frame:
    """Something done, and the game as it stood after it."""

    done: Done | NewEpoch
    game: Game
    _told: dict[tuple[int | None, int | None], bytes] = field(default_factory=dict)

    def told(self, eyes: int | None, log: int | None) -> bytes:
        """What a page is told that sees with the eyes of one seat, and reads the log of one; written once for all."""
        if (eyes, log) not in self._told:
            self._told[eyes, log] = written(
                Happened(self.done.seq, self.done.seen_by(log), steps.view(self.game, eyes))
            )
        return self._told[eyes, log]
