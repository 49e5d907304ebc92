"""Ctrl-C at the worst moments: what is told is what is on the disk."""

import signal
import threading
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")
pl = pytest.importorskip("polars")

from forvm import content  # noqa: E402
from forvm.lab import arena, study  # noqa: E402
from forvm.lab.arena.journal import Journal, journal_of  # noqa: E402
from forvm.lab.ctrl_c import CtrlC  # noqa: E402
from forvm.lab.games import prepare  # noqa: E402
from forvm.lab.games.parquet_output import ParquetOutput  # noqa: E402
from forvm.lab.simulation import plan_of, run  # noqa: E402
from forvm.lab.study import open_folder  # noqa: E402
from forvm.lab.study.folder import read_manifest  # noqa: E402
from forvm.lab.study.running import folder_of, settings_of  # noqa: E402
from forvm.lab.study.running import run as run_study  # noqa: E402
from forvm.lab.study.shard_workers import LocalWorkers  # noqa: E402
from tests.lab.study.studies import small  # noqa: E402

RULES = content.from_overrides("forvm", {"win.turn_limit": 2})


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    prepare()


def press_after(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, times: int = 1) -> None:
    """Press Ctrl-C right after the function has been called so many times, before its caller goes on."""
    real, calls = getattr(owner, name), 0

    def called(*words: Any, **more: Any) -> Any:
        nonlocal calls
        answer = real(*words, **more)
        calls += 1
        if calls == times:
            signal.raise_signal(signal.SIGINT)
        return answer

    monkeypatch.setattr(owner, name, called)


def pressing_replace(start: str, times: int) -> Any:
    """``Path.replace`` with Ctrl-C as soon as so many files of such names are in their places."""
    real, seen = Path.replace, 0

    def replaced(self: Path, target: Path) -> Path:
        nonlocal seen
        answer = real(self, target)
        if target.name.startswith(start):
            seen += 1
            if seen == times:
                signal.raise_signal(signal.SIGINT)
        return answer

    return replaced


@pytest.mark.parametrize("name", ["manifest", "cells.parquet", "cell-"])
@pytest.mark.parametrize("times", [1, 2])
def test_a_study_tells_what_its_folder_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, times: int):
    made = study.load(small())
    folder = folder_of(made, tmp_path / "out", resume=False)
    monkeypatch.setattr(Path, "replace", pressing_replace(name, times))
    complete = run_study(made, folder, LocalWorkers(2, settings_of(made)))
    monkeypatch.undo()
    kept = open_folder(folder.path)
    assert complete == kept.complete
    assert sum(shard.count for shard in folder.shards) == kept.frame().height
    on_disk = {file.name for file in (folder.path / "games").iterdir()}
    assert set(read_manifest(folder.path)["shards"]) == on_disk
    if name == "cell-":
        assert not complete


def test_pressed_again_while_a_study_stops_it_waits_for_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made = study.load(small())
    folder = folder_of(made, tmp_path / "out", resume=False)
    shard_workers = LocalWorkers(2, settings_of(made))
    press_after(monkeypatch, shard_workers, "submit")
    press_after(monkeypatch, shard_workers, "close")  # as `rest` does first
    assert not run_study(made, folder, shard_workers)
    assert folder.shards == {}
    assert read_manifest(folder.path)["shards"] == {}


@pytest.mark.parametrize("where", ["add", "flush"])
def test_a_simulation_tells_what_its_file_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str):
    out = tmp_path / "games.parquet"
    press_after(monkeypatch, ParquetOutput, where)
    monkeypatch.setattr("forvm.lab.games.partitions.ROW_GROUP", 1)
    told = run(plan_of(RULES, games=5000), workers=2, out=out)
    assert 0 < told.games < 5000
    assert pl.read_parquet(out).height == told.games


def test_an_arena_tells_what_its_journal_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    out = tmp_path / "games.parquet"
    press_after(monkeypatch, Journal, "add", times=3)
    told = arena("greedy", "random", edition=RULES, players=3, games=9, workers=1, out=out)
    assert len(told.rows) == 3
    assert pl.read_parquet(out).height == 3
    assert len(journal_of(out).read_text(encoding="utf-8").splitlines()) == 1 + 3


def test_held_back_it_is_heard_at_the_next_opportunity_and_later_as_ever():
    reached = []
    with CtrlC() as ctrl_c:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        reached.append("held")
        with pytest.raises(KeyboardInterrupt), ctrl_c.heard():
            reached.append("never")
        with ctrl_c.heard():
            reached.append("heard once")
        with pytest.raises(KeyboardInterrupt), ctrl_c.heard():
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
    assert reached == ["held", "heard once"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_elsewhere_nothing_is_changed():
    def hold() -> None:
        with CtrlC() as ctrl_c, ctrl_c.heard():
            handlers.append(signal.getsignal(signal.SIGINT))

    handlers: list[Any] = []
    other = threading.Thread(target=hold)
    other.start()
    other.join()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        hold()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    assert handlers == [signal.default_int_handler, signal.SIG_IGN]
