"""The rules of a game: an edition, or a house rule that changes one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from forvm.content.board import Board
from forvm.content.deck import Deck
from forvm.content.definition_builder import define
from forvm.content.parameters import Value, number
from forvm.engine.definition import Definition
from forvm.errors import ContentError


@dataclass(frozen=True, slots=True)
class Rules:
    """A board, a deck and a value for every parameter, all checked. Made by `forvm.content.load`."""

    id: str
    name: str
    description: str
    edition: str  # the id of the edition; of an edition, its own
    values: Mapping[str, Value]
    overrides: Mapping[str, Value]  # those values that differ from the edition's
    board: Board
    deck: Deck
    _definitions: dict[int, Definition] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def player_counts(self) -> range:
        """For how many players the game is."""
        return range(number(self.values, "players.min"), number(self.values, "players.max") + 1)

    def definition(self, players: int) -> Definition:
        """The engine's definition of a game for so many players. It is kept and shared: nobody changes it."""
        counts = self.player_counts
        if players not in counts:
            allowed = " or ".join(map(str, counts))
            raise ContentError(
                f"{self.name} is for {allowed} players, not {players}. "
                "A house rule may set players.min and players.max from 2 to 4."
            )
        if players not in self._definitions:
            self._definitions[players] = define(self.values, self.board, self.deck, players)
        return self._definitions[players]

    def digest(self) -> str:
        """Twelve hexadecimal digits that change with all that can change a game or how it is written down.

        Texts, and where a market is drawn, do not count.
        """
        return self.sha256()[:12]

    def sha256(self) -> str:
        """The whole of ``digest``, where nobody must be able to find other rules with the same digest."""
        canonical = {
            "values": dict(sorted(self.values.items())),
            "markets": [(m.name, m.latin, m.region, m.kind, m.distance, m.values) for m in self.board.markets],
            "regions": [region.id for region in self.board.regions],
            "links": sorted(tuple(sorted(link)) for link in self.board.links),
            "cards": [(c.id, c.copies, c.effect, c.amount, c.points, c.roll, c.markets) for c in self.deck.cards],
        }
        written = json.dumps(canonical, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(written.encode()).hexdigest()

    def __hash__(self) -> int:
        return hash((self.id, self.edition, self.digest()))
