"""Answers to a fate card, and the end of a phase, which is an answer to some cards too."""

from __future__ import annotations

from forvm import text
from forvm.engine import actions, tasks
from forvm.game.kinds.description import KindOfMove, Situation, Values
from forvm.notation.phases import task_name


class Paying(KindOfMove):
    """What a card asks for is paid."""

    number = actions.PAY
    clause = "FATE-1"

    def cost(self, at: Situation) -> int:
        return at.definition.card_amount[at.state.card]

    def variant(self, at: Situation, values: Values) -> str:
        values["points"] = at.definition.card_points[at.state.card]
        return "patron" if at.task == tasks.PATRONAGE else "offer"


class Yielding(KindOfMove):
    """An agent is given up to the patron."""

    number = actions.YIELD
    clause = "FATE-1"


class Ending(KindOfMove):
    """A phase ends for the player, a card's offer is declined, or a card is given in to."""

    number = actions.END
    clause = "TURN-1"
    group = "end"

    def clause_here(self, at: Situation) -> str:
        return "FATE-1" if at.task > tasks.BARGAIN else self.clause

    def variant(self, at: Situation, values: Values) -> str:
        values["points"] = at.definition.card_points[at.state.card]
        name = task_name(at.task)
        return name if name in text.load("moves")["end"] else "plain"
