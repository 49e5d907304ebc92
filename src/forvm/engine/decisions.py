"""Which moves answer which task: the one list from which ``dispatch`` is written.

A task that waits for a player has a row for every kind of move that can answer it: the questions that must all be
answered with OK, in order, and the rules that do it, in order. A task that waits for chance has the kind of outcome
and the rule that follows it. After a change run ``python -m forvm.engine.dispatch_writer``; a test compares.

A rule here takes, in this order and as far as it needs them, the state ``s``, the definition ``g``, the player to act
``p``, and the coordinates of the move. A rule that lists moves takes ``scratch`` and the count ``n`` at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from forvm.engine import actions, reasons, tasks
from forvm.engine.rules.alliance import (
    accept,
    counter,
    list_answers,
    may_accept,
    may_counter,
    may_propose,
    propose,
    refuse,
    remember_proposal,
)
from forvm.engine.rules.build import build, list_builds, may_build
from forvm.engine.rules.destroy import destroy, destroy_roll, list_destructions, may_destroy
from forvm.engine.rules.divorce import divorce, may_divorce
from forvm.engine.rules.fate_choices import (
    birth_card,
    birth_roll,
    divorce_by_card,
    election_roll,
    give_in,
    list_matches,
    list_patronage,
    list_separations,
    may_pay_patron,
    may_yield,
    part_by_card,
    pay_patron,
    take_offer,
    yield_agent,
)
from forvm.engine.rules.give import give, list_gifts, may_give
from forvm.engine.rules.intrigue import list_intrigues, may_end_intrigue, may_intrigue, use_intrigue
from forvm.engine.rules.local import may_part, may_wed, wed
from forvm.engine.rules.move import enter, enter_roll, list_moves, may_end_move, may_enter, may_move, move
from forvm.engine.rules.oust import may_oust, oust, oust_roll
from forvm.engine.rules.setup import deal
from forvm.engine.rules.stack import pop
from forvm.engine.turn import draw, end_of_players_phase, roll_for_first

Rule = Callable[..., Any]


class ChoiceRules(NamedTuple):
    """What belongs to one kind of move under a task."""

    may: tuple[Rule, ...]
    do: tuple[Rule, ...]


class Decision(NamedTuple):
    """A task that waits for a player."""

    lists: tuple[Rule | int, ...]  # legal moves come in this order; a number is a kind without coordinates
    otherwise: int  # why no other kind is allowed
    choices: dict[int, ChoiceRules]


class ChanceResult(NamedTuple):
    """A task that waits for chance: what is due, and what follows."""

    kind: int
    do: Rule


CHANCE = {
    tasks.DEAL: ChanceResult(actions.CHILD, deal),
    tasks.FIRST_ROLL: ChanceResult(actions.DIE, roll_for_first),
    tasks.ENTER_ROLL: ChanceResult(actions.DIE, enter_roll),
    tasks.OUST_ROLL: ChanceResult(actions.DIE, oust_roll),
    tasks.DESTROY_ROLL: ChanceResult(actions.DIE, destroy_roll),
    tasks.DRAW: ChanceResult(actions.CARD, draw),
    tasks.BIRTH_CARD: ChanceResult(actions.CHILD, birth_card),
    tasks.BIRTH_ROLL: ChanceResult(actions.DIE, birth_roll),
    tasks.ELECTION_ROLL: ChanceResult(actions.DIE, election_roll),
}

DECISIONS = {
    tasks.MOVING: Decision(
        (list_moves, actions.END),
        reasons.OTHER_PHASE,
        {
            actions.END: ChoiceRules((may_end_move,), (end_of_players_phase,)),
            actions.ENTER: ChoiceRules((may_enter,), (enter,)),
            actions.MOVE: ChoiceRules((may_move,), (move,)),
        },
    ),
    tasks.INTRIGUE: Decision(
        (list_intrigues, actions.END),
        reasons.OTHER_PHASE,
        {
            actions.END: ChoiceRules((may_end_intrigue,), (end_of_players_phase,)),
            actions.OUST: ChoiceRules((may_oust,), (oust,)),
            actions.WED: ChoiceRules((may_intrigue, may_wed), (use_intrigue, wed)),
            actions.PROPOSE: ChoiceRules((may_intrigue, may_propose), (use_intrigue, remember_proposal, propose)),
            actions.DIVORCE: ChoiceRules((may_intrigue, may_divorce), (use_intrigue, divorce)),
        },
    ),
    tasks.BUILDING: Decision(
        (list_builds, list_destructions, list_gifts, actions.END),
        reasons.OTHER_PHASE,
        {
            actions.END: ChoiceRules((), (end_of_players_phase,)),
            actions.BUILD: ChoiceRules((may_build,), (build,)),
            actions.DESTROY: ChoiceRules((may_destroy,), (destroy,)),
            actions.GIVE: ChoiceRules((may_give,), (give, end_of_players_phase)),
        },
    ),
    tasks.BARGAIN: Decision(
        (list_answers,),
        reasons.ANSWER_PROPOSAL,
        {
            actions.ACCEPT: ChoiceRules((may_accept,), (accept,)),
            actions.REFUSE: ChoiceRules((), (refuse,)),
            actions.COUNTER: ChoiceRules((may_counter,), (counter,)),
        },
    ),
    tasks.OFFER: Decision(
        (actions.PAY, actions.END),
        reasons.ANSWER_CARD,
        {actions.END: ChoiceRules((), (pop,)), actions.PAY: ChoiceRules((), (take_offer,))},
    ),
    tasks.PATRONAGE: Decision(
        (list_patronage,),
        reasons.ANSWER_CARD,
        {
            actions.PAY: ChoiceRules((may_pay_patron,), (pay_patron,)),
            actions.YIELD: ChoiceRules((may_yield,), (yield_agent,)),
        },
    ),
    tasks.MATCHMAKING: Decision(
        (list_matches, actions.END),
        reasons.ANSWER_CARD,
        {
            actions.END: ChoiceRules((), (give_in,)),
            actions.WED: ChoiceRules((may_wed,), (wed,)),
            actions.PROPOSE: ChoiceRules((may_propose,), (remember_proposal, propose)),
        },
    ),
    tasks.SEPARATION: Decision(
        (list_separations,),
        reasons.ANSWER_CARD,
        {
            actions.DIVORCE: ChoiceRules((may_divorce,), (divorce_by_card,)),
            actions.PART: ChoiceRules((may_part,), (part_by_card,)),
        },
    ),
}
