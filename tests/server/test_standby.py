"""A server that stands by takes another's place, however that one ends, and nothing that was acknowledged is lost."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from forvm.server.store.addresses import StoreAddress
from tests.server.every_store import address as address
from tests.server.friends import Friend, OnlineServer, Table
from tests.server.serving import PATIENCE, KeptPort, check_sound, options


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_one_that_stands_by_takes_over(address: StoreAddress, tmp_path: Path, end: signal.Signals):
    port = KeptPort()
    first = OnlineServer(address, port.number, log=tmp_path / "first.log")
    second = OnlineServer(address, port.number, log=tmp_path / "second.log", standby=True)
    assert "FORVM stands by" in second.said
    table = Table(first, people=2, bots=1)
    with table.friends[0].page(table.id) as page, table.friends[1].page(table.id) as other:
        by_seat = {one.wait_for_turn()["seat"]: one for one in (page, other) if one.snapshot["to_play"]}
        for seat in list(by_seat):
            by_seat[seat].moved(options(by_seat[seat].snapshot)[0])
        acknowledged = [message["step"] for message in page.seen if message["type"] == "happened"]
        first.process.send_signal(end)
        second.listen()
        assert second.port == port.number
    first.process.communicate(timeout=PATIENCE)
    with Friend(second, table.friends[0].cookie).page(table.id) as page:
        kept = {step["seq"]: step for step in page.welcome["steps"]}
        assert all(kept[step["seq"]] == step for step in acknowledged)
    assert second.ask("GET", "/readyz").status == 200
    second.stop()
    check_sound(address)


def test_without_it_a_second_server_ends(address: StoreAddress, tmp_path: Path):
    first = OnlineServer(address, log=tmp_path / "first.log")
    second = OnlineServer(address, log=tmp_path / "second.log")
    assert second.process.wait(PATIENCE) == 1
    assert "Another FORVM is using the store" in (tmp_path / "second.log").read_text()
    second.process.communicate()
    first.stop()
