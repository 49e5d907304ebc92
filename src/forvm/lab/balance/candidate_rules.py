"""Candidates: sets of changes to the printed rules, with their number and price."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from forvm import content
from forvm.content import BY_KEY, Rules, Value
from forvm.errors import ContentError
from forvm.lab.balance.goals_model import BalancePlan, Changes
from forvm.lab.study.model import Level


@dataclass(frozen=True)
class CandidateRules:
    """Rules with some changes; none are the rules as they are."""

    changes: Changes
    price: float

    @property
    def size(self) -> int:
        """How many parameters are changed."""
        return len(self.changes)

    @cached_property
    def words(self) -> str:
        """The changes as TOML has them."""
        return ", ".join(f"{key} = {json.dumps(value)}" for key, value in self.changes)


class Catalogue:
    """What may be changed, to which values, at what price."""

    def __init__(self, plan: BalancePlan) -> None:
        self.base = plan.base
        self._prices = plan.prices
        self.values: dict[str, tuple[Value, ...]] = {}  # with the printed one, in ascending order where there is one
        for factor in plan.factors:
            levels = dict.fromkeys((self.printed(factor.key), *map(as_value, factor.levels)))
            self.values[factor.key] = _in_order(factor.key, tuple(levels))
        self._rules: dict[Changes, Rules | None] = {(): plan.base}

    def printed(self, key: str) -> Value:
        """The value of the rules as they are."""
        return self.base.values[key]

    def steps(self, key: str, value: Value) -> int:
        """How many values lie between a value and the printed one, plus one; 1 where values have no order."""
        if BY_KEY[key].kind != "number":
            return 1
        values = self.values[key]
        return abs(values.index(value) - values.index(self.printed(key)))

    def candidate(self, changes: Mapping[str, Value]) -> CandidateRules | None:
        """The candidate with these changes, if there can be such rules. Printed values are no changes."""
        made = tuple(sorted((key, value) for key, value in changes.items() if value != self.printed(key)))
        if self._rules_of(made) is None:
            return None
        price = sum(self._prices.get(key, 1.0) * self.steps(key, value) for key, value in made)
        return CandidateRules(made, round(price, 9))

    def rules(self, candidate: CandidateRules) -> Rules:
        """The rules of a candidate."""
        rules = self._rules_of(candidate.changes)
        assert rules is not None
        return rules

    def singles(self) -> list[CandidateRules]:
        """Every single change."""
        made = [self.candidate({key: value}) for key, values in self.values.items() for value in values]
        return [one for one in made if one is not None and one.size == 1]

    def _rules_of(self, changes: Changes) -> Rules | None:
        if changes not in self._rules:
            try:
                self._rules[changes] = _changed(self.base, dict(changes))
            except ContentError:
                self._rules[changes] = None  # changes that exclude each other
        return self._rules[changes]


def as_value(level: Level) -> Value:
    """A level of a factor that is a parameter, so no line-up."""
    assert not isinstance(level, tuple) or all(isinstance(part, int) for part in level)
    return level  # type: ignore[return-value]


def _changed(base: Rules, changes: Mapping[str, Value]) -> Rules:
    rules = content.from_overrides(
        base.edition, {**base.overrides, **changes}, board=base.board, deck=base.deck, id=base.id, name=base.name
    )
    rules.definition(rules.player_counts[-1])
    return rules


def _in_order(key: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(sorted(values)) if BY_KEY[key].kind == "number" else values
