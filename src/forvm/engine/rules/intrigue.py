"""INTR-1, OUST-1, OUST-6: what a player may do in their intrigue, and when they may stop."""

from __future__ import annotations

from forvm.engine.clauses import INTR_1, OK, OUST_1, OUST_6
from forvm.engine.definition import Definition
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
    if s.y[0] == 1:
        return INTR_1
    return OUST_6 if intrudes(s, g, p) else OK


@rule
def may_end_intrigue(s: State, g: Definition, p: int) -> int:
    """OUST-1: not while one of the player's agents is an intruder."""
    return OUST_1 if intrudes(s, g, p) else OK


@rule
def list_intrigues(s: State, g: Definition, p: int, w: Scratch, n: int) -> int:
    """Offer challenges, marriages, proposals and divorces."""
    n = list_ousts(s, g, p, w, n)
    if may_intrigue(s, g, p) == OK:
        n = list_weddings(s, g, p, w, n)
        n = list_proposals(s, g, p, s.asked[p], w, n)
        n = list_divorces(s, g, p, w, n)
    return n
