"""Agents: entering, moving, challenging a holder, and the end of a phase."""

from __future__ import annotations

from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.rules.money import means
from forvm.engine.rules.oust import holder, roll_to_oust
from forvm.engine.state import NOBODY, State
from forvm.game.kinds.description import ChanceDue, KindOfMove, Situation, Values, breaks_words, roll_words


class Moving(KindOfMove):
    """An agent goes along a link."""

    number = actions.MOVE
    clause = "MOVE-2"
    group = "agents"
    undone = "agents"
    shows_market = True

    def market(self, at: Situation) -> int:
        return at.table.names.links[at.coordinate("link")][1]

    def origin(self, at: Situation) -> int:
        return at.table.names.links[at.coordinate("link")][0]

    def variant(self, at: Situation, values: Values) -> str:
        held_by = holder(at.state, at.definition, self.market(at))
        if held_by in (NOBODY, at.seat):
            return "plain"
        values["other"] = at.table.seat(held_by)
        return "intrude"


class Entering(KindOfMove):
    """A roll for a new agent in Rome."""

    number = actions.ENTER
    clause = "MOVE-1"
    group = "agents"
    undone = "nothing"

    def market(self, at: Situation) -> int:
        return at.definition.rome

    def needs(self, at: Situation) -> int:
        return at.definition.enter_roll

    def variant(self, at: Situation, values: Values) -> str:
        values["roll"] = roll_words(self.needs(at))
        return "plain"


class EnterRollDue(ChanceDue):
    """The die that decides about a new agent."""

    task = tasks.ENTER_ROLL
    clause = "MOVE-1"
    sentence = "enter"

    def needs(self, s: State, g: Definition) -> int:
        return g.enter_roll

    def market(self, s: State, g: Definition) -> int:
        return g.rome


class Ousting(KindOfMove):
    """An intruder challenges the holder of a market."""

    number = actions.OUST
    clause = "OUST-2"
    group = "challenges"
    said_by = "challenge"

    def other(self, at: Situation) -> int | None:
        held_by = holder(at.state, at.definition, at.coordinate("market"))
        return None if held_by == NOBODY else held_by

    def cost(self, at: Situation) -> int:
        # OUST-5: a challenger who cannot raise the cost pays nothing, and loses.
        cost = at.definition.oust_cost
        return cost if means(at.state, at.definition, at.seat) >= cost else 0

    def needs(self, at: Situation) -> int | None:
        if at.definition.oust_cost and not self.cost(at):
            return None
        return roll_to_oust(at.state, at.definition, at.seat, at.coordinate("market"))

    def clause_here(self, at: Situation) -> str:
        return self.clause if self.needs(at) is not None else "OUST-5"

    def variant(self, at: Situation, values: Values) -> str:
        needs = self.needs(at)
        if needs is None:
            values["full_cost"] = at.definition.oust_cost
            return "unable"
        values |= {"roll": roll_words(needs), "breaks": breaks_words(at, self.other(at))}
        return "plain"


class OustRollDue(ChanceDue):
    """The die that decides a challenge."""

    task = tasks.OUST_ROLL
    clause = "OUST-2"
    sentence = "oust"

    def needs(self, s: State, g: Definition) -> int:
        return roll_to_oust(s, g, s.actor[s.top], s.market)

    def market(self, s: State, g: Definition) -> int:
        return s.market
