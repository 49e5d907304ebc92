"""Confirms a front: every rule set plays fresh dice, and line-ups that the search has not seen.

All intervals of a front are simultaneous: with 95 % all of them together cover the truth (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forvm.lab.balance.candidate_rules import CandidateRules
from forvm.lab.balance.game_ledger import GameLedger, Order, step_in_words
from forvm.lab.balance.targets import Target
from forvm.lab.statistics import estimate, gather, simultaneous

HOLDS, WITHIN, OUTSIDE, FAILS, AIM = "holds", "within", "outside", "fails", ""


@dataclass(frozen=True)
class Confirmed:
    """One target of one rule set by one line-up, on fresh dice."""

    rule_set: int
    lineup: int
    target: Target
    value: float
    low: float
    high: float
    games: int

    @property
    def verdict(self) -> str:
        """What the interval says of the goal: it lies inside (holds), outside (fails), or across a bound.

        Then the estimate is within or outside, and more games would tell.
        """
        target = self.target
        if target.aim:
            return AIM
        if target.low <= self.low and self.high <= target.high:
            return HOLDS
        if self.high < target.low or self.low > target.high:
            return FAILS
        return WITHIN if target.missed(self.value) == 0 else OUTSIDE


def confirm(ledger: GameLedger, front: Sequence[CandidateRules]) -> list[Confirmed]:
    """Play the front again, and say what its numbers are."""
    plan = ledger.plan
    orders = [
        (place, Order(candidate, lineup, plan.lineups[lineup].confirm_games, confirms=True))
        for lineup in range(len(plan.lineups))
        for place, candidate in enumerate(front)
    ]
    ledger.play(step_in_words("confirm", candidates=len(front)), [order for _, order in orders])
    level = simultaneous(sum(len(ledger.targets[order.lineup]) for _, order in orders))
    found = []
    for place, order in orders:
        for target, values in zip(ledger.targets[order.lineup], ledger.values(order), strict=True):
            told = estimate(gather(range(order.games), values), target.kind, level)
            numbers = (told.value * target.scale, told.low * target.scale, told.high * target.scale)
            found.append(Confirmed(place, order.lineup, target, *numbers, order.games))
    return found


def verdict_of(found: Sequence[Confirmed]) -> str:
    """The verdict on several numbers together: that on the worst of them."""
    order = (AIM, HOLDS, WITHIN, OUTSIDE, FAILS)
    return max((one.verdict for one in found), key=order.index, default=AIM)
