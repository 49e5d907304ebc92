"""The look one move ahead, as Python sees it: in compiled code, or in the plain rules until that is ready."""

from __future__ import annotations

from forvm.bots.bot_settings import greedy_settings
from forvm.bots.candidates import consider
from forvm.bots.evaluation import evaluate
from forvm.bots.program import compiled
from forvm.bots.search_buffers import SearchBuffers
from forvm.bots.weights import Weights
from forvm.bots.workspace import Workspace
from forvm.engine.definition import Definition
from forvm.engine.hidden import imagine_hands
from forvm.engine.state import State
from forvm.engine.twin.compiler import Program


class GreedyEvaluator:
    """Evaluates the moves of positions of one definition, one move ahead."""

    def __init__(self, g: Definition) -> None:
        self.definition = g
        self._buffers: SearchBuffers | None = None
        self._plain: Workspace | None = None

    def consider(self, s: State, seat: int, weights: Weights, quick: bool = False) -> list[tuple[int, float]]:
        """Returns a seat's candidates with their values; if quick, perhaps only the best. Hidden hands play no part."""
        program = compiled()
        if program is None:
            return self.consider_plain(s, seat, weights, quick)
        return self.consider_compiled(program, s, weights, quick)

    def chance(self, s: State, seat: int, weights: Weights) -> float:
        """Returns a seat's chance of winning as things stand, by the plain rules."""
        work = self._plain_workspace(s, seat)
        evaluate(work.trial[0], self.definition, weights, work)
        return work.chance[seat]

    def consider_compiled(self, program: Program, s: State, weights: Weights, quick: bool) -> list[tuple[int, float]]:
        """``consider`` for the player to act, in compiled code."""
        if self._buffers is None:
            self._buffers = SearchBuffers(program, self.definition, [greedy_settings(weights)])
        self._buffers.set_weights(weights)
        work = self._buffers.work
        work["quick"] = quick
        self._buffers.decide(s)
        n = int(work["candidates"])
        return list(zip(work["action"][:n].tolist(), work["value"][:n].tolist(), strict=True))

    def consider_plain(self, s: State, seat: int, weights: Weights, quick: bool) -> list[tuple[int, float]]:
        """``consider`` in the plain rules."""
        work = self._plain_workspace(s, seat)
        work.quick = int(quick)
        n = consider(self.definition, weights, work)
        return list(zip(work.action[:n], work.value[:n], strict=True))

    def _plain_workspace(self, s: State, seat: int) -> Workspace:
        """Returns the workspace of the plain rules, with a position as a seat sees it."""
        if self._plain is None:
            self._plain = Workspace(self.definition)
        self._plain.trial[0] = s
        imagine_hands(self._plain.trial[0], self.definition, seat, self._plain.bot_rng, False)
        return self._plain
