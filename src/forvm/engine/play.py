"""The interface of the engine: start, legal moves, why not, chance, play.

A driver keeps a state, a definition and a buffer of ids. After ``start`` or ``play`` either chance is due, or the
buffer holds the legal moves of the player to act, or the game is over (TURN-3: a player with only
one legal move is not asked, except in a bargain, where being asked must tell nothing).
"""

from __future__ import annotations

from forvm.engine import actions, reasons, tasks
from forvm.engine.definition import Definition
from forvm.engine.dispatch import apply_chance, apply_choice, list_choices, outcome_kind, why_not_choice
from forvm.engine.reasons import OK
from forvm.engine.rules.fate_choices import settle_matchmaking
from forvm.engine.rules.setup import lay_table
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.turn import run_automatic_phase
from forvm.engine.twin.rule import rule


@rule
def start(s: State, g: Definition) -> None:
    """Lay the table on a fresh state; chance is due next, always."""
    lay_table(s, g)


@rule
def chance_due(s: State) -> bool:
    """Does the game wait for a die or a card?"""
    return s.task[s.top] < tasks.FIRST_DECISION


@rule
def legal(s: State, g: Definition, scratch: Scratch) -> int:
    """Write the legal moves of the player to act into ``scratch``; returns how many (0 if nobody is to act)."""
    return list_choices(s, g, scratch)


@rule
def chance(s: State, g: Definition, scratch: Scratch) -> int:
    """Write the possible outcomes of the die or card that is due, and their weights; returns how many."""
    if not chance_due(s):
        return 0
    kind = outcome_kind(s.task[s.top])
    n = 0
    if kind == actions.CHILD:
        for sex in range(2):
            if s.family_left[sex] > 0:
                scratch.ids[n] = actions.CHILD_0 + sex
                scratch.weights[n] = s.family_left[sex]
                n += 1
    elif kind == actions.CARD:
        for card in range(g.cards):
            if s.fate_left[card] > 0:
                scratch.ids[n] = actions.CARD_0 + card
                scratch.weights[n] = s.fate_left[card]
                n += 1
    else:
        for pips in range(6):
            scratch.ids[pips] = actions.DIE_0 + pips
            scratch.weights[pips] = 1
        n = 6
    return n


@rule
def why_not_chance(s: State, g: Definition, a: int) -> int:
    """May chance answer with this outcome now?"""
    if a >= actions.END_0:
        return reasons.CHANCE_FIRST
    kind = outcome_kind(s.task[s.top])
    if kind == actions.CHILD and actions.CHILD_0 <= a < actions.CARD_0:
        return OK if s.family_left[a - actions.CHILD_0] > 0 else reasons.NO_SUCH_CHILD
    if kind == actions.CARD and actions.CARD_0 <= a < actions.CARD_0 + g.cards:
        return OK if s.fate_left[a - actions.CARD_0] > 0 else reasons.NO_SUCH_CARD
    return OK if kind == actions.DIE and a < actions.CHILD_0 else reasons.OTHER_CHANCE_DUE


@rule
def why_not(s: State, g: Definition, a: int) -> int:
    """OK if this action is legal now, else the reason. ``legal`` offers exactly the OK ones."""
    if chance_due(s):
        return why_not_chance(s, g, a)
    if a < actions.END_0 and s.task[s.top] < tasks.FIRST_AUTOMATIC:
        return reasons.NO_CHANCE_DUE
    return why_not_choice(s, g, a)


@rule
def apply(s: State, g: Definition, a: int) -> None:
    """Do one legal action, and nothing beyond it."""
    if a < actions.END_0:
        apply_chance(s, g, a)
    else:
        apply_choice(s, g, a)


@rule
def advance(s: State, g: Definition, scratch: Scratch) -> int:
    """Let everything happen that asks nobody (TURN-3); returns how many legal moves ``scratch`` then holds."""
    while True:
        task = s.task[s.top]
        if task < tasks.FIRST_DECISION or task == tasks.OVER:
            return 0
        if task >= tasks.FIRST_AUTOMATIC:
            run_automatic_phase(s, g)
        elif task != tasks.MATCHMAKING or not settle_matchmaking(s):
            n = legal(s, g, scratch)
            if n > 1 or task == tasks.BARGAIN:
                return n
            apply(s, g, scratch.ids[0])


@rule
def play(s: State, g: Definition, a: int, scratch: Scratch) -> int:
    """Do one legal action and everything that follows by itself; returns as ``advance`` does."""
    apply(s, g, a)
    return advance(s, g, scratch)
