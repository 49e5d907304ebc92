"""Whole searches with real games: what is written, resuming, intervals."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from forvm import content
from forvm.errors import ForvmError
from forvm.lab import simulate
from forvm.lab.balance.balance_journal import JOURNAL
from forvm.lab.balance.balance_result import BalanceResult
from forvm.lab.balance.balancing import balance, workers_for
from forvm.lab.balance.confirming import FAILS, HOLDS, OUTSIDE, WITHIN, Confirmed, verdict_of
from forvm.lab.balance.goals_reader import load
from forvm.lab.balance.targets import Target, measure, targets_of
from tests.lab.balance.goal_files import write

pytestmark = pytest.mark.usefixtures("compiled")


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory, compiled: None) -> tuple[Path, BalanceResult]:
    """A search that ran from beginning to end."""
    folder = tmp_path_factory.mktemp("balance")
    return folder / "found", run(folder, folder / "found", 2)


def run(folder: Path, out: Path, workers: int, *, resume: bool = False) -> BalanceResult:
    plan = load(write(folder))
    with closing(workers_for(plan, workers, None)) as playing:
        return balance(plan, out, playing, resume=resume)


def files(folder: Path) -> dict[str, bytes]:
    """All that was found; the journal's lines come in any order."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != JOURNAL
    }


def test_rule_sets_are_written_as_house_rules(searched: tuple[Path, BalanceResult]):
    folder, result = searched
    assert result.front[0].size == 0
    assert [one.size for one in result.front] == sorted(one.size for one in result.front)
    for row in pl.read_csv(folder / "front.csv").iter_rows(named=True):
        if row["changes"]:
            rules = content.load(folder / row["house_rules"])
            assert rules.overrides == dict(result.front[row["rule_set"]].changes)
    confirmed = pl.read_csv(folder / "confirmed.csv")
    assert set(confirmed["lineup"]) == {"greedy", "characters"}
    assert confirmed.height == len(result.front) * (5 + 3 + 2 + 1)


def test_a_search_that_goes_on_ends_the_same(searched: tuple[Path, BalanceResult], tmp_path: Path):
    folder, _ = searched
    journal = (folder / JOURNAL).read_bytes()
    cut = tmp_path / "cut"
    cut.mkdir()
    # As a power cut leaves it, in the middle of a line.
    (cut / JOURNAL).write_bytes(journal[: len(journal) // 3])
    result = run(tmp_path, cut, 1, resume=True)
    assert files(cut) == files(folder)
    again = run(tmp_path, cut, 1, resume=True)
    assert (again.games, result.games > 0) == (0, True)


def test_games_of_other_settings_are_not_mixed(searched: tuple[Path, BalanceResult], tmp_path: Path):
    folder, result = searched
    before = files(folder)
    plan = replace(result.plan, seed=6)
    with closing(workers_for(plan, 1, None)) as workers:
        with pytest.raises(ForvmError, match="other settings \\(seed changed\\)"):
            balance(plan, folder, workers, resume=True)
        with pytest.raises(ForvmError, match="holds a search already"):
            balance(plan, folder, workers)
    assert files(folder) == before


def test_confirmed_games_have_dice_of_their_own(searched: tuple[Path, BalanceResult]):
    folder, _ = searched
    lines = (folder / JOURNAL).read_text().splitlines()[1:]
    games = pl.DataFrame([json.loads(line) for line in lines])
    both = games.filter(pl.col("lineup") == 0).group_by("rules").agg(pl.col("confirms", "values"))
    printed = next(row for row in both.iter_rows(named=True) if len(set(row["confirms"])) == 2)
    assert len(set(printed["values"])) == len(printed["values"])


def test_targets_are_what_the_games_say(tmp_path: Path):
    plan = load(write(tmp_path))
    lineup = plan.lineups[1]
    games = simulate("forvm", players=3, bots=lineup.bots, games=30, seed=3)
    names = [target.name for target in targets_of(plan, lineup)]
    values = dict(zip(names, measure(plan, lineup, plan.base, games), strict=True))
    rows = list(games.iter_rows(named=True))
    after = {
        place: [row[f"won_{'ABC'[('ABC'.index(row['starter']) + place) % 3]}"] for row in rows] for place in range(3)
    }
    for place, won in after.items():
        assert np.allclose(values[f"victories of place {place + 1}"], won)
    warlords = [[row[f"won_{seat}"] for seat in "ABC" if row[f"bot_{seat}"] == "warlord"] for row in rows]
    assert np.allclose(values["victories of warlord"], [sum(won) / len(won) for won in warlords])


@pytest.mark.parametrize(
    ("value", "low", "high", "verdict"),
    [(25, 24, 26, HOLDS), (25, 20, 30, WITHIN), (28, 26, 30, OUTSIDE), (30, 28, 32, FAILS)],
)
def test_a_verdict_goes_by_the_interval(value: float, low: float, high: float, verdict: str):
    target = Target(0, "victories of place 1", 23, 27, 0, 1.0, "share", 100.0)
    one = Confirmed(0, 0, target, value, low, high, 100)
    good = Confirmed(0, 0, target, 25, 24.9, 25.1, 100)
    assert one.verdict == verdict
    assert verdict_of([good, one]) == verdict


def test_a_cluster_finds_the_same(searched: tuple[Path, BalanceResult], tmp_path: Path):
    distributed = pytest.importorskip("distributed")
    folder, result = searched
    options = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "dashboard_address": None}
    with (
        distributed.LocalCluster(protocol="tcp://", host="127.0.0.1", **options) as cluster,
        closing(workers_for(result.plan, None, cluster.scheduler_address)) as workers,
    ):
        balance(result.plan, tmp_path / "found", workers)
    assert files(tmp_path / "found") == files(folder)
