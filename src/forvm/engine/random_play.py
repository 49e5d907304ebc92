"""Random play: the simplest driver, whole games inside compiled code."""

from __future__ import annotations

from forvm.engine import actions, tasks
from forvm.engine.definition import Definition
from forvm.engine.play import chance_due, legal, play
from forvm.engine.rng import random_below
from forvm.engine.scratch import Scratch
from forvm.engine.state import State
from forvm.engine.twin.rule import rule


@rule
def sample_chance(s: State, g: Definition, w: Scratch) -> int:
    """Roll or draw what is due."""
    task = s.task[s.top]
    if task == tasks.DRAW:
        left = 0
        for card in range(g.cards):
            left += s.fate_left[card]
        pick = random_below(w, left)
        card = 0
        while pick >= s.fate_left[card]:
            pick -= s.fate_left[card]
            card += 1
        return actions.CARD_0 + card
    if task == tasks.DEAL or task == tasks.BIRTH_CARD:
        pick = random_below(w, s.family_left[0] + s.family_left[1])
        return actions.CHILD_0 if pick < s.family_left[0] else actions.CHILD_0 + 1
    return actions.DIE_0 + random_below(w, 6)


@rule
def random_game(s: State, g: Definition, w: Scratch, most: int) -> int:
    """Play on from here with random moves to the end, or for so many decisions; returns how many were made."""
    n = legal(s, g, w)
    decisions = 0
    while s.task[s.top] != tasks.OVER and decisions < most:
        if chance_due(s):
            action = sample_chance(s, g, w)
        else:
            action = w.ids[random_below(w, n)]
            decisions += 1
        n = play(s, g, action, w)
    return decisions
