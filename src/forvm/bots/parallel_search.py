"""Several search trees at once, one for each thread: the search as Python sees it."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from weakref import WeakKeyDictionary

from forvm.bots.bot_settings import search_settings
from forvm.bots.search_buffers import SearchBuffers
from forvm.bots.weights import Weights
from forvm.engine.definition import Definition
from forvm.engine.rng import seed_numbers
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.compiler import Program

MOST_NODES = 150_000  # of one tree: about 170 megabytes when it is full
ROOM = 330_000  # nodes of all trees in a process: enough for a table with four consuls, some 400 megabytes
ROUND = 2_000  # simulations between two looks at the clock, at least


class RootMove(NamedTuple):
    """A move at the root: how often it was visited, and the mover's mean chance of winning."""

    action: int
    visits: int
    chance: float


_one_at_a_time = threading.Lock()
# The nodes of every search that has trees. The one that searched last comes last.
_nodes_in_use: WeakKeyDictionary[ParallelSearch, int] = WeakKeyDictionary()


class ParallelSearch:
    """The trees of one bot in games of one definition."""

    def __init__(
        self, program: Program, g: Definition, weights: Weights, judgement: Weights, trees: int, seed: int
    ) -> None:
        self.definition = g
        self._program = program
        self._settings = search_settings(weights, judgement, simulations=0)
        self._seed = seed
        self._searches = 0
        self._trees = trees
        self._buffers: list[SearchBuffers] = []

    def search(self, s: State, simulations: int | None, seconds: float | None) -> list[RootMove]:
        """Searches a position with every tree; simulations are shared out, or all search until the time is up."""
        deadline = None if seconds is None else time.monotonic() + seconds
        each = MOST_NODES if simulations is None else max(1, simulations // self._trees)
        with _one_at_a_time, ThreadPoolExecutor(self._trees) as threads:
            self._searches += 1
            self._make_room(min(MOST_NODES, 4 * each + 1000))
            for buffers in self._buffers:
                tree = buffers.tree
                tree["candidates"] = 0
                if deadline is not None and 2 * int(tree["nodes"]) > buffers.nodes:
                    tree["nodes"] = 0  # a new tree is better than one that is full before the time is up
            jobs = [threads.submit(self._search_tree, i, s, each, deadline) for i in range(self._trees)]
            for job in jobs:
                job.result()
            return add_up(self._buffers)

    @property
    def nodes(self) -> list[int]:
        """How many nodes each tree has."""
        return [int(buffers.tree["nodes"]) for buffers in self._buffers]

    def _make_room(self, nodes: int) -> None:
        """Makes buffers for each tree. If memory is short, the bots that searched longest ago lose their trees."""
        _nodes_in_use.pop(self, None)
        for other in list(_nodes_in_use):
            if sum(_nodes_in_use.values()) + nodes * self._trees > ROOM:
                other._buffers = []
                del _nodes_in_use[other]
        _nodes_in_use[self] = nodes * self._trees
        if not self._buffers or self._buffers[0].nodes != nodes:
            self._buffers = [
                SearchBuffers(self._program, self.definition, [self._settings], nodes) for _ in range(self._trees)
            ]

    def _search_tree(self, index: int, s: State, simulations: int, deadline: float | None) -> None:
        """One thread's work: a number of simulations, or as many as there is time for."""
        buffers = self._buffers[index]
        scratch = Scratch()
        seed_numbers(scratch, self._seed, self._searches * self._trees + index)
        buffers.work["bot_rng"]["random"] = scratch.random
        if deadline is None:
            self._simulate(buffers, s, simulations)
        else:
            self._search_until(buffers, s, deadline)

    def _search_until(self, buffers: SearchBuffers, s: State, deadline: float) -> None:
        """Searches in rounds. Where hands are hidden each round starts new trees, so rounds are few and long."""
        begun = time.monotonic()
        tree = buffers.tree
        done, size, nodes = 0, ROUND, -1
        while True:
            self._simulate(buffers, s, size)
            now = time.monotonic()
            if now >= deadline or tree["candidates"] == 1:
                break
            done += size
            if not self.definition.family_open:
                pace = done / (now - begun)
                size = max(ROUND, min(int(pace * (deadline - now) / 2), buffers.nodes))
            elif tree["nodes"] == nodes:
                break  # the tree is full, or there is nothing to add to it
            nodes = int(tree["nodes"])

    def _simulate(self, buffers: SearchBuffers, s: State, simulations: int) -> None:
        buffers.work["bots"][0]["simulations"] = simulations
        buffers.decide(s)


def add_up(searched: list[SearchBuffers]) -> list[RootMove]:
    """Returns the moves at the root of all trees together, most visits first."""
    visits: dict[int, int] = {}
    value_sum: dict[int, float] = {}
    for buffers in searched:
        tree = buffers.tree
        for i in range(int(tree["candidates"])):
            action = int(tree["action"][i])
            visits[action] = visits.get(action, 0) + int(tree["visits"][i])
            value_sum[action] = value_sum.get(action, 0.0) + float(tree["value_sum"][i])
    moves = [RootMove(a, n, value_sum[a] / n if n else 0.0) for a, n in visits.items()]
    return sorted(moves, key=lambda move: (-move.visits, -move.chance, move.action))
