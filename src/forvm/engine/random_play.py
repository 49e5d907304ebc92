"""Random play: the simplest driver, whole games inside compiled code."""

from __future__ import annotations

from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.dispatch import outcome_kind
from forvm.engine.play import chance_due, legal, play
from forvm.engine.rng import random_below
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.rule import rule


@rule
def sample_chance(s: State, g: Definition, scratch: Scratch) -> int:
    """Roll or draw what is due."""
    kind = outcome_kind(s.task[s.top])
    if kind == actions.CARD:
        left = 0
        for card in range(g.cards):
            left += s.fate_left[card]
        pick = random_below(scratch, left)
        card = 0
        while pick >= s.fate_left[card]:
            pick -= s.fate_left[card]
            card += 1
        return actions.CARD_0 + card
    if kind == actions.CHILD:
        pick = random_below(scratch, s.family_left[0] + s.family_left[1])
        return actions.CHILD_0 if pick < s.family_left[0] else actions.CHILD_0 + 1
    return actions.DIE_0 + random_below(scratch, 6)


@rule
def random_game(s: State, g: Definition, scratch: Scratch, most: int) -> int:
    """Play on from here with random moves to the end, or for so many decisions; returns how many were made."""
    n = legal(s, g, scratch)
    decisions = 0
    while s.task[s.top] != tasks.OVER and decisions < most:
        if chance_due(s):
            action = sample_chance(s, g, scratch)
        else:
            action = scratch.ids[random_below(scratch, n)]
            decisions += 1
        n = play(s, g, action, scratch)
    return decisions
