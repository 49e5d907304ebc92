"""What chance supplies, and the dice and cards that no kind of move asks for."""

from __future__ import annotations

from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.state import State
from forvm.game.kinds.description import CHANCES, ChanceDue, KindOfMove, Situation, Values, child_words


class DieRolled(KindOfMove):
    """What a die shows."""

    number = actions.DIE
    clause = "TURN-1"
    said_by = "rolled"

    def needs(self, at: Situation) -> int | None:
        due = CHANCES.get(at.task)
        return None if due is None else due.needs(at.state, at.definition)

    def clause_here(self, at: Situation) -> str:
        return CHANCES[at.task].clause if at.task in CHANCES else self.clause

    def variant(self, at: Situation, values: Values) -> str:
        pips = at.coordinate("pips") + 1
        values["pips"] = pips
        due = CHANCES.get(at.task)
        if due is None:
            return "plain"
        where, other = due.market(at.state, at.definition), due.other(at.state, at.definition)
        values["market"] = "" if where is None else at.table.market(where)
        values["other"] = "" if other is None else at.table.seat(other)
        return due.variant(at, pips, values)


class ChildDealt(KindOfMove):
    """A family card is dealt."""

    number = actions.CHILD
    clause = "SETUP-2"
    said_by = "child_gained"


class CardDrawn(KindOfMove):
    """A fate card is drawn."""

    number = actions.CARD
    clause = "FATE-1"
    said_by = "card"

    def variant(self, at: Situation, values: Values) -> str:
        values["card"] = at.table.card_names[at.coordinate("card")]
        return "plain"


class DealDue(ChanceDue):
    """A family card for everyone, before the game."""

    task = tasks.DEAL
    clause = "SETUP-2"
    supplies = "child"


class FirstRollDue(ChanceDue):
    """The dice for who begins."""

    task = tasks.FIRST_ROLL
    clause = "SETUP-4"
    sentence = "begin"


class DrawDue(ChanceDue):
    """The fate card of a turn."""

    task = tasks.DRAW
    supplies = "card"


class BirthCardDue(ChanceDue):
    """A child, where families are cards."""

    task = tasks.BIRTH_CARD
    supplies = "child"


class BirthRollDue(ChanceDue):
    """A child, where families are open: a die says which."""

    task = tasks.BIRTH_ROLL
    sentence = "birth"

    def variant(self, at: Situation, pips: int, values: Values) -> str:
        values |= child_words(0 if pips <= 3 else 1)
        return self.sentence


class ElectionRollDue(ChanceDue):
    """The local elections."""

    task = tasks.ELECTION_ROLL
    sentence = "election"

    def needs(self, s: State, g: Definition) -> int:
        return g.card_roll[s.card]
