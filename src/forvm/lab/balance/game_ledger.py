"""Plays the games that a search asks for, unless the journal has them, and hands back what they show."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl

from forvm import bots, text
from forvm.lab.balance.balance_journal import BalanceJournal, Piece
from forvm.lab.balance.candidate_rules import CandidateRules, Catalogue
from forvm.lab.balance.goals_model import BalancePlan
from forvm.lab.balance.targets import Evidence, Values, measure, targets_of
from forvm.lab.ctrl_c import CtrlC
from forvm.lab.games import Setting
from forvm.lab.keyed_hash import keyed_hash
from forvm.lab.study.shard_workers import ShardWorkers
from forvm.lab.study.shards import OWN_BOT_GAMES, SIMULATIONS_IN_A_SHARD, Shard

PIECE = 250  # games of bots that do not search


class Order(NamedTuple):
    """So many games of a candidate by a line-up, from the first on."""

    candidate: CandidateRules
    lineup: int
    games: int
    confirms: bool = False


@dataclass(frozen=True)
class BalanceProgress:
    """How far a search is: what it does, and how many games of this step are done."""

    step: str
    done: int
    asked: int
    replayed: int  # of those done, taken from the journal


ReportProgress = Callable[[BalanceProgress], None]


def step_in_words(step: str, **values: text.Value) -> str:
    """What a step of the search is called."""
    return text.fill(text.load("balance")["steps"][step], values)


class GameLedger:
    """What games have shown so far. All candidates play the same game numbers, so they have the same dice."""

    def __init__(
        self,
        plan: BalancePlan,
        catalogue: Catalogue,
        journal: BalanceJournal,
        workers: ShardWorkers,
        ctrl_c: CtrlC,
        report: ReportProgress | None = None,
    ) -> None:
        self.plan = plan
        self.targets = [targets_of(plan, lineup) for lineup in plan.lineups]
        self.games_played = 0
        self._catalogue = catalogue
        self._journal = journal
        self._workers = workers
        self._ctrl_c = ctrl_c
        self._report = report
        self._sizes = [
            min(piece_size(lineup.bots), plan.budget.first, lineup.games, lineup.confirm_games)
            for lineup in plan.lineups
        ]

    def play(self, step: str, orders: Iterable[Order]) -> None:
        """Play what is asked for and not yet in the journal."""
        wanted = list(dict.fromkeys(piece for order in orders for piece in self._pieces(order)))
        missing = [(piece, candidate) for piece, candidate in wanted if piece not in self._journal.kept]
        replayed = sum(piece.games for piece, _ in wanted) - sum(piece.games for piece, _ in missing)
        self._tell(BalanceProgress(step, replayed, asked := sum(piece.games for piece, _ in wanted), replayed))
        done = replayed
        waiting = list(reversed(list(enumerate(missing))))
        under_way = 0
        try:
            while waiting or under_way:
                with self._ctrl_c.heard():
                    room = self._workers.room()
                while waiting and under_way < room:
                    number, (piece, candidate) = waiting.pop()
                    self._workers.submit(Shard(number, piece.first, piece.games), self._setting(piece, candidate))
                    under_way += 1
                with self._ctrl_c.heard():
                    shard, games = self._workers.finished()
                under_way -= 1
                self._keep(*missing[shard.cell], games)
                done += shard.count
                self._tell(BalanceProgress(step, done, asked, replayed))
        except KeyboardInterrupt:
            with suppress(KeyboardInterrupt):
                for shard, games in self._ctrl_c.while_waiting_for(self._workers.rest()):
                    self._keep(*missing[shard.cell], games)
            raise

    def values(self, order: Order) -> Values:
        """What the games of an order showed, which have been played; a column for each."""
        parts = [self._journal.kept[piece] for piece, _ in self._pieces(order)]
        return np.concatenate(parts, axis=1)[:, : order.games]

    def evidence(self, order: Order) -> Evidence:
        """The same as means and standard errors."""
        return Evidence.of(self.targets[order.lineup], self.values(order))

    def _pieces(self, order: Order) -> Iterable[tuple[Piece, CandidateRules]]:
        size = self._sizes[order.lineup]
        rules = self._catalogue.rules(order.candidate).sha256()[:24]
        for first in range(0, order.games, size):
            yield Piece(rules, order.lineup, order.confirms, first, size), order.candidate

    def _setting(self, piece: Piece, candidate: CandidateRules) -> Setting:
        lineup = self.plan.lineups[piece.lineup]
        # The dice of the confirmation have nothing to do with those by which the candidates were chosen.
        seed = keyed_hash("balance", self.plan.seed, piece.lineup, "confirm" if piece.confirms else "search")
        return Setting(self._catalogue.rules(candidate), lineup.players, lineup.bots, seed)

    def _keep(self, piece: Piece, candidate: CandidateRules, games: bytes) -> None:
        lineup = self.plan.lineups[piece.lineup]
        rows = pl.read_parquet(io.BytesIO(games))
        self._journal.add(piece, measure(self.plan, lineup, self._catalogue.rules(candidate), rows))
        self.games_played += piece.games

    def _tell(self, progress: BalanceProgress) -> None:
        if self._report is not None:
            self._report(progress)


def piece_size(words: Iterable[str]) -> int:
    """How many games are played and kept as a unit: some seconds at most."""
    recipes = [bots.recipe(bot) for bot in words]
    if any(recipe is None for recipe in recipes):
        return OWN_BOT_GAMES
    simulations = max(recipe.simulations or 0 for recipe in recipes if recipe is not None)
    return max(1, min(PIECE, SIMULATIONS_IN_A_SHARD // simulations)) if simulations else PIECE
