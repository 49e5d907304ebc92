"""Marriages: into a local aristocracy, and alliances with other players."""

from __future__ import annotations

from forvm import text
from forvm.engine import actions, tasks
from forvm.engine.rules.pieces import pair
from forvm.game.kinds.description import MATCH, KindOfMove, Situation, Values, child_words
from forvm.notation.names import CHILDREN


def _when_a_card_asks(kind: KindOfMove, at: Situation) -> str:
    """Under a fate card the card is the rule that is followed."""
    return "FATE-1" if at.task > tasks.BARGAIN else kind.clause


class Wedding(KindOfMove):
    """A child marries into the aristocracy of a market."""

    number = actions.WED
    clause = "LOCAL-1"
    group = "marriages"
    undone = "markets"
    said_by = "wed"

    def cost(self, at: Situation) -> int:
        return at.definition.local_cost

    def clause_here(self, at: Situation) -> str:
        return _when_a_card_asks(self, at)

    def variant(self, at: Situation, values: Values) -> str:
        values["points"] = at.definition.local_prestige
        return "plain"


class Parting(KindOfMove):
    """A marriage with an aristocracy ends, because a card demands it."""

    number = actions.PART
    clause = "LOCAL-2"
    group = "marriages"

    def variant(self, at: Situation, values: Values) -> str:
        values["points"] = at.definition.card_points[at.state.card]
        return "plain"


class Proposing(KindOfMove):
    """A marriage between two players' children is proposed at a price."""

    number = actions.PROPOSE
    clause = "ALLY-1"
    group = "alliances"
    undone = "players"
    said_by = "proposal"

    def clause_here(self, at: Situation) -> str:
        return _when_a_card_asks(self, at)


class Answering(KindOfMove):
    """What a proposal can be answered with."""

    group = "answer"

    def other(self, at: Situation) -> int | None:
        s = at.state
        if at.task != tasks.BARGAIN:
            return None
        return s.other if at.seat == s.proposer else s.proposer


class Accepting(Answering):
    """The price on the table is agreed to."""

    number = actions.ACCEPT
    clause = "ALLY-3"

    def price(self, at: Situation) -> int | None:
        return at.state.price * at.definition.price_step if at.task == tasks.BARGAIN else None

    def cost(self, at: Situation) -> int:
        return (self.price(at) or 0) if self._pays(at) else 0

    def variant(self, at: Situation, values: Values) -> str:
        child = CHILDREN[at.state.offered_child]
        values |= child_words(at.state.offered_child)
        if self.price(at) == 0:
            own, theirs = (child, MATCH[child]) if self._pays(at) else (MATCH[child], child)
            values |= {"own": own, "theirs": theirs}
            return "for_nothing"
        return "pays" if self._pays(at) else "is_paid"

    def _pays(self, at: Situation) -> bool:
        return at.seat == at.state.proposer


class Refusing(Answering):
    """The marriage is refused."""

    number = actions.REFUSE
    clause = "ALLY-2"
    said_by = "refused"


class Countering(Answering):
    """Another price is named."""

    number = actions.COUNTER
    clause = "ALLY-2"

    def variant(self, at: Situation, values: Values) -> str:
        values["named"] = at.state.price * at.definition.price_step
        return "plain"


class Divorcing(KindOfMove):
    """An alliance ends."""

    number = actions.DIVORCE
    clause = "ALLY-4"
    group = "alliances"

    def clause_here(self, at: Situation) -> str:
        return _when_a_card_asks(self, at)

    def variant(self, at: Situation, values: Values) -> str:
        s, g, other = at.state, at.definition, at.coordinate("player")
        values |= {"points": g.alliance_loss, "repays": ""}
        if other != at.seat and g.alliance_repaid == 1:
            alliance = pair(at.seat, other)
            if s.ally_price[alliance] > 0:
                part = "repays_you" if s.ally_payer[alliance] == at.seat else "you_repay"
                told: Values = {"other": at.table.seat(other), "price": s.ally_price[alliance]}
                values["repays"] = text.fill(text.load("moves")["parts"][part], told)
        return "plain"
