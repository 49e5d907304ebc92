"""RECKON-1 to RECKON-3: money becomes prestige, and the game may end."""

from __future__ import annotations

from forvm.engine import events
from forvm.engine.clauses import RECKON_1, RECKON_2, RECKON_3
from forvm.engine.definition import Definition
from forvm.engine.events import note
from forvm.engine.rules.give import benefactions_of
from forvm.engine.rules.money import change_prestige
from forvm.engine.state import NOWHERE, State
from forvm.engine.twin.rule import rule


@rule
def marks_of(g: Definition, money: int) -> int:
    """RECKON-1: the money marks that a sum has passed, never below 0."""
    return 0 if money < 0 else money // g.mark


@rule
def reckon(s: State, g: Definition) -> None:
    """RECKON-1: prestige follows the marks gained or lost since the last reckoning."""
    for p in range(g.players):
        marks = marks_of(g, s.money[p])
        change_prestige(s, p, (marks - s.marks[p]) * g.mark_prestige, RECKON_1, NOWHERE)
        s.marks[p] = marks


@rule
def is_over(s: State, g: Definition) -> bool:
    """RECKON-2, RECKON-3: has someone enough prestige, or is this the last turn?"""
    if g.turn_limit > 0 and s.turn >= g.turn_limit:
        return True
    for p in range(g.players):
        if s.prestige[p] >= g.win_prestige:
            return True
    return False


@rule
def standing(s: State, g: Definition, p: int) -> int:
    """What is compared first: all at or above the winning prestige are equal (RECKON-2)."""
    return s.prestige[p] if s.prestige[p] < g.win_prestige else g.win_prestige


@rule
def beats(s: State, g: Definition, p: int, q: int) -> bool:
    """Does p stand before q at the end: by prestige, then money, then benefactions?"""
    if standing(s, g, p) != standing(s, g, q):
        return standing(s, g, p) > standing(s, g, q)
    if s.money[p] != s.money[q]:
        return s.money[p] > s.money[q]
    return benefactions_of(s, p) > benefactions_of(s, q)


@rule
def crown(s: State, g: Definition) -> None:
    """A player whom nobody beats wins. Several share the victory."""
    clause = RECKON_3
    for p in range(g.players):
        if s.prestige[p] >= g.win_prestige:
            clause = RECKON_2
    for p in range(g.players):
        beaten = False
        for q in range(g.players):
            if q != p and beats(s, g, q, p):
                beaten = True
        if not beaten:
            s.winners |= 1 << p
            note(s, events.WON, p, s.prestige[p], clause, NOWHERE)
