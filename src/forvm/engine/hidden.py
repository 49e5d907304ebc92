"""What a seat may not see is put out of the way before anyone thinks for it: other players' hidden hands (SETUP-2)."""

from __future__ import annotations

from forvm.engine import tasks
from forvm.engine.definition import Definition
from forvm.engine.rng import random_below
from forvm.engine.rules.pieces import children_of
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.rule import rule


@rule
def shown_child(s: State, g: Definition, p: int) -> int:
    """The sex that a player has shown in the bargain on the table, or -1.

    A proposer shows a child. A player who answers with another price shows that they hold the match (ALLY-1).
    """
    if s.task[s.top] != tasks.BARGAIN:
        return -1
    if s.proposer == p:
        return s.offered_child
    return 1 - s.offered_child if s.other == p and s.counters_left < g.counter_offers else -1


@rule
def gather_hands(s: State, g: Definition, seat: int) -> None:
    """Put all that is hidden from a seat back into the family deck, but for a child shown in a bargain.

    How many children went there stays readable: they are kept as sons below zero.
    """
    for p in range(g.players):
        if p != seat:
            hidden = children_of(s, p)
            for sex in range(2):
                s.family_left[sex] += s.child[p * 2 + sex]
            shown = shown_child(s, g, p)
            if shown >= 0:
                s.family_left[shown] -= 1
                hidden -= 1
            s.child[p * 2] = -hidden
            s.child[p * 2 + 1] = 0


@rule
def refill_hand(s: State, g: Definition, p: int, scratch: Scratch, sampled: bool) -> None:
    """Deal a hand from what is hidden: at random, or the likeliest one. A child that was shown stays."""
    hidden = -s.child[p * 2]
    s.child[p * 2] = 0
    shown = shown_child(s, g, p)
    if shown >= 0:
        s.child[p * 2 + shown] += 1
    for _ in range(hidden):
        left = s.family_left[0] + s.family_left[1]
        if sampled:
            sex = 0 if random_below(scratch, left) < s.family_left[0] else 1
        else:
            # Alternate, the commoner sex first, so that a likely hand holds both.
            sex = 0 if s.family_left[0] > s.family_left[1] else 1
            if s.child[p * 2 + sex] > s.child[p * 2 + 1 - sex] and s.family_left[1 - sex] > 0:
                sex = 1 - sex
        s.child[p * 2 + sex] += 1
        s.family_left[sex] -= 1


@rule
def imagine_hands(s: State, g: Definition, seat: int, scratch: Scratch, sampled: bool) -> None:
    """Replace what a seat may not see: by a random hand that fits what it knows, or by the likeliest one."""
    if g.family_open == 1:
        return
    gather_hands(s, g, seat)
    for p in range(g.players):
        if p != seat:
            refill_hand(s, g, p, scratch, sampled)
