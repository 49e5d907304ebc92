"""Buckets that fill again by themselves, and who shares one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from forvm.server.common.server_errors import ServerError
from forvm.server.common.server_limits import BUCKETS_KEPT, Meter, Rate, ServerLimits, neighbourhood, place_of
from forvm.server.http.context import ServerContext
from forvm.server.people.access import Access
from tests.server.test_owners import WANTED


def test_a_bucket_is_emptied_by_its_owner_alone():
    meter = Meter(Rate(3, 0))
    assert [meter.allows("ada") for _ in range(5)] == [True, True, True, False, False]
    assert meter.allows("ben", 3)
    assert not meter.allows("ben", 1)
    with pytest.raises(ServerError, match="Wait a little"):
        meter.check("ada", "Too loud.")


def test_a_refusal_costs_nothing():
    meter = Meter(Rate(3, 0))
    assert not meter.allows("ada", 4)
    assert meter.allows("ada", 3)


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch):
    clock = [100.0]
    monkeypatch.setattr("forvm.server.common.server_limits.time.monotonic", lambda: clock[0])
    meter = Meter(Rate(2, 0.5))
    assert meter.allows("ada", 2)
    clock[0] += 1
    assert not meter.allows("ada")
    clock[0] += 1
    assert meter.allows("ada")
    clock[0] += 1_000_000
    assert not meter.allows("ada", 3)  # it holds no more than it can


def test_those_who_were_not_heard_of_for_long_are_forgotten():
    meter = Meter(Rate(1, 0))
    assert meter.allows("first")
    for number in range(BUCKETS_KEPT):
        meter.allows(number)
    assert meter.allows("first")


@pytest.mark.parametrize(
    ("address", "stands_for"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_household_is_one_address_or_one_network(address: str, stands_for: str):
    assert neighbourhood(address) == stands_for


def test_one_address_has_a_limit_for_all_its_hosts_together(tmp_path: Path):
    """A host is only a cookie, of which one address can have as many as it likes."""
    limits = ServerLimits(open_games=2, open_games_of_address=3, open_games_in_all=4)

    async def run() -> None:
        room = ServerContext.open(tmp_path / "games.sqlite3", access=Access(online=True, limits=limits))

        async def opened(address: str) -> None:
            host = await room.people.newcomer()
            await room.lobbies.open(WANTED, host, limits, place_of(address))

        for number in range(3):
            await opened(f"2001:db8:1:2::{number}")
        with pytest.raises(ServerError, match="Your address already has 3 open games"):
            await opened("2001:db8:1:2:ffff::")
        await opened("192.0.2.7")
        with pytest.raises(ServerError, match="no room for another open game"):
            await opened("192.0.2.8")
        await room.close()

    asyncio.run(run())


def test_the_store_keeps_no_address():
    assert place_of("192.0.2.7") != place_of("192.0.2.8")
    assert "192" not in place_of("192.0.2.7")
