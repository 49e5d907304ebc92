"""Words for the dice, as a page chooses, hides and opens them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from forvm.notation.seal import Opening, words_commitment


@dataclass(frozen=True)
class Words:
    """Somebody's words for one round in one seat."""

    game: str
    seat: int
    words: str
    round: int = 1
    salt: str = field(default_factory=lambda: secrets.token_hex(16))

    @property
    def ready(self) -> dict[str, object]:
        """What is sent before everyone has committed."""
        commitment = words_commitment(self.game, self.seat, self.round, Opening(self.salt, self.words))
        return {"ready": True, "words": commitment}

    @property
    def opening(self) -> dict[str, object]:
        """What is sent once the host has started."""
        return {"salt": self.salt, "words": self.words}
