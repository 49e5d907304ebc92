"""What a search for balance has found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forvm.lab.balance.candidate_rules import CandidateRules, Catalogue
from forvm.lab.balance.confirming import Confirmed
from forvm.lab.balance.goals_model import BalancePlan


@dataclass(frozen=True)
class BalanceResult:
    """A front, and what fresh games have shown of it."""

    plan: BalancePlan
    catalogue: Catalogue
    front: Sequence[CandidateRules]  # the rules as they are first, then fewest changes first
    confirmed: Sequence[Confirmed]
    tried: Sequence[tuple[CandidateRules, float]]  # all candidates, and what they missed in their first round
    games: int  # played by this run
