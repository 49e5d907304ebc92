"""The search on planted problems: effects are known, so is the best set of changes."""

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest

from forvm.lab.balance.candidate_rules import CandidateRules, Catalogue
from forvm.lab.balance.game_ledger import GameLedger, Order
from forvm.lab.balance.goals_reader import load
from forvm.lab.balance.searching import PRINTED, BalanceSearch
from forvm.lab.balance.targets import Evidence, Values, targets_of
from tests.lab.balance.goal_files import HEAD, write

Effect = Callable[[dict[str, object]], float]

PLANTED = (
    HEAD
    + """
[[lineups]]
bots = ["greedy"]
games = 4000

[[goals]]
metric = "starter_wins"
from = 24
to = 26

[factors]
start.money = [100, 300, 400]
start.agents = [0]
enter.roll = [3, 5]
oust.cost = [100, 300]
oust.roll = [3, 5]
local.cost = [100, 300]
alliance.loss = [1, 3]
build.cost = [50, 150]
destroy.cost = [100, 300]
win.prestige = [13, 14, 16]

[search]
first = 500
pairs = 20
trials = 30
finalists = 6
front = 3
"""
)


class PlantedLedger(GameLedger):
    """Games whose starter wins with a chance that the changes decide; all candidates have the same dice."""

    def __init__(self, path: Path, effect: Effect) -> None:
        self.plan = load(path)
        self.targets = [targets_of(self.plan, lineup) for lineup in self.plan.lineups]
        self.catalogue = Catalogue(self.plan)
        self.games_by: dict[CandidateRules, int] = {}
        self._effect = effect
        self._dice = np.random.default_rng(self.plan.seed).random(4000) * 100

    def play(self, step: str, orders: Iterable[Order]) -> None:
        for order in orders:
            self.games_by[order.candidate] = max(self.games_by.get(order.candidate, 0), order.games)

    def values(self, order: Order) -> Values:
        assert order.games <= self.games_by[order.candidate], "nothing is known that was not played"
        chance = 35 + self._effect(dict(order.candidate.changes))
        return (self._dice[: order.games] < chance).astype(np.float64)[None]

    def evidence(self, order: Order) -> Evidence:
        return Evidence.of(self.targets[order.lineup], self.values(order))


def search(folder: Path, effect: Effect) -> tuple[PlantedLedger, list[CandidateRules]]:
    ledger = PlantedLedger(write(folder, PLANTED), effect)
    return ledger, BalanceSearch(ledger.plan, ledger.catalogue, ledger).front()


def test_one_change_that_mends_all_is_the_front(tmp_path: Path):
    ledger, front = search(tmp_path, lambda changes: -10.0 if changes.get("enter.roll") == 5 else 0.0)
    assert [one.words for one in front] == ["", "enter.roll = 5"]
    games = [ledger.games_by[one] for one in ledger.catalogue.singles()]
    assert games.count(500) > len(games) / 2, "most bad candidates play one round"


def test_two_changes_that_add_up_are_found_after_the_better_of_them(tmp_path: Path):
    def effect(changes: dict[str, object]) -> float:
        return -6.5 * (changes.get("alliance.loss") == 3) - 3.5 * (changes.get("oust.cost") == 100)

    _, front = search(tmp_path, effect)
    assert [one.words for one in front] == ["", "alliance.loss = 3", "alliance.loss = 3, oust.cost = 100"]


def test_three_changes_are_left_to_the_sampler(tmp_path: Path):
    parts = {"alliance.loss": 3, "oust.cost": 100, "build.cost": 150}

    def effect(changes: dict[str, object]) -> float:
        return sum(-3.4 for key, value in parts.items() if changes.get(key) == value)

    _, front = search(tmp_path, effect)
    assert [one.size for one in front] == [0, 1, 2, 3]
    assert dict(front[3].changes) == parts


def test_where_nothing_helps_the_printed_rules_stand_alone(tmp_path: Path):
    _, front = search(tmp_path, lambda changes: 5.0 * len(changes))
    assert front == [PRINTED]


@pytest.mark.parametrize("price", [0.1, 10.0])
def test_of_equal_changes_the_cheaper_one_is_in_the_front(tmp_path: Path, price: float):
    path = write(tmp_path, PLANTED.replace("[search]", f"[prices]\noust.cost = {price}\n[search]"))

    def effect(changes: dict[str, object]) -> float:
        return -10.0 if changes.get("oust.cost") == 100 or changes.get("local.cost") == 100 else 0.0

    ledger = PlantedLedger(path, effect)
    front = BalanceSearch(ledger.plan, ledger.catalogue, ledger).front()
    assert front[1].words == ("oust.cost = 100" if price < 1 else "local.cost = 100")


def test_the_same_seed_searches_the_same(tmp_path: Path):
    def effect(changes: dict[str, object]) -> float:
        return -2.0 * len(changes)

    first, other = (search(tmp_path, effect)[0] for _ in range(2))
    assert list(first.games_by.items()) == list(other.games_by.items())
