"""Sweeps on a Dask cluster of several processes on this machine."""

import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from forvm.errors import ForvmError
from forvm.lab import sweep
from forvm.lab.study import cluster, open_folder
from forvm.lab.study.running import StudyProgress
from tests.lab.study.studies import small

MANY = small(factors={"oust.cost": {"from": 100, "to": 400, "step": 10}}, games={"each": 12})

Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start processes of a cluster; all end with the test."""
    with contextlib.ExitStack() as running:

        def started(kind: str, *words: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host", "127.0.0.1", "--no-dashboard", *words],
                cwd=tmp_path,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            running.callback(process.wait)
            running.callback(process.kill)
            return process

        yield started


def scheduler(start: Start, folder: Path) -> tuple[str, subprocess.Popen[bytes]]:
    told = folder / "scheduler.json"
    process = start("scheduler", "--port", "0", "--scheduler-file", str(told))
    while not told.exists() or not told.read_text(encoding="utf-8"):
        assert process.poll() is None
        time.sleep(0.05)
    return json.loads(told.read_text(encoding="utf-8"))["address"], process


def worker(start: Start, address: str) -> subprocess.Popen[bytes]:
    return start("worker", address, "--nthreads", "1", "--no-nanny")


@pytest.mark.usefixtures("compiled")
def test_a_worker_killed_in_the_middle_costs_no_game(start: Start, tmp_path: Path):
    address, _ = scheduler(start, tmp_path)
    workers = [worker(start, address) for _ in range(3)]
    heard = []

    def kill_one(far: StudyProgress) -> None:
        heard.append(far.done)
        if far.done >= 60:
            workers[0].kill()

    games = sweep(MANY, cluster=address, report=kill_one)
    assert workers[0].wait() == -9
    assert heard[-1] == 31 * 12
    assert games.equals(sweep(MANY, workers=1))


@pytest.mark.usefixtures("compiled")
def test_a_scheduler_that_goes_is_told_and_loses_nothing(start: Start, tmp_path: Path):
    address, process = scheduler(start, tmp_path)
    worker(start, address)

    def kill_it(far: StudyProgress) -> None:
        if far.done >= 36:
            process.kill()
            process.wait()

    out = tmp_path / "out"
    with pytest.raises(ForvmError, match=r"has gone\. What is done is kept: go on with --resume"):
        sweep(MANY, cluster=address, out=out, report=kill_it)
    assert len(open_folder(out).shards) >= 3
    assert sweep(MANY, out=out, resume=True).equals(sweep(MANY, workers=1))


def test_a_cluster_that_cannot_be_reached_is_told_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        for address in ("nowhere", "tcp://127.0.0.1:1", "post://127.0.0.1:8786", f"tcp://127.0.0.1:{port}"):
            with pytest.raises(ForvmError, match=f"The cluster at {address} cannot be reached"):
                sweep(small(), cluster=address, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_worker_with_another_version_plays_nothing():
    setting, shard = (None, None)
    with pytest.raises(ForvmError, match="install the same on every machine"):
        cluster.play_there("0.0 (another)", setting, shard)  # type: ignore[arg-type]


def test_workers_are_for_this_machine_only():
    with pytest.raises(ForvmError, match="--workers is for this machine"):
        sweep(small(), cluster="tcp://127.0.0.1:1", workers=2)
