"""The plan of an arena: its settings, and the list of games that follows from them."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from forvm._version import __version__
from forvm.content import Rules
from forvm.engine.rng import mix
from forvm.lab.keyed_hash import keyed_hash
from forvm.lab.lineups import Lineup, count_seatings, seatings
from forvm.lab.scheme import SCHEME, stream_seed, written_scheme

MOST_BLOCKS = 1 << 24  # of a line-up


class ArenaKey(NamedTuple):
    """Which game: the number of its line-up, its seed block, the number of its seating.

    All seatings of a seed block have the same dice.
    """

    lineup: int
    block: int
    seating: int


class ArenaRow(NamedTuple):
    """A game that was played; lists go by seat. No winners: it was given up."""

    key: ArenaKey
    winners: tuple[int, ...]
    turns: int
    prestige: tuple[int, ...]
    money: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: float
    thinking: tuple[float, ...] | None  # seconds of each seat; compiled games have no clock within

    def as_json(self) -> str:
        """A line for the journal."""
        return json.dumps([*self.key, *self[1:]], separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> ArenaRow:
        """The game of a journal's line; ValueError if it is none."""
        values = json.loads(line)
        if not isinstance(values, list) or len(values) != 10:
            raise ValueError("no game")
        lineup, block, seating, winners, turns, prestige, money, decisions, seconds, thinking = values
        return cls(
            ArenaKey(lineup, block, seating),
            tuple(winners),
            turns,
            tuple(prestige),
            tuple(money),
            tuple(decisions),
            seconds,
            None if thinking is None else tuple(thinking),
        )

    def share(self, seat: int) -> float:
        """A seat's part in the victory: equal parts where it is shared."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True)
class ArenaPlan:
    """The settings of an arena. ``games`` is for each line-up, and rounded up to whole sets of seatings."""

    rules: Rules
    players: int
    lineups: tuple[Lineup, ...]
    games: int
    seed: int
    own: tuple[tuple[str, str], ...] = ()  # bots that are not built in, with a digest of their source
    scheme: int = SCHEME  # how dice follow from a game's key

    @property
    def bots(self) -> tuple[str, ...]:
        """Every bot that takes part, in the order in which they were named."""
        return tuple(dict.fromkeys(bot for lineup in self.lineups for bot in lineup))

    def blocks(self, lineup: int) -> int:
        """How many blocks a line-up plays in every seating."""
        return -(-self.games // count_seatings(self.lineups[lineup]))

    def games_of(self, lineup: int) -> int:
        """How many games a line-up plays: whole sets of seatings."""
        return self.blocks(lineup) * count_seatings(self.lineups[lineup])

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return sum(map(self.games_of, range(len(self.lineups))))

    def seats(self, key: ArenaKey) -> Lineup:
        """Who sits where in a game."""
        return seatings(self.lineups[key.lineup])[key.seating]

    def dice(self, key: ArenaKey) -> int:
        """Which dice a game has under the seed: those of its line-up and block, whatever else is played."""
        bots = ",".join(self.lineups[key.lineup])
        if self.scheme == 1:
            return zlib.crc32(bots.encode()) * MOST_BLOCKS + key.block
        return keyed_hash(bots) % (1 << 36) * MOST_BLOCKS + key.block

    @property
    def stream_seed(self) -> int:
        """The seed as the drivers of games take it."""
        return stream_seed(self.seed, self.scheme)

    def bot_seed(self, key: ArenaKey, number: int) -> int:
        """The seed of a bot of one's own, of that number in its line-up."""
        if self.scheme == 1:
            return mix((mix(self.seed) + self.dice(key)) * 64 + number)
        return keyed_hash(self.seed, self.dice(key), number)

    def schedule(self, done: Container[ArenaKey] = ()) -> Iterator[ArenaKey]:
        """The games that are left, block by block: wherever one stops, line-ups have met about equally often."""
        blocks = [self.blocks(i) for i in range(len(self.lineups))]
        for block in range(max(blocks)):
            for number, lineup in enumerate(self.lineups):
                if block < blocks[number]:
                    for seating in range(count_seatings(lineup)):
                        key = ArenaKey(number, block, seating)
                        if key not in done:
                            yield key

    def has(self, key: ArenaKey) -> bool:
        """Can there be such a game, if need be with a larger number of games?"""
        return (
            all(isinstance(number, int) for number in key)
            and 0 <= key.lineup < len(self.lineups)
            and 0 <= key.block < MOST_BLOCKS
            and 0 <= key.seating < count_seatings(self.lineups[key.lineup])
        )

    def settings(self) -> dict[str, Any]:
        """All that a game depends on, as plain data. The number of games is left out: one may add to it later."""
        return {
            "version": __version__,
            "edition": self.rules.id,
            "rules": self.rules.digest(),
            "players": self.players,
            "seed": self.seed,
            "lineups": [list(lineup) for lineup in self.lineups],
            "own bots": dict(self.own),
            **written_scheme(self.scheme),
        }

    def digest(self) -> str:
        """Twelve hexadecimal digits that change with the settings."""
        return hashlib.sha256(json.dumps(self.settings(), sort_keys=True).encode()).hexdigest()[:12]
