"""What is to be played: the settings of an arena, and the games that follow from them."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from forvm._version import __version__
from forvm.content import Rules
from forvm.lab.arena.lineups import Lineup, count_seatings, seatings

MOST_DEALS = 1 << 24  # of a line-up


class Key(NamedTuple):
    """Which game: the number of its line-up, its deal, the number of its seating.

    The seatings of one deal of a line-up share their dice.
    """

    lineup: int
    deal: int
    seating: int


class Row(NamedTuple):
    """A game that was played; lists go by seat. No winners: it was given up."""

    key: Key
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
    def from_json(cls, line: str) -> Row:
        """The game of a journal's line; ValueError if it is none."""
        values = json.loads(line)
        if not isinstance(values, list) or len(values) != 10:
            raise ValueError("no game")
        lineup, deal, seating, winners, turns, prestige, money, decisions, seconds, thinking = values
        return cls(
            Key(lineup, deal, seating),
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
class Plan:
    """The settings of an arena. ``games`` is for each line-up, and rounded up to whole sets of seatings."""

    rules: Rules
    players: int
    lineups: tuple[Lineup, ...]
    games: int
    seed: int
    own: tuple[tuple[str, str], ...] = ()  # bots that are not built in, with a digest of their source

    @property
    def bots(self) -> tuple[str, ...]:
        """Every bot that takes part, in the order in which they were named."""
        return tuple(dict.fromkeys(bot for lineup in self.lineups for bot in lineup))

    def deals(self, lineup: int) -> int:
        """How many deals a line-up plays in every seating."""
        return -(-self.games // count_seatings(self.lineups[lineup]))

    def games_of(self, lineup: int) -> int:
        """How many games a line-up plays: whole sets of seatings."""
        return self.deals(lineup) * count_seatings(self.lineups[lineup])

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return sum(map(self.games_of, range(len(self.lineups))))

    def seats(self, key: Key) -> Lineup:
        """Who sits where in a game."""
        return seatings(self.lineups[key.lineup])[key.seating]

    def dice(self, key: Key) -> int:
        """Which dice a game has under the seed: those of its line-up and deal, whatever else is played."""
        return zlib.crc32(",".join(self.lineups[key.lineup]).encode()) * MOST_DEALS + key.deal

    def schedule(self, done: Container[Key] = ()) -> Iterator[Key]:
        """The games that are left, deal by deal: wherever one stops, line-ups have met about equally often."""
        deals = [self.deals(i) for i in range(len(self.lineups))]
        for deal in range(max(deals)):
            for number, lineup in enumerate(self.lineups):
                if deal < deals[number]:
                    for seating in range(count_seatings(lineup)):
                        key = Key(number, deal, seating)
                        if key not in done:
                            yield key

    def has(self, key: Key) -> bool:
        """Can there be such a game, if need be with a larger number of games?"""
        return (
            all(isinstance(number, int) for number in key)
            and 0 <= key.lineup < len(self.lineups)
            and 0 <= key.deal < MOST_DEALS
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
        }

    def digest(self) -> str:
        """Twelve hexadecimal digits that change with the settings."""
        return hashlib.sha256(json.dumps(self.settings(), sort_keys=True).encode()).hexdigest()[:12]
