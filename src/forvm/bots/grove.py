"""Several trees at once, one for each thread: the search as Python sees it."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from forvm.bots.driver import bots_entry
from forvm.bots.mind import Mind, chart_of
from forvm.bots.paper import Paper
from forvm.bots.tree import ASIDE, EDGES_PER_NODE, Edge, Node, Seat, Tree
from forvm.bots.weights import Weights
from forvm.engine.compiled import Program
from forvm.engine.definition import Definition
from forvm.engine.rng import seed_numbers
from forvm.engine.scratch import Scratch
from forvm.engine.state import State

MOST_NODES = 150_000  # of one tree: about 170 megabytes when it is full
ROUND = 2_000  # simulations between two looks at the clock


class Vote(NamedTuple):
    """A move at the root: how often it was followed, and the mover's mean chance of winning."""

    action: int
    visits: int
    chance: float


class Plot:
    """Memory for one tree. All bots of a process share the plots: the last to think finds its own tree again."""

    def __init__(self) -> None:
        self.owner: Grove | None = None
        self.nodes = 0  # that the owner may fill
        self._memory: dict[str, Any] = {"pool": b"", "nodes": b"", "edges": b""}
        self.buffers: dict[str, Any] = {}

    def prepare(self, owner: Grove, nodes: int) -> None:
        """Make room for so many nodes, and forget what another has thought.

        The owner gets no more than that, however much there is: what it thinks must not depend on who thought before.
        """
        if self.owner is not owner:
            self.owner = owner
            self.nodes = nodes
            self.buffers = {
                "pool": self._room("pool", State.dtype(), nodes + ASIDE),
                "nodes": self._room("nodes", Node.dtype(), nodes + ASIDE),
                "edges": self._room("edges", Edge.dtype(), nodes * EDGES_PER_NODE),
                "tree": Tree().to_buffer(),
                "mind": Mind().to_buffer(),
                "paper": Paper.new_buffer(),
            }
        self.tree["candidates"] = 0

    def _room(self, name: str, kind: Any, count: int) -> Any:
        import numpy as np

        if len(self._memory[name]) < count * kind.itemsize:
            self._memory[name] = np.zeros(count, kind).view(np.uint8)
        return self._memory[name][: count * kind.itemsize]

    @property
    def tree(self) -> Any:
        """The record of the tree as a whole."""
        return self.buffers["tree"].view(Tree.dtype())[0]


_plots: list[Plot] = []
_one_at_a_time = threading.Lock()


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

    def vote(self, s: State, simulations: int | None, seconds: float | None) -> list[Vote]:
        """Search a position with every tree; simulations are shared out, or all think until the time is up."""
        deadline = None if seconds is None else time.monotonic() + seconds
        each = max(1, (simulations or MOST_NODES * self._trees) // self._trees)
        state = s.to_buffer()
        with _one_at_a_time, ThreadPoolExecutor(self._trees) as threads:
            self._searches += 1
            _plots.extend(Plot() for _ in range(self._trees - len(_plots)))
            mine = _plots[: self._trees]
            for plot in mine:
                plot.prepare(self, min(MOST_NODES, 4 * each + 1000))
                if deadline is not None and 2 * int(plot.tree["nodes"]) > plot.nodes:
                    plot.tree["nodes"] = 0  # rather a new tree than one that is full before the time is up
            jobs = [threads.submit(self._grow, i, plot, state, each, deadline) for i, plot in enumerate(mine)]
            for job in jobs:
                job.result()
            return count(mine)

    def _grow(self, index: int, plot: Plot, state: Any, simulations: int, deadline: float | None) -> None:
        """One thread's work: the compiled search lets go of Python's lock."""
        import numpy as np

        scratch = Scratch()
        seed_numbers(scratch, self._seed, self._searches * self._trees + index)
        both = np.concatenate([scratch.to_buffer()] * 2)
        b = plot.buffers
        b["pool"][-len(state) :] = state
        seat = self._seat.copy()
        done = 0
        # once at least: a tree that is full already still has its votes
        while done == 0 or (done < simulations and plot.tree["nodes"] < plot.nodes - 1):
            seat.simulations = simulations if deadline is None else min(ROUND, simulations - done)
            self._think(
                b["pool"],
                b["nodes"],
                b["edges"],
                b["tree"],
                *self._shared,
                seat.to_buffer(),
                b["mind"],
                b["paper"],
                both,
                0,
                0,
                0,
                np.zeros(0, np.int64),
            )
            done += seat.simulations
            if plot.tree["candidates"] == 1 or (deadline is not None and time.monotonic() >= deadline):
                break


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
