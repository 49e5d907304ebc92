"""Several trees at once, one for each thread: the search as Python sees it."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from forvm.bots.driver import Seat, bots_entry
from forvm.bots.mind import Mind, chart_of
from forvm.bots.tree import EDGES_PER_NODE, PAPER, Edge, Node, Tree
from forvm.bots.weights import Weights
from forvm.engine.compiled import Program
from forvm.engine.definition import Definition
from forvm.engine.rng import seed_numbers
from forvm.engine.scratch import Scratch
from forvm.engine.state import State

MOST_NODES = 400_000  # of one tree: about half a gigabyte
ROUND = 4_000  # simulations between two looks at the clock


class Vote(NamedTuple):
    """A move at the root: how often it was followed, and the mover's mean chance of winning."""

    action: int
    visits: int
    chance: float


class Grove:
    """Trees for games of one definition, kept from move to move."""

    def __init__(self, program: Program, g: Definition, w: Weights, seat: Seat, trees: int, seed: int) -> None:
        self.definition = g
        self._think = program[bots_entry]
        self._shared = (g.to_buffer(), chart_of(g).to_buffer(), w.to_buffer())
        self._seat = seat
        self._seed = seed
        self._moves = 0
        self._trees: list[dict[str, Any]] = [{} for _ in range(trees)]

    def vote(self, s: State, simulations: int | None, seconds: float | None) -> list[Vote]:
        """Search a position with every tree; simulations are shared out, or all think until the time is up."""
        self._moves += 1
        deadline = None if seconds is None else time.monotonic() + seconds
        each = (simulations or MOST_NODES) // len(self._trees)
        state = s.to_buffer()
        with ThreadPoolExecutor(len(self._trees)) as threads:
            jobs = [
                threads.submit(self._grow, index, state, max(each, 1), deadline) for index in range(len(self._trees))
            ]
            for job in jobs:
                job.result()
        return self._count()

    def _grow(self, index: int, state: Any, simulations: int, deadline: float | None) -> None:
        """One thread's work: the compiled search lets go of Python's lock."""
        tree = self._prepare(index, simulations)
        tree["pool"][-len(state) :] = state
        seat = self._seat.copy()
        done = 0
        while done < simulations:
            part = simulations if deadline is None else min(ROUND, simulations - done)
            seat.simulations = part
            self._think(
                tree["pool"],
                tree["nodes"],
                tree["edges"],
                tree["tree"],
                *self._shared,
                seat.to_buffer(),
                tree["mind"],
                tree["scratch"],
                0,
                0,
                0,
                tree["results"],
            )
            done += part
            if deadline is not None and time.monotonic() >= deadline:
                break

    def _prepare(self, index: int, simulations: int) -> dict[str, Any]:
        import numpy as np

        tree = self._trees[index]
        wanted = min(MOST_NODES, 5 * simulations + 1000)
        if not tree or len(tree["nodes"]) < wanted * Node.dtype().itemsize:
            nodes = wanted + PAPER
            tree["pool"] = np.zeros(nodes, State.dtype()).view(np.uint8)
            tree["nodes"] = np.zeros(nodes, Node.dtype()).view(np.uint8)
            tree["edges"] = np.zeros(nodes * EDGES_PER_NODE, Edge.dtype()).view(np.uint8)
            tree["tree"] = Tree().to_buffer()
            tree["mind"] = Mind().to_buffer()
            tree["results"] = np.zeros(0, np.int64)
        tree["tree"].view(Tree.dtype())[0]["candidates"] = 0
        scratch = Scratch()
        seed_numbers(scratch, self._seed, self._moves * len(self._trees) + index)
        tree["scratch"] = np.concatenate([scratch.to_buffer()] * 2)
        return tree

    def _count(self) -> list[Vote]:
        """The votes of all trees together, most visits first."""
        visits: dict[int, int] = {}
        hopes: dict[int, float] = {}
        for each in self._trees:
            tree = each["tree"].view(Tree.dtype())[0]
            for i in range(int(tree["candidates"])):
                action = int(tree["action"][i])
                visits[action] = visits.get(action, 0) + int(tree["votes"][i])
                hopes[action] = hopes.get(action, 0.0) + float(tree["hopes"][i])
        votes = [Vote(a, n, hopes[a] / n if n else 0.0) for a, n in visits.items()]
        return sorted(votes, key=lambda vote: (-vote.visits, -vote.chance, vote.action))
