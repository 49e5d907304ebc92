"""Games are a pure function of their setting and number."""

from __future__ import annotations

import pickle
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import polars as pl
import pytest

from forvm import content
from forvm.errors import ForvmError
from forvm.lab.games import Setting, columns, play, seats_of
from forvm.lab.games.action_logs import action_logs_of, from_bytes, log_in_python
from forvm.lab.games.row_replay import replay
from forvm.notation import read_record

SHORT = content.from_overrides("short", {"win.turn_limit": 6})
BRIEF = content.from_overrides("short", {"win.turn_limit": 2})
OWN_BOTS = Path(__file__).parents[1] / "arena_bots.py"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots of one's own."""
    shutil.copy(OWN_BOTS, tmp_path / "own.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "own", raising=False)
    return tmp_path


@pytest.mark.parametrize("bots", ["random", "tiro", "aedile:sims=20", "tiro random", "aedile:sims=20 greedy"])
def test_rows_do_not_depend_on_batches_threads_or_what_was_played_before(bots: str):
    setting = Setting(SHORT, 3, tuple(bots.split()), seed=9)
    whole = play(setting, 0, 24)
    other = Setting(SHORT, 4, tuple(bots.split()), seed=8)
    with ThreadPoolExecutor(2) as threads:
        parts = [threads.submit(play, setting, first, 6) for first in (18, 6, 0, 12)]
        threads.submit(play, other, 0, 3).result()
        rows = pl.concat([part.result() for part in parts]).sort("game")
    assert rows.equals(whole)
    assert pl.concat([play(setting, game, 1) for game in range(5, 9)]).equals(whole[5:9])
    assert not play(Setting(SHORT, 3, setting.bots, seed=10), 0, 24).drop("seed").equals(whole.drop("seed"))


def test_bots_move_on_by_a_seat_from_game_to_game():
    setting = Setting(SHORT, 4, ("merchant", "warlord", "greedy"), seed=1)
    assert seats_of(setting, 0) == ("merchant", "warlord", "greedy", "greedy")
    assert seats_of(setting, 5) == ("greedy", "warlord", "greedy", "merchant")
    rows = play(setting, 0, 8)
    for seat, letter in enumerate("ABCD"):
        assert rows[f"bot_{letter}"].to_list() == [seats_of(setting, game)[seat] for game in range(8)]
        assert rows[f"bot_{letter}"].value_counts().sort("count")["count"].to_list() == [2, 2, 4]


def test_different_rules_meet_the_same_dice():
    dear = content.from_overrides("forvm", {"oust.cost": 1000, "give.prestige": 2})
    rows = [play(Setting(rules, 4, ("greedy",), 5), 0, 40) for rules in (content.load("forvm"), dear)]
    assert rows[0]["starter"].equals(rows[1]["starter"])
    assert not rows[0]["turns"].equals(rows[1]["turns"])


def test_compiled_and_python_play_are_the_same_game():
    setting = Setting(SHORT, 3, ("greedy", "merchant"), seed=2)
    for game, log in enumerate(action_logs_of(setting, 0, 4)):
        assert log.tolist() == log_in_python(setting, game).tolist()


def test_own_bots_and_bots_by_the_clock_leave_an_action_log(own: Path):
    for bots in (("own:Rash", "greedy"), ("consul:seconds=0.001", "random")):
        setting = Setting(BRIEF, 3, bots, seed=4)
        rows = play(setting, 0, 2)
        assert rows.columns[-1] == "trail"
        assert [len(from_bytes(log)) for log in rows["trail"]] == rows["moves"].to_list()
        assert rows.schema == {name: column.dtype for name, column in columns(setting).items()}
    assert play(Setting(SHORT, 3, ("own:Rash",), seed=4), 1, 1).equals(
        play(Setting(SHORT, 3, ("own:Rash",), seed=4), 0, 2)[1:]
    )


def test_a_bot_that_breaks_down_is_named_with_its_game(own: Path):
    with pytest.raises(ForvmError, match=r"“own:Broken” broke down, as seat .*game 3, turn 1.*ZeroDivisionError"):
        play(Setting(SHORT, 3, ("own:Broken",), seed=4), 3, 1)


def test_a_setting_is_written_down_with_all_its_rules():
    board = content.from_overrides("horrea", {"oust.cost": 75, "players.min": 2})
    setting = Setting(board, 2, ("search:sims=5,threads=1", "greedy"), seed=2**60 - 1)
    assert Setting.from_text(setting.to_text()) == setting
    assert pickle.loads(pickle.dumps(setting)) == setting


def test_columns_are_those_of_the_rows_and_explained():
    setting = Setting(SHORT, 3, ("random",), seed=1)
    told = columns(setting)
    rows = play(setting, 0, 2)
    assert rows.schema == {name: column.dtype for name, column in told.items()}
    assert all(column.text.endswith(".") and "{" not in column.text for column in told.values())
    assert len({column.text for column in told.values()}) == len(told)


def test_a_game_of_a_setting_is_replayed():
    setting = Setting(SHORT, 3, ("greedy", "random"), seed=1)
    row = play(setting, 7, 1).row(0, named=True)
    game = replay(setting, 7)
    assert game.names == ("A random", "B random", "C greedy")
    assert [player.money for player in game.players] == [row[f"money_{x}"] for x in "ABC"]
    assert read_record(game.record()).finished


@pytest.mark.parametrize(
    ("players", "bots", "seed", "told"),
    [
        (5, ("greedy",), 1, "3 or 4 players, not 5"),
        (3, (), 1, "3 players need 1 to 3 bots, not 0"),
        (3, ("greedy",) * 4, 1, "3 players need 1 to 3 bots, not 4"),
        (3, ("gredy",), 1, "There is no bot “gredy”"),
        (3, ("search:sims=many",), 1, "must be a number"),
        (3, ("greedy",), -1, "A seed is a whole number"),
        (3, ("greedy",), 2**60, "A seed is a whole number"),
    ],
)
def test_settings_that_cannot_be(players: int, bots: tuple[str, ...], seed: int, told: str):
    with pytest.raises(ForvmError, match=told):
        Setting(SHORT, players, bots, seed)
