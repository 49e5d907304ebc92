"""What systemd hears: ready, alive for as long as loop and store are, stopping."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from shutil import which

import pytest

from forvm.server.ops import systemd
from tests.server.ops.test_serving import PATIENCE, serving
from tests.server.serving import stalled

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"


@pytest.fixture(params=["path", "abstract"])
def listener(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[socket.socket]:
    """Where systemd would listen."""
    name = f"@forvm-test-{os.getpid()}" if request.param == "abstract" else str(tmp_path / "notify")
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as listening:
        listening.bind(name.replace("@", "\0") if request.param == "abstract" else name)
        listening.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield listening


def heard_until(listener: socket.socket, state: str) -> list[str]:
    """Everything up to a state that must come."""
    heard: list[str] = []
    while not heard or heard[-1] != state:
        heard.append(listener.recv(100).decode())
    return heard


def wait_for_silence(listener: socket.socket) -> None:
    listener.settimeout(1.5)
    with suppress(TimeoutError):
        while True:
            listener.recv(100)
    listener.settimeout(PATIENCE)


def test_a_server_under_systemd(listener: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WATCHDOG_USEC", "600000")
    with serving(tmp_path) as running:
        assert heard_until(listener, "READY=1")[-1] == "READY=1"
        for _ in range(3):
            heard_until(listener, "WATCHDOG=1")
        with stalled(running.store):
            # What was found out before holds for a second. Then there are no more signs of life.
            wait_for_silence(listener)
        heard_until(listener, "WATCHDOG=1")
        running.process.send_signal(signal.SIGTERM)
        heard_until(listener, "STOPPING=1")
        assert running.process.wait(PATIENCE) == 0


def test_no_watchdog_is_fed_that_was_not_asked_for(monkeypatch: pytest.MonkeyPatch):
    for given, process, seconds in (
        ("60000000", "", 60.0),
        ("60000000", str(os.getpid()), 60.0),
        ("60000000", "1", None),
        ("", "", None),
        ("0", "", None),
        ("soon", "", None),
    ):
        monkeypatch.setenv("WATCHDOG_USEC", given)
        monkeypatch.setenv("WATCHDOG_PID", process)
        assert systemd.watchdog_seconds() == seconds


def test_without_systemd_nobody_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for address in ("", str(tmp_path / "nobody")):
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        systemd.notify("READY=1")


@pytest.mark.skipif(
    which("systemd-analyze") is None and "CI" not in os.environ, reason="systemd-analyze is not installed"
)
def test_systemd_understands_the_units(tmp_path: Path):
    """All but that the command is there, which is where the docs install it."""
    units = []
    for unit in DEPLOY.glob("forvm*.*"):
        text = unit.read_text(encoding="utf-8").replace("/opt/forvm/bin/forvm", "/bin/true")
        units.append(tmp_path / unit.name)
        units[-1].write_text(text, encoding="utf-8")
    assert len(units) == 5
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, timeout=60, check=False
    )
    assert (told.stderr, told.returncode) == ("", 0)


def test_the_unit_watches_the_server():
    unit = (DEPLOY / "forvm.service").read_text(encoding="utf-8")
    for line in ("Type=notify", "WatchdogSec=60", "Restart=always", "MemoryMax=75%"):
        assert f"\n{line}\n" in unit
