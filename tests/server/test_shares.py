"""Whose bot thinks next: a simulation of workers and those who wait, with a clock that is only counted."""

from __future__ import annotations

import heapq
from collections import defaultdict
from itertools import count

from forvm.server.workers.bot_worker.fair_shares import DEAR, OWNERS_KEPT, Shares, Ticket

COSTS = {"tiro": 0.002, "consul": 0.5, "hint": 0.5}


class Simulation:
    """Tables that ask again as soon as they are answered, each for one bot."""

    def __init__(self, workers: int) -> None:
        self.shares: Shares[str] = Shares(workers)
        self.free = workers
        self.time = 0.0
        self.waits: dict[str, list[float]] = defaultdict(list)
        self.used: dict[object, float] = defaultdict(float)
        self._events: list[tuple[float, int, Ticket[str] | None]] = []
        self._order = count()
        self._asked: dict[str, float] = {}
        self._again: dict[str, tuple[Ticket[str], float]] = {}

    def table(self, owner: str, name: str, kind: str, pause: float = 0.0, is_move: bool = True) -> None:
        """A table that asks now, and again a while after each answer."""
        self._again[name] = (Ticket(name, owner, name, kind, is_move), pause)
        self._ask(name)

    def _ask(self, name: str) -> None:
        pattern, _ = self._again[name]
        self._asked[name] = self.time
        self.shares.add(Ticket(name, pattern.owner, name, pattern.kind, pattern.is_move))

    def run(self, until: float) -> None:
        """Let workers work, and tables ask, up to a moment."""
        while True:
            while self.free and (ticket := self.shares.take()) is not None:
                self.free -= 1
                self.waits[ticket.job].append(self.time - self._asked[ticket.job])
                self._push(self.time + COSTS[ticket.kind], ticket)
            if not self._events or self._events[0][0] > until:
                return
            self.time, _, done = heapq.heappop(self._events)
            if done is None:
                continue
            self.free += 1
            self.used[done.owner] += COSTS[done.kind]
            self.shares.done(done, COSTS[done.kind])
            self._ask(done.job)

    def _push(self, at: float, ticket: Ticket[str] | None) -> None:
        heapq.heappush(self._events, (at, next(self._order), ticket))


def test_twenty_tables_of_one_owner_get_no_more_than_one_table_of_another():
    simulation = Simulation(workers=1)
    for number in range(20):
        simulation.table("greedy", f"g{number}", "consul")
    simulation.run(until=30)
    simulation.table("modest", "m", "consul")
    before = dict(simulation.used)
    simulation.run(until=130)
    greedy, modest = (simulation.used[owner] - before.get(owner, 0) for owner in ("greedy", "modest"))
    assert abs(greedy - modest) <= 2 * COSTS["consul"]
    assert max(simulation.waits["m"]) <= 2 * COSTS["consul"]


def test_a_quick_bot_waits_for_no_slow_one_if_there_are_two_workers():
    simulation = Simulation(workers=2)
    for number in range(20):
        simulation.table("greedy", f"g{number}", "consul")
    simulation.run(until=30)
    simulation.table("modest", "m", "tiro")
    simulation.run(until=60)
    assert len(simulation.waits["m"]) > 1_000
    assert max(simulation.waits["m"][1:]) <= DEAR


def test_the_tables_of_one_owner_take_turns():
    simulation = Simulation(workers=1)
    simulation.table("one", "a", "consul")
    simulation.run(until=20)
    simulation.table("one", "b", "consul")
    before = len(simulation.waits["a"])
    simulation.run(until=40)
    assert abs(len(simulation.waits["a"]) - before - len(simulation.waits["b"])) <= 2


def test_nobody_saves_up_time_and_nobody_pays_for_having_been_alone():
    simulation = Simulation(workers=1)
    simulation.table("early", "e", "consul")
    simulation.run(until=1_000)
    simulation.table("late", "l", "consul")
    before = simulation.used["early"]
    simulation.run(until=1_100)
    assert abs(simulation.used["early"] - before - simulation.used["late"]) <= 2 * COSTS["consul"]


def test_moves_come_before_hints_but_hints_come():
    shares: Shares[str] = Shares(1)
    shares.add(Ticket("hint", "ada", "a", "hint", is_move=False))
    shares.add(Ticket("move", "ben", "b", "consul"))
    shares.add(Ticket("move too", "ada", "a", "consul"))
    order = []
    while (ticket := shares.take()) is not None:
        order.append(ticket.job)
        shares.done(ticket, 0.5)
    assert order == ["move", "move too", "hint"]
    simulation = Simulation(workers=1)
    for number in range(20):
        simulation.table("greedy", f"g{number}", "consul")
    simulation.table("modest", "m", "hint", is_move=False)
    simulation.run(until=60)
    assert len(simulation.waits["m"]) > 20


def test_one_slow_errand_does_not_make_a_bot_a_slow_one():
    """The first request of a process loads what was compiled."""
    shares: Shares[str] = Shares(2)
    for seconds in (8.0, 0.0, 0.002, 9.0):
        shares.add(Ticket("quick", "ada", "a", "tiro"))
        ticket = shares.take()
        assert ticket is not None
        shares.done(ticket, seconds)
    assert shares.takes("tiro") < DEAR


def test_a_bot_whose_moves_are_mostly_forced_is_slow_all_the_same():
    shares: Shares[str] = Shares(2)
    for number in range(100):
        shares.add(Ticket("slow", "ada", "a", "consul"))
        ticket = shares.take()
        assert ticket is not None
        shares.done(ticket, 0.0 if number % 3 else 0.5)
    assert shares.takes("consul") > DEAR


def test_what_fails_is_tried_again_before_what_came_later_and_costs_nothing():
    shares: Shares[str] = Shares(1)
    first = Ticket("first", "ada", "a", "consul")
    shares.add(first)
    assert shares.take() is first
    shares.add(Ticket("second", "ada", "a", "consul"))
    shares.again(first)
    assert shares.take() is first
    shares.done(first, None)
    assert len(shares) == 1


def test_who_goes_is_not_served_and_holds_up_nobody():
    shares: Shares[str] = Shares(1)
    gone, stays = Ticket("gone", "ada", "a", "tiro"), Ticket("stays", "ada", "a", "tiro")
    shares.add(gone)
    shares.add(stays)
    shares.withdraw(gone)
    assert shares.take() is stays
    shares.withdraw(stays)  # it is being worked on, and finished
    shares.done(stays, 0.1)
    assert shares.take() is None
    assert shares.everyone() == []


def test_owners_who_left_are_forgotten():
    shares: Shares[int] = Shares(1)
    last = Ticket(-1, "last", "table", "chances", is_move=False)
    shares.add(last)
    for number in range(2 * OWNERS_KEPT):
        shares.add(Ticket(number, number, str(number), "tiro"))
        ticket = shares.take()
        assert ticket is not None
        shares.done(ticket, 0.0001)
        assert len(shares._shares) <= OWNERS_KEPT + 1
    assert shares.take() is last
    shares.done(last, 0.0001)
    assert not shares._shares
