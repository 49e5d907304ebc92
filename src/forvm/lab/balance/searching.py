"""The search: single changes, then pairs of promising ones, then a sampler; each step is a race.

Fewest changes come first, and there are few single changes, so all of them are played. Their effects, measured with
common dice, are added up to predict every pair; the best predicted pairs are played. The sampler starts from what both
have shown and looks for what no sum of single effects predicts; its best are tried with fewer changes. Costly line-ups
play only what is left at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from forvm.content import Value
from forvm.lab.balance.candidate_rules import CandidateRules, Catalogue
from forvm.lab.balance.game_ledger import GameLedger, Order, step_in_words
from forvm.lab.balance.goals_model import BalancePlan
from forvm.lab.balance.racing import costs, front_of, in_order, race
from forvm.lab.balance.sampling import CandidateSampler
from forvm.lab.balance.targets import Evidence, Score, score

PRINTED = CandidateRules((), 0.0)
MOST_SAMPLED = 8  # parameters that the sampler moves: those whose single changes promise most


class BalanceSearch:
    """Finds candidates for the front. The same plan gives the same search."""

    def __init__(self, plan: BalancePlan, catalogue: Catalogue, ledger: GameLedger) -> None:
        self._plan = plan
        self._catalogue = catalogue
        self._ledger = ledger
        self._first = plan.budget.first
        self._cheap, *self._costly = plan.searched
        self._tried: dict[CandidateRules, None] = {}

    def tried(self) -> list[tuple[CandidateRules, float]]:
        """All that were played, in order, and what they missed in their first round."""
        games = {self._cheap: min(self._first, self._plan.lineups[self._cheap].games)}
        return [(one, self.scored(one, games).missed) for one in self._tried]

    def front(self) -> list[CandidateRules]:
        """The printed rules, and those that nothing dominates, fewest changes first."""
        keep = self._plan.budget.finalists
        singles = [PRINTED, *self._catalogue.singles()]
        best = self._race("singles", singles, keep)
        pairs = self._predicted_pairs(singles)[: self._plan.budget.pairs]
        best += self._race("pairs", [PRINTED, *pairs], keep)
        sampled = self._race("sampled", [PRINTED, *self._sampled(singles + pairs)], keep)
        best += sampled + self._race("leaner", [PRINTED, *self._leaner(sampled)], keep)
        best = self._race("final", best, keep)
        for number in range(len(self._costly)):
            best = self._race_costly(best, number)
        return self._chosen(best)

    def _race(self, step: str, candidates: Sequence[CandidateRules], fewest: int) -> list[CandidateRules]:
        most = self._plan.lineups[self._cheap].games

        def play(some: Sequence[CandidateRules], games: int) -> Callable[[CandidateRules], Score]:
            self._tried |= dict.fromkeys(some)
            words = step_in_words(step, candidates=len(some), games=games)
            self._ledger.play(words, [Order(one, self._cheap, games) for one in some])
            return lambda one: self.scored(one, {self._cheap: games})

        return race(candidates, self._first, most, fewest, play)

    def _race_costly(self, candidates: Sequence[CandidateRules], number: int) -> list[CandidateRules]:
        """Race by a further line-up. What the earlier ones have shown counts too."""
        lineup = self._costly[number]
        most = self._plan.lineups[lineup].games
        before = {other: self._plan.lineups[other].games for other in (self._cheap, *self._costly[:number])}

        def play(some: Sequence[CandidateRules], games: int) -> Callable[[CandidateRules], Score]:
            name = self._plan.lineups[lineup].name
            words = step_in_words("costly", lineup=name, candidates=len(some), games=games)
            self._ledger.play(words, [Order(one, lineup, games) for one in some])
            return lambda one: self.scored(one, {**before, lineup: games})

        return race(candidates, max(most // 4, 1), most, self._plan.budget.front + 1, play)

    def scored(self, candidate: CandidateRules, games: dict[int, int]) -> Score:
        """What so many games of some line-ups have shown."""
        evidence = [self._ledger.evidence(Order(candidate, lineup, count)) for lineup, count in games.items()]
        return score(self._plan.goals, [self._ledger.targets[lineup] for lineup in games], evidence)

    def _predicted_pairs(self, singles: Sequence[CandidateRules]) -> list[CandidateRules]:
        """All pairs of changes of different parameters, by what the sum of their effects would miss."""
        shown = {one.changes: self._ledger.evidence(Order(one, self._cheap, self._first)) for one in singles}
        printed = shown[()].means
        targets = [self._ledger.targets[self._cheap]]
        found: list[tuple[float, float, CandidateRules]] = []
        for one, other in combinations(singles[1:], 2):
            both: dict[str, Value] = dict(one.changes + other.changes)
            pair = self._catalogue.candidate(both)
            if pair is None or pair.size < 2:
                continue
            means = shown[one.changes].means + shown[other.changes].means - printed
            told = score(self._plan.goals, targets, [Evidence(means, np.zeros_like(means), self._first)])
            found.append((told.missed, pair.price, pair))
        return [pair for _, _, pair in sorted(found, key=lambda told: (told[0], told[1], told[2].changes))]

    def _sampled(self, played: Sequence[CandidateRules]) -> list[CandidateRules]:
        """What the sampler proposes, one after the other, each played for the first round at once."""
        trials = self._plan.budget.trials
        if not trials:
            return []
        shown = {one: self.scored(one, {self._cheap: self._first}) for one in dict.fromkeys(played)}
        by_key: dict[str, float] = {}
        for one in shown:
            for key, _ in one.changes:
                if one.size == 1:
                    by_key[key] = min(by_key.get(key, np.inf), shown[one].missed)
        keys = sorted(sorted(by_key, key=lambda key: by_key[key])[:MOST_SAMPLED])
        sampler = CandidateSampler(self._catalogue, keys, self._plan.seed)
        for one, told in shown.items():
            sampler.tell(one, told)
        found: dict[CandidateRules, None] = {}
        words = step_in_words("sampler", candidates=trials, games=self._first)
        for _ in range(trials):
            candidate = sampler.ask()
            if candidate is None:
                continue
            self._ledger.play(words, [Order(candidate, self._cheap, self._first)])
            sampler.tell(candidate, self.scored(candidate, {self._cheap: self._first}))
            found[candidate] = None
        return list(found)

    def _leaner(self, candidates: Sequence[CandidateRules]) -> list[CandidateRules]:
        """The same without one of their changes, or two: the sampler does not ask which of them are needed."""
        found: dict[CandidateRules, None] = {}
        for candidate in candidates:
            for left in range(max(candidate.size - 2, 2), candidate.size):
                for some in combinations(candidate.changes, left):
                    one = self._catalogue.candidate(dict(some))
                    if one is not None:
                        found[one] = None
        return list(found)

    def _chosen(self, candidates: Sequence[CandidateRules]) -> list[CandidateRules]:
        games = {number: self._plan.lineups[number].games for number in self._plan.searched}
        # The printed rules are what all is compared with, however early they left the races.
        words = step_in_words("printed", games=max(games.values()))
        self._ledger.play(words, [Order(PRINTED, lineup, count) for lineup, count in games.items()])
        some = list(dict.fromkeys([PRINTED, *candidates]))
        points = [costs(one, self.scored(one, games)) for one in some]
        front = [at for at in front_of(points) if some[at].size]
        kept = [front[at] for at in in_order([points[at] for at in front])][: self._plan.budget.front]
        return [PRINTED, *(some[at] for at in sorted(kept, key=lambda at: points[at]))]
