"""Buckets that fill again by themselves, and who shares one."""

from __future__ import annotations

import pytest

from forvm.server.errors import ServerError
from forvm.server.limits import BUCKETS_KEPT, Meter, Rate, neighbourhood


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
    monkeypatch.setattr("forvm.server.limits.time.monotonic", lambda: clock[0])
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
