"""Where bots think: the records that compiled code works on, or, until it is compiled, the plain rules."""

from __future__ import annotations

from functools import cache
from subprocess import Popen
from typing import Any

from forvm.bots.choices import consider
from forvm.bots.driver import bots_entry
from forvm.bots.evaluation import evaluate
from forvm.bots.mind import Mind, chart_of
from forvm.bots.paper import Paper
from forvm.bots.tree import ASIDE, GREEDY_BOT, Edge, Node, Seat, Tree
from forvm.bots.weights import Weights
from forvm.engine.definition import Definition
from forvm.engine.hidden import imagine_hands
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.compiler import CompilerMissing, Program

_background: list[Popen[bytes]] = []


@cache
def _program() -> Program | None:
    """The compiled bots, or None where there is no compiler."""
    try:
        from forvm.bots.program import bots_program

        return bots_program()
    except CompilerMissing:
        return None


def compiled() -> Program | None:
    """The compiled bots if they are ready; else they are being compiled in the background from now on."""
    program = _program()
    if program is None or program.is_ready():
        return program
    if not _background:
        process = program.compile_in_background()
        if process is not None:
            _background.append(process)
    return None


class Desk:
    """A place to look one move ahead in games of one definition."""

    def __init__(self, g: Definition) -> None:
        self.definition = g
        self.chart = chart_of(g)
        self._buffers: dict[str, Any] = {}

    def consider(self, s: State, seat: int, w: Weights, quick: bool = False) -> list[tuple[int, float]]:
        """A seat's candidates with their values, or quickly only the best; others' hidden hands are out of the way."""
        program = compiled()
        return self._plainly(s, seat, w, quick) if program is None else self._compiled(program, s, w, quick)

    def chance(self, s: State, seat: int, w: Weights) -> float:
        """A seat's chance of winning as things stand, by the plain rules."""
        seen, mind = s.copy(), Mind()
        imagine_hands(seen, self.definition, seat, Scratch(), False)
        evaluate(seen, self.definition, w, self.chart, mind)
        return mind.chance[seat]

    def _compiled(self, program: Program, s: State, w: Weights, quick: bool) -> list[tuple[int, float]]:
        import numpy as np

        if not self._buffers:
            self._make_buffers()
        buffers = self._buffers
        state = s.to_buffer()
        buffers["pool"][-len(state) :] = state
        buffers["weights"] = np.concatenate([w.to_buffer()] * 2)
        mind = buffers["minds"].view(Mind.dtype())[0]
        mind["quick"] = quick
        program[bots_entry](*buffers.values())
        n = int(mind["candidates"])
        return list(zip(mind["action"][:n].tolist(), mind["value"][:n].tolist(), strict=True))

    def _make_buffers(self) -> None:
        """One of everything, in the order in which compiled code takes it; no room for a tree."""
        import numpy as np

        seat = Seat()
        seat.kind = GREEDY_BOT
        self._buffers = {
            "pool": np.zeros(ASIDE, State.dtype()).view(np.uint8),
            "nodes": np.zeros(1, Node.dtype()).view(np.uint8),
            "edges": np.zeros(1, Edge.dtype()).view(np.uint8),
            "trees": Tree().to_buffer(),
            "definition": self.definition.to_buffer(),
            "chart": self.chart.to_buffer(),
            "weights": Weights().to_buffer(),
            "seats": seat.to_buffer(),
            "minds": Mind().to_buffer(),
            "papers": Paper.new_buffer(),
            "scratch": np.concatenate([Scratch().to_buffer()] * 2),
            "seed": 0,
            "first": 0,
            "games": 0,
            "results": np.zeros(0, np.int64),
        }

    def _plainly(self, s: State, seat: int, w: Weights, quick: bool) -> list[tuple[int, float]]:
        paper, mind, scratch = Paper(), Mind(), Scratch()
        paper.sheet[0] = s
        mind.quick = int(quick)
        imagine_hands(paper.sheet[0], self.definition, seat, scratch, False)
        n = consider(paper, self.definition, w, self.chart, mind, scratch)
        return list(zip(mind.action[:n], mind.value[:n], strict=True))
