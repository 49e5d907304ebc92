"""A little of ``make chaos``: a few kills, a worker that stands still, a full disk, a clock that jumps."""

from __future__ import annotations

from dataclasses import replace

from tests.chaos.chaos import Plan, unleash


def test_games_outlive_whatever_happens_to_the_server():
    few = Plan(kills=8, worker_kills=2, stops=2, full_disks=1, clock_jumps=1)
    plan = replace(few, tables=2, turns=2, seed=7, laboratory=False)
    chaos = unleash(plan)
    assert chaos.sound, chaos.report()
    happened = {name: chaos.done[name] for name in ("kills", "worker kills", "stops", "full disks", "clock jumps")}
    wanted = {"kills": 8, "worker kills": 2, "stops": 2, "full disks": 1, "clock jumps": int(chaos.clock.can_jump)}
    assert happened == wanted, chaos.report()
    histories = [client.history for table in chaos.tables for client in table.clients]
    assert sum(history.connections for history in histories) > len(histories) + 8
    assert sum(history.acknowledged for history in histories) > 10
    assert chaos.done["records verified"] == len(chaos.tables) >= 2
