"""Reasons: why a move is not allowed. Use them as ``reasons.NO_AGENT_TO_BUILD``.

Every ``may_…`` returns one of these numbers. A reason names the clause that forbids the move and the key of the words
that say which of its conditions failed (``[why]`` in ``forvm.text``). ``OK`` is 0.
"""

from __future__ import annotations

from typing import NamedTuple

from forvm.engine import clauses


class Reason(NamedTuple):
    """The clause that forbids a move, and the key of the words that say why."""

    clause: int
    key: str


_TABLE: list[Reason] = []


def _reason(clause: int, key: str) -> int:
    _TABLE.append(Reason(clause, key))
    return len(_TABLE) - 1


OK = _reason(clauses.OK, "")

# Not now.
OVER = _reason(clauses.RECKON_2, "over")
CHANCE_FIRST = _reason(clauses.TURN_1, "chance")
NO_CHANCE_DUE = _reason(clauses.TURN_1, "no_chance")
OTHER_CHANCE_DUE = _reason(clauses.TURN_1, "die")
OTHER_PHASE = _reason(clauses.TURN_1, "phase")
ANSWER_PROPOSAL = _reason(clauses.ALLY_2, "bargain")
ANSWER_CARD = _reason(clauses.FATE_1, "fate")

# Chance.
NO_SUCH_CHILD = _reason(clauses.SETUP_2, "no_child")
NO_SUCH_CARD = _reason(clauses.SETUP_3, "no_card")

# Moving.
ROLLED = _reason(clauses.MOVE_1, "rolled")
NO_SUPPLY = _reason(clauses.MOVE_1, "supply")
STUCK_ON_ROME = _reason(clauses.MOVE_3, "stuck")
NO_LINK = _reason(clauses.MOVE_2, "plain")
NO_AGENT_TO_MOVE = _reason(clauses.MOVE_2, "no_agent")
HAS_MOVED = _reason(clauses.MOVE_2, "moved")
ROME_TAKEN = _reason(clauses.MOVE_3, "rome_taken")
MARKET_TAKEN = _reason(clauses.MOVE_4, "taken")
CROWDED_ROME = _reason(clauses.MOVE_3, "crowded")

# Intrigue.
MUST_CHALLENGE = _reason(clauses.OUST_1, "intruder")
NO_AGENT_TO_OUST = _reason(clauses.OUST_1, "no_agent")
NO_INTRUDER = _reason(clauses.OUST_1, "no_intruder")
ONE_INTRIGUE = _reason(clauses.INTR_1, "one_intrigue")
CHALLENGES_FIRST = _reason(clauses.OUST_6, "challenges_first")

# Marriages.
NO_ARISTOCRACY = _reason(clauses.LOCAL_1, "no_aristocracy")
NO_AGENT_TO_WED = _reason(clauses.LOCAL_1, "no_agent")
ARISTOCRACY_TAKEN = _reason(clauses.LOCAL_1, "married")
NO_CHILD_TO_WED = _reason(clauses.LOCAL_1, "childless")
NO_MONEY_TO_WED = _reason(clauses.LOCAL_1, "money")
NOT_MARRIED = _reason(clauses.LOCAL_2, "not_married")
NOBODY_TO_ASK = _reason(clauses.ALLY_1, "nobody")
ASKS_ONESELF = _reason(clauses.ALLY_1, "self")
ASKED_BEFORE = _reason(clauses.ALLY_1, "asked")
IS_ALLIED = _reason(clauses.ALLY_3, "allied")
OTHER_IS_CHILDLESS = _reason(clauses.ALLY_1, "no_children")
NO_CHILD_TO_OFFER = _reason(clauses.ALLY_1, "childless")
NO_MATCH = _reason(clauses.ALLY_1, "no_match")
OWN_PRICE = _reason(clauses.ALLY_2, "own_price")
PROPOSERS_PRICE = _reason(clauses.ALLY_2, "beyond_price")
CANNOT_MATCH = _reason(clauses.ALLY_1, "cannot_match")
NO_COUNTER_LEFT = _reason(clauses.ALLY_2, "no_counter")
SAME_PRICE = _reason(clauses.ALLY_2, "same_price")
NOBODY_TO_DIVORCE = _reason(clauses.ALLY_4, "nobody")
NOT_ALLIED = _reason(clauses.ALLY_4, "not_allied")

# Building, destroying and giving.
WORKED = _reason(clauses.BUILD_3, "worked")
ONE_WORK = _reason(clauses.BUILD_3, "one_work")
NO_AGENT_TO_BUILD = _reason(clauses.BUILD_1, "no_agent")
HAS_HORREUM = _reason(clauses.BUILD_1, "owned")
NO_MONEY_TO_BUILD = _reason(clauses.BUILD_1, "money")
NO_HORREUM_LEFT = _reason(clauses.BUILD_1, "no_horreum_left")
NOBODY_TO_ATTACK = _reason(clauses.DESTROY_1, "nobody")
OWN_HORREUM = _reason(clauses.DESTROY_1, "own_horreum")
NO_AGENT_TO_ATTACK = _reason(clauses.DESTROY_1, "no_agent")
NO_HORREUM_THERE = _reason(clauses.DESTROY_1, "no_horreum")
NO_MONEY_TO_ATTACK = _reason(clauses.DESTROY_1, "money")
NO_BAND = _reason(clauses.GIVE_2, "no_band")
OTHER_BAND = _reason(clauses.GIVE_2, "band")
GIVEN = _reason(clauses.GIVE_1, "given")
NO_MONEY_TO_GIVE = _reason(clauses.GIVE_2, "money")

# Fate cards.
NO_MONEY_FOR_PATRON = _reason(clauses.DEBT_1, "money")
NO_AGENT_TO_YIELD = _reason(clauses.FATE_1, "no_agent")

REASONS = tuple(_TABLE)
