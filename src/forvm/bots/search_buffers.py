"""The memory that compiled bots work in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from forvm.bots.bot_settings import BotSettings
from forvm.bots.chart import chart_of
from forvm.bots.entry_points import bots_entry
from forvm.bots.nested_layout import write_record
from forvm.bots.record_types import EDGE, NODE, STATE, WORKSPACE
from forvm.bots.search_tree import EDGES_PER_NODE, WANTED
from forvm.bots.weights import Weights
from forvm.engine.definition import Definition
from forvm.engine.state import State
from forvm.engine.twin.compiler import Program


class SearchBuffers:
    """A workspace, and room for a search tree. One serves one thread and games of one definition."""

    def __init__(
        self, program: Program, g: Definition, bots: Sequence[BotSettings], nodes: int = 0, edges: int | None = None
    ) -> None:
        import numpy as np

        self.nodes = nodes
        self.workspace = np.zeros(1, WORKSPACE)
        edges = nodes * EDGES_PER_NODE if edges is None else edges
        self._program = program
        self._no_results = np.zeros(0, np.int64)
        self._arguments = (
            np.zeros(nodes + WANTED, STATE).view(np.uint8),
            np.zeros(nodes + WANTED, NODE).view(np.uint8),
            np.zeros(max(1, edges), EDGE).view(np.uint8),
            g.to_buffer(),
            self.workspace.view(np.uint8),
        )
        write_record(chart_of(g), self.work["chart"])
        for bot, record in zip(bots, self.work["bots"], strict=False):
            write_record(bot, record)

    @property
    def work(self) -> Any:
        """The workspace as a NumPy record."""
        return self.workspace[0]

    @property
    def tree(self) -> Any:
        """The record of the tree as a whole."""
        return self.work["tree"]

    def set_weights(self, weights: Weights) -> None:
        """Gives the bot that decides other weights."""
        write_record(weights, self.work["bots"][0]["weights"])

    def decide(self, s: State) -> int:
        """Returns the move of the first bot in a position. Lets go of Python's lock meanwhile."""
        self.work["table"][0] = s.to_buffer().view(STATE)[0]
        return int(self._program[bots_entry](*self._arguments, 0, self._no_results))

    def play_games(self, seed: int, first: int, games: int, results: Any) -> None:
        """Plays games ``first`` … of a seed; writes their results and actions as ``entry_points.play_games`` says."""
        if games > 0:
            self.work["seed"], self.work["first_game"] = seed, first
            self._program[bots_entry](*self._arguments, games, results)
