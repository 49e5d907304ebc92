"""The build phase: horrea, attacks on them, and benefactions."""

from __future__ import annotations

from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.rules.destroy import roll_to_destroy
from forvm.engine.rules.give import give_cost
from forvm.engine.state import State
from forvm.game.kinds.description import ChanceDue, KindOfMove, Situation, Values, breaks_words, roll_words
from forvm.notation.names import GIFTS


class Building(KindOfMove):
    """A horreum is built."""

    number = actions.BUILD
    clause = "BUILD-1"
    group = "building"
    undone = "markets"
    said_by = "horreum_built"
    shows_market = True

    def cost(self, at: Situation) -> int:
        return at.definition.build_cost


class Destroying(KindOfMove):
    """Another player's horreum is attacked."""

    number = actions.DESTROY
    clause = "DESTROY-1"
    group = "building"
    undone = "markets"
    said_by = "attack"
    shows_market = True

    def cost(self, at: Situation) -> int:
        return at.definition.destroy_cost

    def needs(self, at: Situation) -> int:
        return roll_to_destroy(at.state, at.definition, at.seat, at.coordinate("player"), at.coordinate("market"))

    def variant(self, at: Situation, values: Values) -> str:
        values |= {"roll": roll_words(self.needs(at)), "breaks": breaks_words(at, self.other(at))}
        return "plain"


class DestroyRollDue(ChanceDue):
    """The die that decides an attack."""

    task = tasks.DESTROY_ROLL
    clause = "DESTROY-1"
    sentence = "destroy"

    def needs(self, s: State, g: Definition) -> int:
        return roll_to_destroy(s, g, s.actor[s.top], s.other, s.market)

    def market(self, s: State, g: Definition) -> int:
        return s.market

    def other(self, s: State, g: Definition) -> int:
        return s.other


class Giving(KindOfMove):
    """A benefaction of a band of the ladder."""

    number = actions.GIVE
    clause = "GIVE-2"
    group = "giving"
    undone = "nothing"
    said_by = "gave"

    def cost(self, at: Situation) -> int:
        return give_cost(at.state, at.definition, at.coordinate("band"))

    def variant(self, at: Situation, values: Values) -> str:
        values |= {"band": at.coordinate("band") + 1, "points": at.definition.give_prestige}
        return GIFTS[at.coordinate("gift")]
