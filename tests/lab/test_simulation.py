"""``forvm.lab.simulate``: games as a table."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from forvm import content
from forvm.errors import ForvmError
from forvm.lab import simulate
from forvm.lab.games.game_workers import MOST_WORKERS
from forvm.lab.simulation import plan_of, run
from forvm.lab.simulation_summary import SimulationSummary
from forvm.lab.wilson import interval

RULES = content.from_overrides("forvm", {"win.turn_limit": 3})


def test_rows_are_the_same_with_any_number_of_workers():
    one = simulate(RULES, bots="merchant,greedy", games=60, seed=5, workers=1)
    three = simulate(RULES, bots=["merchant", "greedy"], games=60, seed=5, workers=3)
    assert one["game"].to_list() == list(range(60))
    assert one.equals(three)


def test_pandas_get_the_same_rows():
    rows = simulate("short", players=3, bots="random", games=5)
    frame = simulate("short", players=3, bots="random", games=5, frame="pandas")
    assert frame.to_dict("list") == rows.to_dict(as_series=False)
    with pytest.raises(ForvmError, match="frame must be “polars” or “pandas”, not 'duckdb'"):
        simulate("short", games=5, frame="duckdb")  # type: ignore[call-overload]


def test_own_bots_play_in_several_processes(tmp_path: Path):
    shutil.copy(Path(__file__).with_name("arena_bots.py"), tmp_path / "own.py")
    script = """
from forvm import content
from forvm.lab import simulate

if __name__ == "__main__":
    rules = content.from_overrides("forvm", {"win.turn_limit": 2})
    one, two = (simulate(rules, bots="own:Rash,random", games=9, workers=workers) for workers in (1, 2))
    assert one.equals(two)
    print(one.height)
"""
    (tmp_path / "study.py").write_text(script, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "study.py"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("9", "")


def test_the_summary_is_that_of_the_rows():
    plan = plan_of(RULES, bots="greedy,random", games=50, seed=2)
    rows = simulate(RULES, bots="greedy,random", games=50, seed=2)
    heard: list[int] = []
    told = run(plan, report=lambda summary: heard.append(summary.games))
    assert heard[0] == 0
    assert heard == sorted(heard)
    assert heard[-1] == 50 == told.games
    assert told.turns == rows["turns"].sum()
    assert (told.shortest, told.longest) == (rows["turns"].min(), rows["turns"].max())
    assert told.by_seat["B"].wins == pytest.approx(rows["won_B"].sum())
    assert told.by_bot["greedy"].seats == 50
    assert told.by_bot["random"].seats == 150
    assert sum(line.wins for line in told.by_bot.values()) == pytest.approx(50)
    assert told.endings["turn_limit"] == 50
    assert told.decided["shared"] == (rows["decided"] == "shared").sum()


def test_an_interrupt_keeps_what_is_done():
    def interrupt(summary: SimulationSummary) -> None:
        if summary.games:
            raise KeyboardInterrupt

    assert run(plan_of(RULES, games=50), report=interrupt).games == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"games": 0}, "The number of games must be from 1 to"),
        ({"bots": "greedy,,greedy"}, "a seat is empty"),
        ({"bots": "greedy,greedy,greedy,greedy,greedy"}, "3 or 4 players, not 5"),
        ({"rules": "forvn"}, "Did you mean forvm?"),
        ({"workers": 0}, f"from 1 to {MOST_WORKERS}"),
    ],
)
def test_what_cannot_be_played(wrong: dict[str, object], told: str):
    with pytest.raises(ForvmError, match=told):
        simulate(**{"games": 5, **wrong})  # type: ignore[call-overload]


def test_the_interval_never_leaves_0_to_1():
    for games in (1, 10, 1000):
        assert 0.0 <= interval(0, games)[0] < interval(0, games)[1]
        assert interval(games, games)[0] < interval(games, games)[1] <= 1.0
