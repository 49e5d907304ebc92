"""The setting of a game: rules, players, bots, seed. Setting and game number determine the game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property

from forvm import bots
from forvm.bots.match import can_compile
from forvm.content import Rules
from forvm.engine.rng import SEEDS
from forvm.errors import ForvmError
from forvm.game import Game
from forvm.lab.games.collectors import Collector
from forvm.lab.lineups import Lineup, balanced_seatings, rotations
from forvm.lab.scheme import SCHEME, read_scheme, stream_seed, written_scheme
from forvm.notation import read_rules, write_rules

MOST_GAMES = 100_000_000
NO_DATE = "2000-01-01"  # of games that nobody played on a day


@dataclass(frozen=True)
class Setting:
    """Games that differ in nothing but their number.

    ``bots`` are words as ``forvm.bots.make`` reads them; the last one also takes the seats that are left. From game to
    game they change seats, so that none is favoured by where it sits.

    ``collect`` are functions of the user's own that add columns.

    ``scheme`` says how dice and seats follow from a game's number (`forvm.lab.scheme`).
    """

    rules: Rules
    players: int
    bots: tuple[str, ...]
    seed: int
    scheme: int = SCHEME
    collect: tuple[Collector, ...] = ()

    def __post_init__(self) -> None:
        self.rules.definition(self.players)
        if not 1 <= len(self.bots) <= self.players:
            raise ForvmError(f"{self.players} players need 1 to {self.players} bots, not {len(self.bots)}.")
        for bot in dict.fromkeys(self.bots):
            bots.make(bot, seed=0)
        check_seed(self.seed)

    @cached_property
    def line_up(self) -> tuple[str, ...]:
        """A bot for each player."""
        return self.bots + self.bots[-1:] * (self.players - len(self.bots))

    @cached_property
    def seatings(self) -> tuple[Lineup, ...]:
        """The seatings that games go through, one after the other, again and again: a *seating block*."""
        return balanced_seatings(self.line_up) if self.scheme > 1 else tuple(rotations(self.line_up))

    @property
    def stream_seed(self) -> int:
        """The seed as the engine's drivers take it, with the kind of streams in it."""
        return stream_seed(self.seed, self.scheme)

    @property
    def is_compiled(self) -> bool:
        """Can games be played in compiled code?"""
        return can_compile([bots.recipe(bot) for bot in self.line_up])

    @property
    def runs_own_code(self) -> bool:
        """Is there Python code of the user's, which leaves no time to other threads?"""
        return bool(self.collect) or any(bots.recipe(bot) is None for bot in self.bots)

    @property
    def is_mixed(self) -> bool:
        """Are there different bots?"""
        return len(set(self.line_up)) > 1

    def to_text(self) -> str:
        """The setting as one line of JSON, house rules with their boards and decks included."""
        rules = write_rules(self.rules) if self.scheme > 1 else _as_record(self.rules, self.players)
        values = {"rules": rules, "players": self.players, "bots": self.bots, "seed": self.seed}
        collect = {"collect": dict(self.collect)} if self.collect else {}
        return json.dumps(values | written_scheme(self.scheme) | collect)

    @classmethod
    def from_text(cls, written: str) -> Setting:
        """The setting that such a line stands for."""
        values = json.loads(written)
        rules = read_rules(values["rules"])
        collect = tuple(Collector(word, tuple(names)) for word, names in values.get("collect", {}).items())
        return cls(rules, values["players"], tuple(values["bots"]), values["seed"], read_scheme(values), collect)


def _as_record(rules: Rules, players: int) -> str:
    """Rules as the first versions wrote them: their files must go on byte for byte."""
    return Game(rules, players).record(date=NO_DATE)


def seats_of(setting: Setting, game: int) -> tuple[str, ...]:
    """Who sits where in a game."""
    return setting.seatings[game % len(setting.seatings)]


def check_seed(seed: int) -> None:
    """Refuse a seed that random numbers cannot begin with."""
    if not 0 <= seed < SEEDS:
        raise ForvmError(f"A seed is a whole number from 0 to {SEEDS - 1}, not {seed}.")


def check_games(games: int) -> None:
    """Refuse a number of games that cannot be meant."""
    if not 1 <= games <= MOST_GAMES:
        raise ForvmError(f"The number of games must be from 1 to {MOST_GAMES}, not {games}.")
