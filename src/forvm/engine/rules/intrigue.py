"""INTR-1, OUST-1, OUST-6: what a player may do in their intrigue, and when they may stop."""

from __future__ import annotations

from forvm.engine import reasons
from forvm.engine.definition import Definition
from forvm.engine.reasons import OK
from forvm.engine.rules.alliance import list_proposals
from forvm.engine.rules.divorce import list_divorces
from forvm.engine.rules.local import list_weddings
from forvm.engine.rules.oust import intrudes, list_ousts
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.rule import rule


@rule
def may_intrigue(s: State, g: Definition, p: int) -> int:
    """May the player do another intrigue than a challenge? Where one is all, challenges come first and use it up."""
    if g.intrigue_limit == 0:
        return OK
    if s.phase_used == 1:
        return reasons.ONE_INTRIGUE
    return reasons.CHALLENGES_FIRST if intrudes(s, g, p) else OK


@rule
def use_intrigue(s: State) -> None:
    """INTR-1: an intrigue is done."""
    s.phase_used = 1


@rule
def may_end_intrigue(s: State, g: Definition, p: int) -> int:
    """OUST-1: not while one of the player's agents is an intruder."""
    return reasons.MUST_CHALLENGE if intrudes(s, g, p) else OK


@rule
def list_intrigues(s: State, g: Definition, p: int, scratch: Scratch, n: int) -> int:
    """Offer challenges, marriages, proposals and divorces."""
    n = list_ousts(s, g, p, scratch, n)
    if may_intrigue(s, g, p) == OK:
        n = list_weddings(s, g, p, scratch, n)
        n = list_proposals(s, g, p, scratch, n)
        n = list_divorces(s, g, p, scratch, n)
    return n
