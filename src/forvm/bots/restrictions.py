"""Restricted play: what a bot with the option ``without`` leaves alone.

The restriction is the player's, not the rules': others may still do it, also to the restricted player. A bot that has
nothing else to do does it all the same.
"""

from __future__ import annotations

from forvm.engine import actions
from forvm.engine.definition import Definition
from forvm.engine.rules.pieces import agent_on
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.rule import rule

# Bits, named like the sections of the parameters.
OUST, LOCAL, ALLIANCE, DESTROY, GIVE = 1, 2, 4, 8, 16
RESTRICTIONS = {"oust": OUST, "local": LOCAL, "alliance": ALLIANCE, "destroy": DESTROY, "give": GIVE}


@rule
def intrudes(s: State, g: Definition, a: int) -> bool:
    """Does a step lead to a market that others hold? Then the agent would have to challenge them (OUST-1)."""
    m = g.link_to[a - actions.MOVE_0]
    if m == g.rome:
        return False
    for q in range(g.players):
        if q != s.actor[s.top] and agent_on(s, g, q, m) >= 0:
            return True
    return False


@rule
def is_left_alone(s: State, g: Definition, without: int, a: int) -> bool:
    """Is a move one that a restricted bot does not make?"""
    if actions.MOVE_0 <= a < actions.OUST_0:
        return without & OUST != 0 and intrudes(s, g, a)
    if actions.WED_0 <= a < actions.PROPOSE_0:
        return without & LOCAL != 0
    if actions.PROPOSE_0 <= a < actions.REFUSE_0 or actions.COUNTER_0 <= a < actions.DIVORCE_0:
        return without & ALLIANCE != 0
    if actions.DESTROY_0 <= a < actions.GIVE_0:
        return without & DESTROY != 0
    return actions.GIVE_0 <= a < actions.PAY_0 and without & GIVE != 0


@rule
def leave_alone(s: State, g: Definition, without: int, legal_scratch: Scratch, n: int) -> int:
    """Takes what a restricted bot does not do from the list of n legal moves; returns how many are left.

    If none were left, the list stays as it is.
    """
    left = 0
    for i in range(n):
        a = legal_scratch.ids[i]
        if not is_left_alone(s, g, without, a):
            legal_scratch.ids[left] = a
            left += 1
    return left if left > 0 else n
