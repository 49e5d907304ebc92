"""Several trees at once, one for each thread: the search as Python sees it."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from forvm.bots.driver import bots_entry
from forvm.bots.mind import Mind, chart_of
from forvm.bots.paper import Paper
from forvm.bots.tree import ASIDE, EDGES_PER_NODE, Edge, Node, Seat, Tree
from forvm.bots.weights import Weights
from forvm.engine.definition import Definition
from forvm.engine.rng import seed_numbers
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.compiler import Program

MOST_NODES = 150_000  # of one tree: about 170 megabytes when it is full
ROOM = 330_000  # nodes of all trees in a process: those of a table with four consuls, some 400 megabytes
ROUND = 2_000  # simulations between two looks at the clock, at least


class Vote(NamedTuple):
    """A move at the root: how often it was followed, and the mover's mean chance of winning."""

    action: int
    visits: int
    chance: float


class Plot:
    """Memory for one tree."""

    def __init__(self, nodes: int) -> None:
        import numpy as np

        self.nodes = nodes
        self.buffers: dict[str, Any] = {
            "pool": np.zeros(nodes + ASIDE, State.dtype()).view(np.uint8),
            "nodes": np.zeros(nodes + ASIDE, Node.dtype()).view(np.uint8),
            "edges": np.zeros(nodes * EDGES_PER_NODE, Edge.dtype()).view(np.uint8),
            "tree": Tree().to_buffer(),
            "mind": Mind().to_buffer(),
            "paper": Paper.new_buffer(),
        }

    @property
    def tree(self) -> Any:
        """The record of the tree as a whole."""
        return self.buffers["tree"].view(Tree.dtype())[0]


_one_at_a_time = threading.Lock()
_planted: WeakKeyDictionary[Grove, int] = WeakKeyDictionary()  # nodes of all with trees; who thought last comes last


class Grove:
    """The trees of one bot in games of one definition."""

    def __init__(
        self, program: Program, g: Definition, tables: tuple[Weights, Weights], seat: Seat, trees: int, seed: int
    ) -> None:
        import numpy as np

        self.definition = g
        self._think = program[bots_entry]
        self._shared = (g.to_buffer(), chart_of(g).to_buffer(), np.concatenate([w.to_buffer() for w in tables]))
        self._seat = seat
        self._seed = seed
        self._searches = 0
        self._trees = trees
        self._plots: list[Plot] = []

    def vote(self, s: State, simulations: int | None, seconds: float | None) -> list[Vote]:
        """Search a position with every tree; simulations are shared out, or all think until the time is up."""
        deadline = None if seconds is None else time.monotonic() + seconds
        each = MOST_NODES if simulations is None else max(1, simulations // self._trees)
        state = s.to_buffer()
        with _one_at_a_time, ThreadPoolExecutor(self._trees) as threads:
            self._searches += 1
            self._make_room(min(MOST_NODES, 4 * each + 1000))
            for plot in self._plots:
                plot.tree["candidates"] = 0
                if deadline is not None and 2 * int(plot.tree["nodes"]) > plot.nodes:
                    plot.tree["nodes"] = 0  # rather a new tree than one that is full before the time is up
            jobs = [threads.submit(self._grow, i, state, each, deadline) for i in range(self._trees)]
            for job in jobs:
                job.result()
            return count(self._plots)

    def _make_room(self, nodes: int) -> None:
        """Have a plot for each tree. Where memory is short, those who thought longest ago lose what they thought."""
        _planted.pop(self, None)
        for other in list(_planted):
            if sum(_planted.values()) + nodes * self._trees > ROOM:
                other._plots = []
                del _planted[other]
        _planted[self] = nodes * self._trees
        if not self._plots or self._plots[0].nodes != nodes:
            self._plots = [Plot(nodes) for _ in range(self._trees)]

    def _grow(self, index: int, state: Any, simulations: int, deadline: float | None) -> None:
        """One thread's work: so many simulations, or as many as there is time for."""
        import numpy as np

        plot = self._plots[index]
        plot.buffers["pool"][-len(state) :] = state
        scratch = Scratch()
        seed_numbers(scratch, self._seed, self._searches * self._trees + index)
        numbers = np.concatenate([scratch.to_buffer()] * 2)
        if deadline is None:
            self._search(plot, numbers, simulations)
        else:
            self._search_until(plot, numbers, deadline)

    def _search_until(self, plot: Plot, numbers: Any, deadline: float) -> None:
        """Round by round; where hands are hidden each begins new trees, so there are few rounds, and long ones."""
        begun = time.monotonic()
        done, size, nodes = 0, ROUND, -1
        while True:
            self._search(plot, numbers, size)
            now = time.monotonic()
            if now >= deadline or plot.tree["candidates"] == 1:
                break
            done += size
            if not self.definition.family_open:
                pace = done / (now - begun)
                size = max(ROUND, min(int(pace * (deadline - now) / 2), plot.nodes))
            elif plot.tree["nodes"] == nodes:
                break  # the tree is full, or there is nothing to add to it
            nodes = int(plot.tree["nodes"])

    def _search(self, plot: Plot, numbers: Any, simulations: int) -> None:
        """The compiled search, which lets go of Python's lock."""
        import numpy as np

        seat = self._seat.copy()
        seat.simulations = simulations
        b = plot.buffers
        self._think(
            b["pool"],
            b["nodes"],
            b["edges"],
            b["tree"],
            *self._shared,
            seat.to_buffer(),
            b["mind"],
            b["paper"],
            numbers,
            0,
            0,
            0,
            np.zeros(0, np.int64),
        )


def count(plots: list[Plot]) -> list[Vote]:
    """The votes of all trees together, most visits first."""
    visits: dict[int, int] = {}
    hopes: dict[int, float] = {}
    for plot in plots:
        tree = plot.tree
        for i in range(int(tree["candidates"])):
            action = int(tree["action"][i])
            visits[action] = visits.get(action, 0) + int(tree["votes"][i])
            hopes[action] = hopes.get(action, 0.0) + float(tree["hopes"][i])
    votes = [Vote(a, n, hopes[a] / n if n else 0.0) for a, n in visits.items()]
    return sorted(votes, key=lambda vote: (-vote.visits, -vote.chance, vote.action))
